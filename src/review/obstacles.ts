import { fact, type Fact } from "../domain/facts/fact.ts";
import { isDigest } from "../reporting/removals/evidence-digest.ts";
import type { Removal } from "../store/review/removals.ts";

/** Returns why a removal cannot be decided on this evidence, or `null`. */
export function evidenceObstacle(removal: Removal, evidence: string): Fact | null {
  if (removal.status !== "pending") return alreadyDecided(removal);
  return isDigest(evidence, removal.evidence_digest) ? null : fact("removal.evidence_has_changed", {});
}

/** Says who decided a removal, how and when. */
export function alreadyDecided(removal: Removal): Fact {
  const { status, decided_by: name, decided_how: how, decided_at: at, decision_reason: reason, outcome } = removal;
  if (name !== null && at !== null)
    return fact("removal.was_decided", { status, name, via: how ?? "", at: at.toISOString(), reason: reason ?? "" });
  return outcome === null ? fact("removal.is_decided", { status }) : fact("removal.has_ended", { status, outcome });
}
