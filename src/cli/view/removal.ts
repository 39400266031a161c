import { factText } from "../../reporting/fact-text.ts";
import { t } from "../../reporting/locales/t.ts";
import { possibleActorsText, evidenceOf, type Circumstances, type StoredEvidence } from "../../reporting/removals/evidence.ts";
import type { RemovalImpact } from "../../reporting/removals/removal-impact.ts";
import { removalStateText, viaLabel } from "../../reporting/labels.ts";
import type { Removal } from "../../store/review/removals.ts";
import { removalReason } from "../../reporting/removals/why.ts";
import { table } from "./tables.ts";
import { plain } from "../../app/view/terminal.ts";
import type { Call } from "../../app/io.ts";
import { styled } from "../../app/output.ts";

/** Formats one removal with everything that a decision needs. */
export function removalText(io: Call, removal: Removal, beside: Circumstances, impact: RemovalImpact | null): string {
  const { earlier } = beside;
  const evidence = evidenceOf(removal);
  const lines = [
    styled(io, "bold", plain(`${removal.id}  ${removal.name} (${removal.key}) would lose ${removal.group_path}`)),
    `Status: ${removal.restored === null ? removal.status : removalStateText(removal)}, since ${removal.since.toISOString().slice(0, 10)}, cause ${removal.cause}`,
    `Evidence: ${removal.evidence_digest.slice(0, 12)}`,
    `Account: ${removal.user_id}${removal.username === null ? "" : `, ${removal.username}`}`,
    "",
    removalReason(removal.group_path, [evidence]),
    `File: ${evidence.file}, row ${evidence.row}`,
  ];
  if (evidence.cells.length > 0) {
    lines.push(
      "",
      table([
        ["column", "before", "now"],
        ...evidence.cells.map((cell) => [
          cell.column,
          cell.before ?? "–",
          cell.before === cell.now && cell.changed ? `${cell.now}, changed` : (cell.now ?? "–"),
        ]),
      ]),
    );
  }
  lines.push(...ruleLines(evidence));
  if (evidence.gains.length > 0) lines.push(`The person gains: ${evidence.gains.join(", ")}.`);
  lines.push(`Other groups: ${beside.otherGroups.length === 0 ? "none" : beside.otherGroups.join(", ")}.`);
  if (evidence.lastGroup) lines.push(t("operation.last_group"));
  if (removal.decided_by !== null) {
    lines.push(
      "",
      `${removal.status === "rejected" ? "Kept" : "Approved"} by ${removal.decided_by} on ${removal.decided_at?.toISOString() ?? ""}, ${viaLabel(removal.decided_how ?? "")}: ${removal.decision_reason ?? ""}`,
    );
  }
  if (removal.status === "approved" && removal.due_at !== null)
    lines.push(`Not sent before ${removal.due_at.toISOString()}. To undo it until then: rollcall review undo ${removal.id}`);
  if (removal.keep_until !== null) lines.push(`Kept until ${removal.keep_until.toISOString().slice(0, 10)}.`);
  if (removal.assigned_to !== null) lines.push(`Assigned to ${removal.assigned_to}.`);
  for (const approval of removal.status === "pending" ? beside.approvals : []) {
    const others = possibleActorsText(approval);
    const by = `${approval.by}${others === null ? "" : ` (${others})`}`;
    lines.push(`Approved by ${by} on ${approval.at}: ${approval.reason}. A second person must approve it too.`);
  }
  if (removal.outcome !== null) lines.push(factText(removal.outcome));
  if (removal.restored !== null) lines.push(`Restored by run ${removal.restored.run}.`);
  if (earlier.length > 0)
    lines.push(
      "",
      "Earlier, for the same person and group:",
      ...earlier.map(
        (other) =>
          `  ${other.id} ${other.restored === null ? other.status : removalStateText(other)} ${other.decision_reason ?? (other.outcome && factText(other.outcome)) ?? ""}`,
      ),
    );
  if (beside.remarks.length > 0)
    lines.push(
      "",
      "Comments:",
      ...beside.remarks.map(({ by, at, text, to }) => `  ${at.slice(0, 10)} ${by}${to === null ? "" : `, to ${to}`}: ${text}`),
    );
  if (impact !== null) lines.push("", ...impactText(impact));
  return lines.map((line) => (line.startsWith("\u001b") || line.includes("\n") ? line : plain(line))).join("\n");
}

/** Names the rule that gave a group, and those that could give it now. */
export function ruleLines({ formerly, rules }: Pick<StoredEvidence, "formerly" | "rules">): string[] {
  return [
    ...formerly.map(({ rule, at }) => `Before, rule ${rule} (${at}) assigned the group.`),
    ...rules.map(({ rule, at, gives }) => `Rule ${rule} (${at}) now assigns ${gives.length === 0 ? "no group" : gives.join(", ")}.`),
  ];
}

function impactText({ items, unknown }: RemovalImpact): string[] {
  const none = unknown.length === 0 ? ["Nothing is assigned to the group."] : [];
  const lines = items.map(({ kind, name, due, progress }) => {
    const by = due === null ? "" : `, due ${due}`;
    return `  ${kind} ${name}${by}: ${progress ?? "progress unknown"}`;
  });
  return [...(items.length === 0 ? none : ["With the group, the person would lose:", ...lines]), ...unknown];
}
