import type { FactsOf } from "./values.ts";

/** Why a row is rejected, and notes on rows. */
export const rowFacts = {} as const satisfies FactsOf;
