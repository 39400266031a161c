import type { FactsOf } from "./values.ts";

/** Errors in job and mapping files. */
export const configurationFacts = {} as const satisfies FactsOf;
