import type { DecidedImpact } from "../../domain/explanation.ts";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { whyJson } from "../../reporting/fact-text.ts";
import { toRemovalJson, type ListedRemoval } from "../../reporting/removals/pending-removals.ts";
import type { Changed } from "../../review/change-decision.ts";
import type { Removal } from "../../store/review/removals.ts";
import type { Acted } from "../action.ts";

/** A removal with the reason why it is not decided, or not yet. */
type Undecided = { id: string } & ReturnType<typeof whyJson>;

/** Exactly what a request on removals came to. */
export interface Outcome {
  what: "approved" | "rejected" | "undone" | "keep_undone" | "handed_over" | "commented";
  done: ListedRemoval[];
  /** Undone after they were applied: these memberships are being added back. */
  returning: ListedRemoval[];
  /** Approved by one, while the policy asks for another reviewer too. */
  waiting: Undecided[];
  refused: Undecided[];
  /** Reasons why decisions cannot be applied at once; the decisions are kept. */
  remarks: string[];
  /** The runs that add memberships back. */
  runs: string[];
  /** The impact by removal, as it was known at the decision. */
  impacts?: Map<string, DecidedImpact>;
}

/** Returns the line about a removal. */
export function lineOf(removal: string, said: Fact): Fact {
  return fact("removal.line", { removal, said });
}

/** Returns what a change of decisions, comments or reviewers came to. */
export function changedOutcome(
  what: Outcome["what"],
  { done, refused, returning = [], runs = [], remarks = [] }: Changed & { returning?: Removal[]; runs?: string[]; remarks?: string[] },
  said: Fact,
): Acted<Outcome> {
  return {
    json: {
      what,
      done: done.map(toRemovalJson),
      returning: returning.map(toRemovalJson),
      waiting: [],
      refused: refused.map(whyJson),
      remarks,
      runs,
    },
    facts: [said],
    printed: [
      ...done.map(({ id, name, key, group_path: group }) => lineOf(id, fact("removal.is_changed", { name, key, group, said }))),
      ...refused.map(({ id, why }) => lineOf(id, fact("review.is_not_changed", { why }))),
    ],
    partly: refused.length > 0,
  };
}
