import type { ReportData, ReportedCause } from "./data.ts";
import { factText } from "../fact-text.ts";
import { removalStateText } from "../labels.ts";
import { t } from "../locales/t.ts";
import { causeSheet } from "../removals/cause-sheet.ts";
import type { Facts } from "../removals/evidence-facts.ts";
import { below, code, data, prose, sheet, time, type Block, type Words } from "../sheet/sheet.ts";
import { say } from "../sheet/say.ts";

type ReportedRemoval = ReportedCause["removals"][number];

/** Lists the pending removals by cause. */
export function pending({ pending: causes, autoOver, autoHeld, result }: ReportData): Block | null {
  const shown = removalsIn(causes);
  const all = Math.max(result.counts["removals_pending"] ?? 0, shown);
  return section("removals", t("labels.pending_removals"), causes, [
    t("report.hr_rules_no", { n: all }),
    autoOver > 0 && { as: "warning", words: t("report.policy_would_approved", { n: autoOver }) },
    autoHeld !== null && {
      as: "warning",
      words: say("report.state_restored_backup", { at: time(autoHeld), command: code('rollcall restore --settled --reason "…"') }),
    },
    shown < all && t("report.list_shows_first", { shown, all }),
  ]);
}

/** Lists the removals of a plan that is not released; none can be decided yet. */
export function found({ found: causes }: ReportData): Block | null {
  return section("found", t("report.removals_found_plan"), causes, [t("report.memberships_would_pending", { n: removalsIn(causes) })]);
}

/** Lists the removals decided during the run, with their outcome. */
export function decided({ decided: causes }: ReportData): Block | null {
  return section("decided", t("report.removals_decided_during"), causes, []);
}

function section(id: string, title: string, causes: readonly ReportedCause[], sentences: readonly Words[]): Block | null {
  if (causes.length === 0) return null;
  return {
    block: "section",
    id,
    title,
    blocks: sheet(
      ...sentences.map((words): Block | false => words !== false && { block: "text", words }),
      ...causes.map((cause): Block => ({ block: "card", blocks: causeSheet(cause, decisionFacts) })),
    ),
  };
}

function removalsIn(causes: readonly ReportedCause[]): number {
  return causes.reduce((sum, cause) => sum + cause.removals.length, 0);
}

function decisionFacts(removal: ReportedRemoval): Facts {
  const { status, decided_by: by, decided_at: at, decision_reason: reason, outcome_fact: outcome } = removal;
  return [
    [t("labels.status"), status !== "pending" && removalStateText(removal)],
    [t("exceptions.decided"), by !== null && [data(by), below(time(at))]],
    [t("labels.reason"), data(reason)],
    [t("report.outcome"), outcome !== null && prose(factText(outcome))],
  ];
}
