import type { Fact } from "../../domain/facts/fact.ts";
import type { Removal } from "../../store/review/removals.ts";
import { englishText } from "../fact-text.ts";

/** Returns how a removal ended for JSON: in English, with the fact beside it. */
export function outcomeOf({ outcome }: Pick<Removal, "outcome">): { outcome: string | null; outcome_fact: Fact | null } {
  return { outcome: outcome && englishText(outcome), outcome_fact: outcome };
}
