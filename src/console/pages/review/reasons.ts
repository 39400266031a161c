/** The reasons that forms offer. A reviewer sees a reason in its field before it is stored, and can change it. */
import type { Policy } from "../../../domain/settings.ts";
import { html, type Html } from "../../../reporting/html/html.ts";
import { t } from "../../../reporting/locales/t.ts";
import { hasChanged } from "../../../domain/facts/changed-cells.ts";
import type { StoredEvidence } from "../../../reporting/removals/evidence.ts";
import { shortReason } from "../../../reporting/removals/advice-labels.ts";
import type { AdviceReason } from "../../../reporting/removals/recommend.ts";
import type { RecentReason } from "../../../store/review/review-progress.ts";

export type Verdict = "approved" | "rejected";

/** The facts that a suggested reason names. */
export interface ReasonFacts {
  /** The kind of the cause, or of one person's evidence. */
  kind: string;
  group: string;
  /** Paths of the groups that the people gain. */
  gains: readonly string[];
  /** The deciding cells. */
  cells: StoredEvidence["cells"];
  /** The facts that the advice rests on. */
  advice: readonly AdviceReason[];
}

/** Suggests a reason for a decision, in the reader's language. */
export function suggestedReason({ kind, group, gains, cells }: ReasonFacts, verdict: Verdict): string {
  if (verdict === "rejected") return kind === "added_by_hand" ? t("review.added_hand_learning") : t("review.group_still_needed");
  const [gained] = gains;
  const to = gained === undefined ? null : lastStep(gained);
  switch (kind) {
    case "renamed":
      return RENAMED(lastStep(group), to ?? "");
    case "split":
      return SPLIT(lastStep(group));
    case "changed_back":
      return t("review.hr_changed_data");
    case "leaver":
      return t("review.left_company");
    case "mapping_changed":
      return t("review.rules_changed_2");
    case "added_by_hand":
      return t("review.no_rule_gives_membership");
    default:
      return to === null ? changedReason(cells) : MOVED(to);
  }
}

const RENAMED = (from: string, to: string): string => t("review.called_now", { from, to });
const SPLIT = (from: string): string => t("review.split", { from });
const MOVED = (to: string): string => t("review.moved", { to });
const IS_NOW = (column: string, value: string): string => t("review.column_now_value", { column, value });

/** Names the changed cell, where its value may be shown. */
function changedReason(cells: ReasonFacts["cells"]): string {
  const changed = cells.find((cell) => hasChanged(cell) && cell.before !== cell.now);
  return changed === undefined || (changed.now ?? "") === "" ? t("review.hr_data_changed") : IS_NOW(changed.column, changed.now ?? "");
}

/** Facts that are a reason to keep someone. */
const REASONS_TO_KEEP: readonly AdviceReason[] = ["last_group", "course_started", "deadline", "impact_unknown"];

/** Suggests reasons to keep: the fact that makes the reviewer hesitate first. */
export function reasonsToKeep(facts: ReasonFacts): string[] {
  const careful = REASONS_TO_KEEP.filter((reason) => facts.advice.includes(reason)).map((reason) => shortReason({ reason }));
  return [...careful, suggestedReason(facts, "rejected")];
}

/** Suggests a reason to remove, and reasons to keep. */
export function suggestions(facts: ReasonFacts): string[] {
  return [suggestedReason(facts, "approved"), ...reasonsToKeep(facts)];
}

/** The most recent reasons that a field offers. */
const MAX_RECENT = 3;
const EVIDENCE_KINDS: Readonly<Record<string, string>> = { renamed: "value_changed", split: "value_changed", moved: "value_changed" };

/** Returns the reviewer's latest reasons for the same action and kind of cause, without those about another person or group. */
export function fittingReasons(recent: readonly RecentReason[], kind: string, verdict: Verdict | null): string[] {
  const evidence = EVIDENCE_KINDS[kind] ?? kind;
  const about = [RENAMED, SPLIT, MOVED, IS_NOW].map((suggest) => suggest("\0", "\0"));
  return [
    ...new Set(
      recent
        .filter((one) => one.kind === evidence && (verdict === null || one.verdict === verdict))
        .map(({ reason }) => reason)
        .filter((reason) => !about.some((suggested) => isLike(reason, suggested))),
    ),
  ].slice(0, MAX_RECENT);
}

/** Returns whether a reason is a suggested one, with any names in it. */
function isLike(reason: string, suggested: string): boolean {
  const parts = suggested.split("\0");
  return reason.startsWith(parts[0] ?? "") && reason.endsWith(parts.at(-1) ?? "") && parts.every((part) => reason.includes(part));
}

/** The policy on approvals of a job, as far as forms go by it; `null`: the job file is invalid. */
export type ApprovalPolicy = Pick<Policy["approval"], "fourEyes" | "twoAbove"> | null;

/** Returns whether a reason may be in its field already. Where the policy asks for a second reviewer, each chooses a reason. */
export function mayPrefill(policy: ApprovalPolicy, verdict: Verdict, people: number): boolean {
  if (policy === null) return false;
  return verdict === "rejected" || (!policy.fourEyes && (policy.twoAbove === null || people <= policy.twoAbove));
}

/** Draws reasons for a field as buttons: the suggested ones, then the reviewer's recent ones. They work with the script. */
export function reasonChips(field: string, suggested: readonly string[], recent: readonly string[] = []): Html {
  return html`<p
    class="chips reasons"
    role="group"
    aria-label="${recent.length === 0 ? t("review.suggested_reasons") : t("review.suggested_recent_reasons")}"
    data-reasons="${field}"
    data-js
  >
    ${[...new Set([...suggested, ...recent])].map((reason) => html`<button class="btn chip" type="button" value="${reason}">${reason}</button>`)}
  </p>`;
}

const lastStep = (path: string): string => path.split("/").at(-1) ?? path;
