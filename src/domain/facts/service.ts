import type { FactsOf } from "./values.ts";

/** Problems of the learning service, and what to do. */
export const serviceFacts = {} as const satisfies FactsOf;
