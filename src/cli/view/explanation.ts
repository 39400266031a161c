import { styleText } from "node:util";
import type { FieldChange } from "../../plan/attributes.ts";
import { table } from "./tables.ts";

/** Everything there is to say about one person, as `explain --json` prints it. */
export interface Explanation {
  key: string;
  file: string;
  rows: number[];
  cells: { column: string; value: string | null }[];
  rejects: { row: number; column: string | null; code: string; message: string }[];
  notes: readonly { column: string | null; code: string; message: string }[];
  fields: { field: string; value: string }[];
  active: boolean | "unknown" | null;
  groups: { group: string; rule: string; at: string; known: boolean; cells: { column: string; value: string | null }[] }[];
  undecided: { rule: string; at: string; column: string; reason: string }[];
  account: { user_id: string; source: string; active: boolean | null } | null;
  current: { group: string; managed: boolean }[];
  /** When the current groups were read from the service. */
  readAt: string | null;
  outcome: { action: string; reason: string | null; fields: FieldChange[]; gains: string[]; losses: string[] } | null;
  history: { run: string; kind: string; status: string; reason: string | null }[];
  removals: { id: string; group: string; status: string; by: string | null; reason: string | null }[];
}

export function explanationText(explained: Explanation): string {
  const lines: string[] = [];
  const title = (text: string): void => void lines.push("", styleText("bold", text, { stream: process.stdout }));
  const row = explained.rows.length === 0 ? "stands in no row" : `row ${explained.rows.join(", ")}`;
  lines.push(styleText("bold", `${explained.key}: ${row} of ${explained.file}`, { stream: process.stdout }));
  if (explained.rows.length > 1)
    lines.push("The key stands on more than one row: identical ones collapse, rows that differ are all rejected.");
  if (explained.cells.length > 0) {
    title("What the row says");
    lines.push(
      table(
        explained.cells.map((cell) => [
          "",
          cell.column,
          cell.value === null ? "(the row ends before it)" : cell.value === "" ? "(blank)" : cell.value,
        ]),
      ),
    );
  }
  for (const reject of explained.rejects) lines.push(`Rejected: ${reject.message} (${reject.code}). The person keeps everything.`);
  if (explained.fields.length > 0) {
    title("What the mapping makes of it");
    lines.push(table(explained.fields.map(({ field, value }) => ["", field, value])));
    if (explained.active !== null) lines.push(`  active: ${String(explained.active)}`);
  }
  for (const note of explained.notes) lines.push(`  Note: ${note.message}`);
  if (explained.groups.length > 0) {
    title("Groups that the rules give");
    for (const { group, rule, at, known, cells } of explained.groups) {
      const because = cells.map((cell) => `${cell.column} = ${cell.value ?? "?"}`).join(", ");
      lines.push(`  ${group}${known ? "" : " (not in the service)"}: rule ${rule}, ${at}${because === "" ? "" : `, ${because}`}`);
    }
  }
  for (const { rule, at, column, reason } of explained.undecided)
    lines.push(`  Rule ${rule} (${at}) cannot be decided: ${column} is ${reason}. Its groups stay as they are.`);
  title("In the service");
  if (explained.account === null) lines.push("  No account is linked.");
  else {
    lines.push(`  Account ${explained.account.user_id} (${explained.account.source})`);
    for (const { group, managed } of explained.current) lines.push(`  in ${group}${managed ? "" : "  (not ours to take away)"}`);
    if (explained.readAt !== null) lines.push(`  as read on ${explained.readAt}`);
  }
  if (explained.outcome !== null) {
    title("What a run would do");
    const { action, reason, fields, gains, losses } = explained.outcome;
    lines.push(`  ${action}${reason === null ? "" : `: ${reason}`}`);
    for (const field of fields) lines.push(`  ${field.field}: ${field.from ?? "(not known)"} → ${field.to}`);
    for (const group of gains) lines.push(`  + ${group}`);
    for (const group of losses) lines.push(`  − ${group}, after a decision`);
  }
  if (explained.removals.length > 0) {
    title("Removals");
    for (const { id, group, status, by, reason } of explained.removals)
      lines.push(`  ${id}  ${status}  ${group}${by === null ? "" : `, by ${by}: ${reason ?? ""}`}`);
  }
  if (explained.history.length > 0) {
    title("History");
    for (const { run, kind, status, reason } of explained.history)
      lines.push(`  ${run}  ${kind}  ${status}${reason === null ? "" : `  ${reason}`}`);
  }
  return lines.join("\n");
}
