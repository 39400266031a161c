import { factText } from "../../reporting/fact-text.ts";
import { t, type Message } from "../../reporting/locales/t.ts";
import { possibleActorsText, evidenceOf, type Circumstances } from "../../reporting/removals/evidence.ts";
import { reasonFacts, ruleFacts } from "../../reporting/removals/evidence-facts.ts";
import { factLines } from "../../reporting/sheet/text.ts";
import type { RemovalImpact } from "../../reporting/removals/removal-impact.ts";
import { removalStateText, viaLabel } from "../../reporting/labels.ts";
import type { Removal } from "../../store/review/removals.ts";
import { moment } from "../../reporting/labels.ts";
import { removalReason } from "../../reporting/removals/why.ts";
import { plain } from "../../app/view/terminal.ts";
import type { Call } from "../../app/io.ts";
import { styled } from "../../app/output.ts";

/** Formats one removal with everything that a decision needs. */
export function removalText(io: Call, removal: Removal, beside: Circumstances, impact: RemovalImpact | null): string {
  const { earlier } = beside;
  const evidence = evidenceOf(removal);
  const { id, due_at: due, user_id: user } = removal;
  const lines = [
    styled(
      io,
      "bold",
      plain(`${id}  ${t("review.remove_name_group", { name: `${removal.name} (${removal.key})`, group: removal.group_path })}`),
    ),
    line("labels.status", stateOf(removal)),
    line("workbook.pending_since", day(removal.since)),
    line("labels.cause", removal.cause),
    line("review.evidence", removal.evidence_digest.slice(0, 12)),
    line("operation.account", removal.username === null ? user : `${user}, ${removal.username}`),
    "",
    removalReason(removal.group_path, [evidence]),
    line("workbook.file", t("shell.row_row_file", { row: String(evidence.row), file: evidence.file })),
  ];
  lines.push(...factLines([...reasonFacts(evidence), ...ruleFacts(evidence)]));
  lines.push(line("workbook.other_groups", beside.otherGroups.join(", ") || t("common.no_groups")));
  if (evidence.lastGroup) lines.push(t("operation.last_group"));
  if (removal.decided_by !== null && removal.decided_at !== null) {
    const how = `${removal.decided_by}, ${moment(removal.decided_at)}, ${viaLabel(removal.decided_how ?? "")}`;
    lines.push("", line("exceptions.decided", `${how}: ${removal.decision_reason ?? ""}`));
  }
  if (removal.status === "approved" && due !== null)
    lines.push(line("review.not_sent_before", `${moment(due)} (\`rollcall review undo ${id}\`)`));
  if (removal.keep_until !== null) lines.push(line("review.kept_until", day(removal.keep_until)));
  if (removal.assigned_to !== null) lines.push(line("report.assigned", removal.assigned_to));
  for (const approval of removal.status === "pending" ? beside.approvals : []) {
    const others = possibleActorsText(approval);
    const by = `${approval.by}${others === null ? "" : ` (${others})`}, ${moment(approval.at)}`;
    lines.push(line("review.approved_so_far", `${by}: ${approval.reason}`), t("approval.needs_another"));
  }
  if (removal.outcome !== null) lines.push(factText(removal.outcome));
  if (removal.restored !== null) lines.push(line("review.restored", t("runs.run_id", { id: removal.restored.run })));
  if (earlier.length > 0)
    lines.push(
      "",
      `${t("review.earlier_removals_person")}:`,
      ...earlier.map(
        (other) => `  ${other.id} ${stateOf(other)} ${other.decision_reason ?? (other.outcome && factText(other.outcome)) ?? ""}`,
      ),
    );
  if (beside.remarks.length > 0)
    lines.push(
      "",
      `${t("workbook.comments")}:`,
      ...beside.remarks.map(({ by, at, text, to }) => `  ${at.slice(0, 10)} ${by}${to === null ? "" : ` → ${to}`}: ${text}`),
    );
  if (impact !== null) lines.push("", ...impactText(impact));
  return lines.map((one) => (one.startsWith("\u001b") || one.includes("\n") ? one : plain(one))).join("\n");
}

function line(label: Message, value: string): string {
  return t("history.name_value", { name: t(label), value });
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}

/** Returns the stored status, or who restored the membership. */
function stateOf(removal: Pick<Removal, "status" | "restored">): string {
  return removal.restored === null ? removal.status : removalStateText(removal);
}

function impactText({ items, unknown }: RemovalImpact): string[] {
  const none = unknown.length === 0 ? [t("review.impact_impact", { impact: t("review.no_courses") })] : [];
  const lines = items.map(({ kind, name, due, progress }) => {
    const what = kind === "course" ? t("review.course") : t("review.learning_path");
    const shown = due === null ? `${name} (${what})` : t("review.name_what_due", { name, what, date: due });
    return `  ${shown}: ${progress ?? t("review.progress_not_known")}`;
  });
  return [...(items.length === 0 ? none : [`${t("workbook.impact")}:`, ...lines]), ...unknown];
}
