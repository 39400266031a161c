import type { Undecided } from "../model/person.ts";

/** What keeps a rule from being decided: the cell, and why it says nothing. */
export interface Doubt {
  place: number;
  reason: Undecided["reason"];
  /** For what is there and cannot be used: why not, as in `is “abc”, which …`. */
  which?: string;
}
