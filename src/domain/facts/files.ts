import { fact, name, type FactsOf } from "./values.ts";

/** Why HR's file cannot be used, and what to do. */
export const fileFacts = {
  /** `what` is the case with it; nothing was changed. */
  "file.unusable": { file: name, what: fact },
} as const satisfies FactsOf;
