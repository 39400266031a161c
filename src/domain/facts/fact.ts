/**
 * A fact is a code with the values that belong to it. The core stores facts and puts them into JSON; `reporting/` has the words.
 * A released code keeps its meaning; a new meaning is a new code.
 */
import type { z } from "zod";
import { limitFacts } from "./limits.ts";
import { removalFacts } from "./removals.ts";

/** The values of each code, by name. */
export const FACTS = { ...limitFacts, ...removalFacts };

export type Code = keyof typeof FACTS;

type ValuesOf<C extends Code> = { readonly [Name in keyof (typeof FACTS)[C]]: z.infer<(typeof FACTS)[C][Name]> };

/** Something that is the case. `fact()` checks that the values are those of the code. */
export interface Fact {
  readonly code: Code;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Returns a fact. The compiler checks its values. */
export function fact<C extends Code>(code: C, values: ValuesOf<C>): Fact {
  return { code, values };
}
