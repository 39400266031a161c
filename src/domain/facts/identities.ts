import type { FactsOf } from "./values.ts";

/** Links between people and accounts. */
export const identityFacts = {} as const satisfies FactsOf;
