import { basename } from "node:path";
import type { ReportData } from "../../reporting/run-report/data.ts";
import type { ReportedOperation } from "../../reporting/operation.ts";
import { counted, fileName, kindLabel, operationStatusLabel, runStatusLabel } from "../../reporting/labels.ts";
import { countOf, labelledCount, type CountName } from "../../reporting/run-counts.ts";
import { plain } from "./terminal.ts";
import type { Call } from "../io.ts";
import { styled } from "../output.ts";

const MAX_LINES = 12;

const SHOWN_COUNTS: readonly CountName[] = [
  "creates",
  "updates",
  "deactivations",
  "reactivations",
  "unchanged",
  "held",
  "rejected",
  "duplicates",
];

/** Returns a run as a person reads it on a terminal. */
export function runText(io: Call, data: ReportData, all = false): string {
  const most = all ? Number.POSITIVE_INFINITY : MAX_LINES;
  const section = (title: string, lines: string[], show: boolean, total = lines.length): string[] =>
    lines.length === 0 || !show ? [] : ["", bold(io, title), ...listOf(lines, most, total, data.result.run)];
  const operationsIn = (...statuses: string[]): number =>
    data.operationCounts.reduce((sum, { status, n }) => sum + (statuses.includes(status) ? n : 0), 0);
  const { result } = data;
  const { counts } = result;
  const lines = [bold(io, headline(data)), ""];
  const figures = SHOWN_COUNTS.filter((name) => countOf(counts, name) > 0).map((name) => labelledCount(counts, name));
  lines.push(`  ${[counted(result.source.rows, "row"), ...figures].join(" · ")}`);
  const absent = countOf(counts, "absent");
  if (absent > 0) lines.push(`  ${counted(absent, "person with an account is", "people with an account are")} missing from the file.`);
  if (data.absentSuspended) lines.push("  A row has no readable key, so this run treats nobody as missing from the file.");
  for (const held of data.held) lines.push(yellow(io, `  On hold: ${held.message}`));
  lines.push(
    ...section(
      "Changes",
      data.operations.filter((o) => o.status === "done" || o.status === "planned").map(change),
      all || result.status === "planned" || result.status === "held",
      operationsIn("done", "planned"),
    ),
  );
  lines.push(
    ...section(
      "Needs attention",
      data.operations.filter((o) => ["failed", "uncertain", "held"].includes(o.status)).map(trouble),
      true,
      operationsIn("failed", "uncertain", "held"),
    ),
  );
  lines.push(
    ...section(
      "Rejected rows",
      data.rejects.map(
        (r) =>
          `row ${r.row}${r.file === undefined ? "" : ` of ${basename(r.file)}`}${r.column === null ? "" : `, ${r.column}`}: ${r.message} (${r.code})`,
      ),
      true,
      Math.max(data.rejects.length, countOf(counts, "rejected")),
    ),
  );
  lines.push(...section("Notes", data.notes.map(noteText), true));
  lines.push(
    ...section(
      "Pending removals that this plan would create",
      data.found.map((cause) => cause.sentence),
      true,
    ),
  );
  lines.push(
    ...section(
      "Pending removals",
      data.pending.map((cause) => `${cause.id}  ${cause.sentence}`),
      true,
    ),
  );
  lines.push("", ...nextSteps(data));
  if (result.report !== null) lines.push(`Report: ${result.report}`);
  return lines.join("\n");
}

function headline({ result }: ReportData): string {
  const file = fileName(result.source.file);
  switch (result.status) {
    case "held":
      return `Run ${result.run} over ${file} is on hold: it exceeds a limit, and nothing was sent.`;
    case "planned":
      return `Plan ${result.run} over ${file}: nothing was sent.`;
    case "completed":
      return `Run ${result.run} over ${file}: ${labelledCount(result.counts, "done")}, ${labelledCount(result.counts, "failed")}, ${labelledCount(result.counts, "uncertain")}.`;
    default:
      return `Run ${result.run} over ${file}: ${runStatusLabel(result.status)}.`;
  }
}

function nextSteps({ result, pending, problem }: ReportData): string[] {
  const steps: string[] = [];
  if (problem !== null) steps.push(problem.message, ...(problem.next === undefined ? [] : [problem.next]));
  if (result.status === "held")
    steps.push(`Approve it: rollcall runs approve ${result.run} --reason "…"    Discard it: rollcall runs cancel ${result.run}`);
  if (result.status === "planned") steps.push(`Apply it: rollcall runs resume ${result.run}`);
  if (result.status === "interrupted") steps.push(`Resume it: rollcall runs resume ${result.run}`);
  const first = pending[0];
  if (first !== undefined) steps.push(`Decide: rollcall review list, then rollcall review approve --cause ${first.id} --reason "…"`);
  return steps;
}

function listOf(lines: readonly string[], most: number, total: number, run: string): string[] {
  const shown = lines.slice(0, most).map((line) => `  ${plain(line)}`);
  const rest = total - shown.length;
  return rest > 0 ? [...shown, `  … and ${rest.toLocaleString("en")} more: rollcall runs show ${run} --all`] : shown;
}

function change(operation: ReportedOperation): string {
  const parts = operation.fields.map((field) => `${field.field}: ${field.from ?? "?"} → ${field.to}`);
  if (operation.gains.length > 0) parts.push(`+ ${operation.gains.join(", ")}`);
  if (operation.losses.length > 0) parts.push(`− ${operation.losses.join(", ")}`);
  return `${kindLabel(operation.kind, operation.status).padEnd(16)} ${operation.name} (${operation.key})${parts.length === 0 ? "" : `: ${shorten(parts.join("; "))}`}`;
}

function trouble(operation: ReportedOperation): string {
  return `${operationStatusLabel(operation.status).padEnd(11)} ${kindLabel(operation.kind, operation.status)} ${operation.name} (${operation.key}): ${operation.reason ?? operation.code ?? ""}`;
}

function shorten(text: string): string {
  return text.length > 160 ? `${text.slice(0, 157)}…` : text;
}

function bold(io: Call, text: string): string {
  return styled(io, "bold", text);
}

function yellow(io: Call, text: string): string {
  return styled(io, "yellow", text);
}

/** Returns a note with its rows. A note about a whole file has none. */
export function noteText({ message, rows, examples: [first] }: ReportData["notes"][number]): string {
  return rows > 1 ? `${message} (${rows} rows)` : `${message}${first === undefined ? "" : ` (row ${first})`}`;
}
