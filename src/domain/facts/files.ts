import type { FactsOf } from "./values.ts";

/** Why HR's file cannot be used, and what to do. */
export const fileFacts = {} as const satisfies FactsOf;
