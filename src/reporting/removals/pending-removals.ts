import type { Fact } from "../../domain/facts/fact.ts";
import { englishText } from "../fact-text.ts";
import { evidenceOf } from "./evidence.ts";
import { removalFact } from "./why.ts";
import type { Restoration } from "../../store/schema/review.ts";
import type { Removal } from "../../store/review/removals.ts";
import type { Recommendation } from "./recommend.ts";
import type { StoredImpact } from "./stored-impact.ts";

export { byCause, type Cause, type CauseKind } from "./causes.ts";
export { evidenceOf, type StoredEvidence } from "./evidence.ts";

/** A removal as `review list --json` shows it: a contract, see docs/guides/review-removals.md. */
export interface ListedRemoval extends Fact {
  id: string;
  run: string;
  person: { key: string; name: string; username: string | null; user_id: string };
  group: { id: string; name: string; path: string };
  status: string;
  cause: string;
  /** The fact in English. */
  why: string;
  since: string;
  /** Binds a decision to this evidence. */
  evidence_digest: string;
  /** The reviewer it is assigned to. */
  assigned_to: string | null;
  /** Approved: not sent before this time. */
  due_at: string | null;
  /** Rejected: kept until this time; `null`: until its evidence changes. */
  keep_until: string | null;
  /** Set if the membership was removed and added back by a reverted run. */
  restored: Restoration | null;
  /** The recommendation with its reason; `null`: not pending, or not loaded. */
  recommendation: Recommendation | null;
  /** The impact on the person, as read after a run; `null`: not pending, or not loaded. */
  impact: StoredImpact | null;
}

export function toRemovalJson(removal: Removal): ListedRemoval {
  const reason = removalFact(removal.group_path, [evidenceOf(removal)]);
  return {
    id: removal.id,
    run: removal.last_run,
    person: { key: removal.key, name: removal.name, username: removal.username, user_id: removal.user_id },
    group: { id: removal.group_id, name: removal.group_path.split("/").at(-1) ?? removal.group_path, path: removal.group_path },
    status: removal.status,
    cause: removal.cause,
    ...reason,
    why: englishText(reason),
    since: removal.since.toISOString(),
    evidence_digest: removal.evidence_digest,
    assigned_to: removal.assigned_to,
    due_at: removal.due_at?.toISOString() ?? null,
    keep_until: removal.keep_until?.toISOString() ?? null,
    restored: removal.restored,
    recommendation: null,
    impact: null,
  };
}

/** Returns how a removal ended for JSON: in English, with the fact beside it. */
export function outcomeOf({ outcome }: Pick<Removal, "outcome">): { outcome: string | null; outcome_fact: Fact | null } {
  return { outcome: outcome && englishText(outcome), outcome_fact: outcome };
}
