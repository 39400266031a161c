import type { Undecided } from "../domain/person.ts";

/** An unknown cell that keeps a rule from being decided. */
export interface Unknown {
  place: number;
  reason: Undecided["reason"];
  /** For an unusable value: the end of the sentence “abc” in Column …, such as `is not a number`. */
  which?: string;
}
