import type { FactsOf } from "./values.ts";

/** What `rollcall check` and `verify` find. */
export const checkFacts = {} as const satisfies FactsOf;
