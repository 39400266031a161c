import type { FactsOf } from "./values.ts";

/** Findings of `rollcall check` and `verify`. */
export const checkFacts = {} as const satisfies FactsOf;
