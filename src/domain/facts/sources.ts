import type { FactsOf } from "./values.ts";

/** Why a system with HR's data cannot be read, and what to do. */
export const sourceFacts = {} as const satisfies FactsOf;
