import type { FactsOf } from "./values.ts";

/** Why a command or a decision is refused, and what to do. */
export const refusalFacts = {} as const satisfies FactsOf;
