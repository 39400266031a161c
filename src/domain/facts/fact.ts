/**
 * A fact is a code with the values that belong to it. The core stores facts and puts them into JSON; `reporting/` has the words.
 * A released code keeps its meaning; a new meaning is a new code.
 */
import type { z } from "zod";
import type { FACTS } from "./registry.ts";

export type Code = keyof typeof FACTS;

export type ValuesOf<C extends Code> = { readonly [Name in keyof (typeof FACTS)[C]]: z.infer<(typeof FACTS)[C][Name]> };

/** The codes without values. */
export type PlainCode = { [C in Code]: keyof ValuesOf<C> extends never ? C : never }[Code];

/** Something that is the case. `fact()` checks that the values are those of the code. */
export interface Fact {
  readonly code: Code;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Returns a fact. The compiler checks its values. */
export function fact<C extends Code>(code: C, values: ValuesOf<C>): Fact {
  return { code, values };
}

/** Says several facts one after another. */
export function inTurn(...facts: readonly (Fact | undefined)[]): Fact {
  const given = facts.filter((one) => one !== undefined);
  return given.length === 1 && given[0] !== undefined ? given[0] : fact("sentences", { sentences: given });
}

/** Returns the first facts for a list, and how many more there are. */
export function someFacts(facts: readonly Fact[], most: number): Fact[] {
  return facts.length <= most ? [...facts] : [...facts.slice(0, most), fact("more", { n: facts.length - most })];
}

/** Returns a fact with each of its texts changed. */
export function withTexts({ code, values }: Fact, change: (text: string) => string): Fact {
  return { code, values: changed(values, change) as Fact["values"] };
}

function changed(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((one) => changed(one, change));
  if (value === null || typeof value !== "object") return value;
  if ("code" in value && "values" in value) return withTexts(value as Fact, change);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, changed(part, change)]));
}
