import { styleText } from "node:util";
import { evidenceOf } from "../../review/removals.ts";
import type { Removal } from "../../store/removals.ts";
import { table } from "./tables.ts";

/** One removal with everything that a decision needs. */
export function removalText(removal: Removal, earlier: readonly Removal[]): string {
  const evidence = evidenceOf(removal);
  const lines = [
    styleText("bold", `${removal.id}  ${removal.name} (${removal.key}) would lose ${removal.group_path}`, { stream: process.stdout }),
    `Status: ${removal.status}, since ${removal.since.toISOString().slice(0, 10)}, cause ${removal.cause}`,
    `Account: ${removal.user_id}${removal.username === null ? "" : `, ${removal.username}`}`,
    "",
    removal.why,
    `File: ${evidence.file}, row ${evidence.row}`,
  ];
  if (evidence.cells.length > 0) {
    lines.push(
      "",
      table([["column", "before", "now"], ...evidence.cells.map((cell) => [cell.column, cell.before ?? "–", cell.now ?? "–"])]),
    );
  }
  for (const { rule, at, gives } of evidence.rules)
    lines.push(`Rule ${rule} (${at}) now gives ${gives.length === 0 ? "nothing" : gives.join(", ")}.`);
  if (evidence.gains.length > 0) lines.push(`The person gains: ${evidence.gains.join(", ")}.`);
  if (evidence.lastGroup) lines.push("It is the person's last group: the service cannot express a person without groups.");
  if (removal.decided_by !== null) {
    lines.push(
      "",
      `${removal.status === "rejected" ? "Kept" : "Approved"} by ${removal.decided_by} on ${removal.decided_at?.toISOString() ?? ""}: ${removal.decision_reason ?? ""}`,
    );
  }
  if (removal.outcome !== null) lines.push(removal.outcome);
  if (earlier.length > 0)
    lines.push(
      "",
      "Earlier, for the same person and group:",
      ...earlier.map((other) => `  ${other.id} ${other.status} ${other.decision_reason ?? other.outcome ?? ""}`),
    );
  return lines.join("\n");
}
