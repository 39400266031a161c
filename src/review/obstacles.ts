import { isDigest } from "../reporting/removals/evidence-digest.ts";
import { factText } from "../reporting/fact-text.ts";
import { removalStatusLabel, viaLabel } from "../reporting/labels.ts";
import { dateTime } from "../reporting/locales/formats.ts";
import { currentReader } from "../reporting/locales/reader.ts";
import { t } from "../reporting/locales/t.ts";
import type { Removal } from "../store/review/removals.ts";

/** Returns why a removal cannot be decided on this evidence, or `null`. */
export function evidenceObstacle(removal: Removal, evidence: string): string | null {
  if (removal.status !== "pending") return alreadyDecidedText(removal);
  if (!isDigest(evidence, removal.evidence_digest)) return t("review.evidence_changed_since");
  return null;
}

/** Describes who decided a removal, how and when. */
export function alreadyDecidedText(removal: Removal): string {
  const { decided_by: name, decided_at: at, decision_reason: reason, outcome } = removal;
  const status = removalStatus(removal.status);
  if (name === null)
    return outcome === null
      ? t("review.removal_already_status", { status })
      : t("review.removal_already_status_outcome", { status, outcome: factText(outcome) });
  const about = { status, name, via: viaLabel(removal.decided_how ?? ""), reason: reason ?? "" };
  return at === null
    ? t("review.removal_already_status_name_decided", about)
    : t("review.removal_already_status_name_decided_2", { ...about, at: dateTime(at) });
}

/** English names the stored status, as scripts know it. */
function removalStatus(status: Removal["status"]): string {
  return currentReader().language === "en" ? status : removalStatusLabel(status);
}
