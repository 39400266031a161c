/** The parts of facts that reveal who a person is, and those that do not. */
import type { Fact } from "./fact.ts";
import { FACTS } from "./registry.ts";
import { meaningOf, type DataClass, type ValueKind, type ValueType } from "./values.ts";

/** Returns whether a stored value is a fact. */
export function isFact(value: unknown): value is Fact {
  if (value === null || typeof value !== "object" || !("code" in value) || !("values" in value)) return false;
  return typeof value.code === "string" && Object.hasOwn(FACTS, value.code);
}

/** Returns a fact with each value changed; facts within it keep their form, and their own values are changed. */
export function mapValues(fact: Fact, change: (value: unknown, about: { kind: ValueKind; class: DataClass }) => unknown): Fact {
  const types: Readonly<Record<string, ValueType>> = FACTS[fact.code];
  const of = (name: string, value: unknown): unknown => {
    if (isFact(value)) return { ...value, ...mapValues(value, change) };
    if (Array.isArray(value) && value.some(isFact)) return value.map((one) => of(name, one));
    const type = types[name];
    return change(value, type === undefined ? { kind: "text", class: "personal" } : meaningOf(type));
  };
  return { code: fact.code, values: Object.fromEntries(Object.entries(fact.values).map(([name, value]) => [name, of(name, value)])) };
}

/** Returns a fact for logs, metrics and traces: only its technical values (I9). */
export function technicalPart(fact: Fact): Fact {
  return mapValues(fact, (value, { class: of }) => (of === "technical" ? value : undefined));
}
