import type { Held } from "../domain/facts/held.ts";
import { englishText } from "./fact-text.ts";

/** A limit that put a run on hold, as JSON has it. */
export interface ReportedLimit extends Held {
  /** The fact in English. */
  message: string;
}

/** Returns the limits that put a run on hold, as they are stored. */
export function reportedLimits(held: readonly unknown[] | null): ReportedLimit[] {
  return ((held ?? []) as Held[]).map((limit) => ({ ...limit, message: englishText(limit) }));
}
