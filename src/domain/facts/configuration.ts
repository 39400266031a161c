import type { FactsOf } from "./values.ts";

/** What is wrong in a job or mapping file. */
export const configurationFacts = {} as const satisfies FactsOf;
