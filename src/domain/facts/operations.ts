import type { FactsOf } from "./values.ts";

/** Why an operation is not sent, or how it ended. */
export const operationFacts = {} as const satisfies FactsOf;
