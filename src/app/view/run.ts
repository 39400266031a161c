import { factText } from "../../reporting/fact-text.ts";
import { basename } from "node:path";
import type { ReportData } from "../../reporting/run-report/data.ts";
import { isWaiting, needsAttention, type ReportedOperation } from "../../reporting/operation.ts";
import { changeGroups, changesOf, changeText, signOf, type Sign } from "../../reporting/changes.ts";
import { counted, fileName, kindLabel, operationStatusLabel, runStatusLabel, settingText, shellWord } from "../../reporting/labels.ts";
import { countOf, labelledCount, type CountName } from "../../reporting/run-counts.ts";
import { areaQuestion, areaText, releaseCommand } from "../../reporting/missing-areas.ts";
import { pilotSentences } from "../../reporting/pilot.ts";
import type { MissingGroupOfRun } from "../../domain/directory.ts";
import { missingFacts } from "../../reporting/missing-groups.ts";
import { waitingText } from "../../reporting/waiting.ts";
import { plain } from "./terminal.ts";
import type { Call } from "../io.ts";
import { styled } from "../output.ts";

const MAX_LINES = 12;
const MAX_CHANGES = 8;

const SHOWN_COUNTS: readonly CountName[] = [
  "creates",
  "updates",
  "deactivations",
  "reactivations",
  "unchanged",
  "held",
  "out_of_scope",
  "not_due",
  "not_in_pilot",
  "rejected",
  "duplicates",
  "groups_created",
  "groups_proposed",
];

/** Returns a run as a person reads it on a terminal. */
export function runText(io: Call, data: ReportData, all = false): string {
  const most = all ? Number.POSITIVE_INFINITY : MAX_LINES;
  const section = (title: string, listed: string[], total = listed.length): string[] =>
    listed.length === 0 ? [] : ["", bold(io, title), ...listOf(listed, most, total, data.result.run)];
  const { result } = data;
  const { counts } = result;
  const pilot = result.pilot === undefined ? [] : pilotSentences(result.pilot).map((sentence) => yellow(io, `  ${plain(sentence)}`));
  const lines = [bold(io, headline(data)), ...pilot, ""];
  const figures = SHOWN_COUNTS.filter((name) => countOf(counts, name) > 0).map((name) => labelledCount(counts, name));
  lines.push(`  ${[counted(result.source.rows, "row"), ...figures].join(" · ")}`);
  const absent = countOf(counts, "absent");
  if (absent > 0) lines.push(`  ${counted(absent, "person with an account is", "people with an account are")} missing from the file.`);
  if (data.absentSuspended) lines.push("  A row has no readable key, so this run treats nobody as missing from the file.");
  for (const { message, setting } of data.held) {
    lines.push(yellow(io, `  On hold: ${message}`));
    if (setting !== undefined) lines.push(`  ${plain(settingText(setting))}`);
  }
  const shown = all || result.status === "planned" || result.status === "held";
  for (const { title, total, mixed, statuses, people } of shown ? changeGroups(data) : []) {
    lines.push("", bold(io, `${title}: ${total.toLocaleString("en")}${mixed ? ` (${statuses})` : ""}`));
    lines.push(...people.slice(0, most).flatMap((one) => change(io, one)));
    const rest = total - Math.min(people.length, most);
    if (rest > 0) lines.push(`  … and ${rest.toLocaleString("en")} more: rollcall runs show ${result.run} --all`);
  }
  const waiting = data.waiting === null ? [] : [waitingText(data.waiting)];
  const trouble = data.operationCounts.reduce((sum, { status, n }) => sum + (needsAttention(status) ? n : 0), -(data.waiting?.people ?? 0));
  const troubled = data.operations.filter((operation) => needsAttention(operation.status) && !isWaiting(operation));
  lines.push(
    ...section("Missing areas", (result.areas ?? []).map(areaText)),
    ...section("Needs attention", [...waiting, ...troubled.map(troubleText)], waiting.length + trouble),
    ...section("Rejected rows", data.rejects.map(rejectText), Math.max(data.rejects.length, countOf(counts, "rejected"))),
    ...section("New groups", data.createdGroups),
    ...section("Missing groups", data.missingGroups.groups.map(missingText), data.missingGroups.groups.length + data.missingGroups.more),
    ...section("Leavers with an active account", data.overdueLeavers.first.map(overdueText), data.overdueLeavers.people),
    ...section("Notes", data.notes.map(noteText)),
    ...section(
      "Pending removals that this plan would create",
      data.found.map((cause) => cause.sentence),
    ),
    ...section(
      "Pending removals",
      data.pending.map((cause) => `${cause.id}  ${cause.sentence}`),
    ),
  );
  lines.push("", ...nextSteps(data));
  if (result.report !== null) lines.push(`Report: ${result.report}`);
  return lines.join("\n");
}

/** Returns how many changes a failed run applied, and the outcome of the others. */
export function sentSoFar({ operationCounts, result }: ReportData): string {
  const count = (...statuses: string[]): number =>
    operationCounts.reduce((sum, { status, n }) => sum + (statuses.includes(status) ? n : 0), 0);
  const done = count("done");
  const others = [
    [count("failed"), "failed"],
    [count("uncertain"), "unconfirmed"],
    [count("held"), "blocked"],
    [count("planned", "queued", "running", "dropped"), "not sent"],
  ].flatMap(([n, what]) => (n === 0 ? [] : [`${n?.toLocaleString("en")} ${what}`]));
  const all = operationCounts.reduce((sum, { n }) => sum + n, 0);
  if (all === 0) return `Run ${result.run}: no change was sent.`;
  return `Run ${result.run}: ${[`${done.toLocaleString("en")} of ${counted(all, "change")} applied`, ...others].join(", ")}.`;
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

function nextSteps({ result, pending, problem, missingGroups, waiting }: ReportData): string[] {
  const steps: string[] = [];
  if (problem !== null) steps.push(...[problem.fact, ...(problem.next_fact === undefined ? [] : [problem.next_fact])].map(factText));
  if (result.status === "held")
    steps.push(`Approve it: rollcall runs approve ${result.run} --reason "…"    Discard it: rollcall runs cancel ${result.run}`);
  if (result.status === "planned") steps.push(`Apply it: rollcall runs resume ${result.run}`);
  // A run that was stopped while it read its file has nothing to resume. Reverts and decisions read none.
  const isUnread = result.source.file !== "" && result.source.sha256 === "";
  if (result.status === "interrupted" && !isUnread) steps.push(`Resume it: rollcall runs resume ${result.run}`);
  if (waiting !== null && result.status === "completed")
    steps.push(
      `Identify the accounts: rollcall identities list ${shellWord(result.job)} --unsettled, or the page Identities of the console. Then: rollcall runs resume ${result.run}`,
    );
  if (missingGroups.groups.some(({ outcome, why }) => outcome === "propose" && why !== "alias"))
    steps.push("Decide on missing groups: rollcall groups missing");
  const [area] = (result.areas ?? []).filter(({ blocked }) => blocked > 0);
  if (area !== undefined) steps.push(`${areaQuestion()} If it left: ${releaseCommand(result.run, area)}`);
  const first = pending[0];
  if (first !== undefined) steps.push(`Decide: rollcall review list, then rollcall review approve --cause ${first.id} --reason "…"`);
  return steps;
}

function listOf(lines: readonly string[], most: number, total: number, run: string): string[] {
  const shown = lines.slice(0, most).map((line) => `  ${plain(line)}`);
  const rest = total - shown.length;
  return rest > 0 ? [...shown, `  … and ${rest.toLocaleString("en")} more: rollcall runs show ${run} --all`] : shown;
}

/** One person with a line for each change, signed as in the console. */
function change(io: Call, operation: ReportedOperation): string[] {
  const { kind, name, key, row, reason } = operation;
  const changes = changesOf(operation).filter(({ what }) => what !== "account");
  const where = row === null ? "" : `  row ${row}`;
  const rest = changes.length - MAX_CHANGES;
  return [
    signed(io, signOf(kind), `  ${signOf(kind)} ${plain(`${name} (${key})`)}${where}`),
    ...(kind === "deactivate" && reason !== null ? [`      ${plain(reason)}`] : []),
    ...changes.slice(0, MAX_CHANGES).map((one) => signed(io, one.sign, `      ${one.sign} ${plain(shorten(changeText(one)))}`)),
    ...(rest > 0 ? [`      … and ${counted(rest, "more change")}`] : []),
  ];
}

function signed(io: Call, sign: Sign, text: string): string {
  return styled(io, sign === "+" ? "green" : sign === "~" ? "yellow" : "red", text);
}

function missingText(group: MissingGroupOfRun): string {
  const facts = [...(group.outcome === "create" ? ["This run creates it."] : []), ...missingFacts(group)].join(" ");
  return `${group.path}: ${counted(group.people, "person waits", "people wait")}.${facts === "" ? "" : ` ${facts}`}`;
}

function overdueText({ key, username, due }: ReportData["overdueLeavers"]["first"][number]): string {
  return `${key}${username === null ? "" : ` ${username}`}: due since ${due}`;
}

function troubleText(operation: ReportedOperation): string {
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

function rejectText({ row, file, column, fact, code }: ReportData["rejects"][number]): string {
  return `row ${row}${file === undefined ? "" : ` of ${basename(file)}`}${column === null ? "" : `, ${column}`}: ${factText(fact)} (${code})`;
}

/** Returns a note with its rows, if it is about rows. */
export function noteText({ fact, rows, examples: [first] }: Pick<ReportData["notes"][number], "fact" | "rows" | "examples">): string {
  if (rows === 0) return factText(fact);
  return `${factText(fact)} (${rows === 1 && first !== undefined ? `row ${first}` : counted(rows, "row")})`;
}
