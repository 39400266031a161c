import { basename } from "node:path";
import type { ReportData, ReportedOperation } from "../../review/report-data.ts";
import { fileName } from "../../review/words.ts";
import { plain } from "./terminal.ts";
import type { Call } from "../io.ts";
import { styled } from "../output.ts";

const mostLines = 12;

/** A run as a person reads it on a terminal. */
export function runText(io: Call, data: ReportData, all = false): string {
  const most = all ? Number.POSITIVE_INFINITY : mostLines;
  const section = (title: string, lines: string[], show: boolean, total = lines.length): string[] =>
    lines.length === 0 || !show ? [] : ["", bold(io, title), ...listOf(lines, most, total, data.result.run)];
  const countOf = (...statuses: string[]): number =>
    data.operationCounts.reduce((sum, { status, n }) => sum + (statuses.includes(status) ? n : 0), 0);
  const { result } = data;
  const { counts } = result;
  const lines = [bold(io, headline(data)), ""];
  const figures: [string, number][] = [
    ["rows", result.source.rows],
    ["new accounts", counts["creates"] ?? 0],
    ["changed", counts["updates"] ?? 0],
    ["leavers", counts["deactivations"] ?? 0],
    ["back again", counts["reactivations"] ?? 0],
    ["unchanged", counts["unchanged"] ?? 0],
    ["held", counts["held"] ?? 0],
    ["rejected", counts["rejected"] ?? 0],
    ["duplicates", counts["duplicates"] ?? 0],
  ];
  lines.push(
    `  ${figures
      .filter(([name, n]) => n > 0 || name === "rows")
      .map(([name, n]) => `${n.toLocaleString("en")} ${name}`)
      .join(" · ")}`,
  );
  if ((counts["absent"] ?? 0) > 0) lines.push(`  ${counts["absent"]} people with an account no longer stand in the file.`);
  if (data.absentSuspended) lines.push("  A row has no readable key, so nobody counts as absent in this run.");
  for (const held of data.held) lines.push(yellow(io, `  Held: ${held.message}`));
  lines.push(
    ...section(
      "Changes",
      data.operations.filter((o) => o.status === "done" || o.status === "planned").map(change),
      all || result.status === "planned" || result.status === "held",
      countOf("done", "planned"),
    ),
  );
  lines.push(
    ...section(
      "Needs attention",
      data.operations.filter((o) => ["failed", "uncertain", "held"].includes(o.status)).map(trouble),
      true,
      countOf("failed", "uncertain", "held"),
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
      Math.max(data.rejects.length, counts["rejected"] ?? 0),
    ),
  );
  lines.push(
    ...section(
      "Remarks",
      data.notes.map((n) => `${n.message} (${n.rows === 1 ? `row ${n.examples[0]}` : `${n.rows} rows`})`),
      true,
    ),
  );
  lines.push(
    ...section(
      "Would wait for a decision",
      data.found.map((cause) => cause.sentence),
      true,
    ),
  );
  lines.push(
    ...section(
      "Waiting for a decision",
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
      return `Run ${result.run} over ${file} is held by a limit: nothing was sent.`;
    case "planned":
      return `Plan ${result.run} over ${file}: nothing was sent.`;
    case "completed":
      return `Run ${result.run} over ${file}: ${result.counts["done"] ?? 0} carried out, ${result.counts["failed"] ?? 0} failed, ${result.counts["uncertain"] ?? 0} uncertain.`;
    default:
      return `Run ${result.run} over ${file}: ${result.status}.`;
  }
}

function nextSteps({ result, pending, problem }: ReportData): string[] {
  const steps: string[] = [];
  if (problem !== null) steps.push(problem.message, ...(problem.next === undefined ? [] : [problem.next]));
  if (result.status === "held")
    steps.push(`Release it: rollcall runs approve ${result.run} --reason "…"    Give it up: rollcall runs cancel ${result.run}`);
  if (result.status === "planned") steps.push(`Carry it out: rollcall runs resume ${result.run}`);
  if (result.status === "interrupted") steps.push(`Go on with it: rollcall runs resume ${result.run}`);
  const first = pending[0];
  if (first !== undefined) steps.push(`Decide: rollcall review list, then rollcall review approve --cause ${first.id} --reason "…"`);
  return steps;
}

function listOf(lines: readonly string[], most: number, total: number, run: string): string[] {
  const shown = lines.slice(0, most).map((line) => `  ${plain(line)}`);
  const rest = total - shown.length;
  return rest > 0 ? [...shown, `  … and ${rest.toLocaleString("en")} more: rollcall runs show ${run} --all`] : shown;
}

const kinds: Record<ReportedOperation["kind"], string> = {
  create: "new account",
  update: "change",
  deactivate: "leaver",
  reactivate: "back again",
  "remove-groups": "removal",
};

function change(operation: ReportedOperation): string {
  const parts = operation.fields.map((field) => `${field.field}: ${field.from ?? "?"} → ${field.to}`);
  if (operation.gains.length > 0) parts.push(`+ ${operation.gains.join(", ")}`);
  if (operation.losses.length > 0) parts.push(`− ${operation.losses.join(", ")}`);
  return `${kinds[operation.kind].padEnd(12)} ${operation.name} (${operation.key})${parts.length === 0 ? "" : `: ${shorten(parts.join("; "))}`}`;
}

function trouble(operation: ReportedOperation): string {
  return `${operation.status.padEnd(9)} ${kinds[operation.kind]} ${operation.name} (${operation.key}): ${operation.reason ?? operation.code ?? ""}`;
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
