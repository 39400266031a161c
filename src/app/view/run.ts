import { factText } from "../../reporting/fact-text.ts";
import { basename } from "node:path";
import type { ReportData } from "../../reporting/run-report/data.ts";
import { isWaiting, needsAttention, type ReportedOperation } from "../../reporting/operation.ts";
import { changeGroups, changesOf, changeText, signOf, type Sign } from "../../reporting/changes.ts";
import { fileName, kindLabel, operationStatusLabel, runStatusLabel, settingText, shellWord } from "../../reporting/labels.ts";
import { countOf, labelledCount, type CountName } from "../../reporting/run-counts.ts";
import { areaQuestion, areaText, releaseCommand } from "../../reporting/missing-areas.ts";
import { pilotSentences } from "../../reporting/pilot.ts";
import type { MissingGroupOfRun } from "../../domain/directory.ts";
import { missingFacts } from "../../reporting/missing-groups.ts";
import { t } from "../../reporting/locales/t.ts";
import { progressOf } from "../../reporting/run-report/outcome.ts";
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
  lines.push(`  ${[t("setup.rows", { n: result.source.rows }), ...figures].join(" · ")}`);
  const absent = countOf(counts, "absent");
  if (absent > 0) lines.push(`  ${t("report.people_earlier_files", { n: absent })}`);
  if (data.absentSuspended) lines.push(`  ${t("report.least_one_row")}`);
  for (const { message, setting } of data.held) {
    lines.push(yellow(io, `  ${t("run.on_hold", { why: message })}`));
    if (setting !== undefined) lines.push(`  ${plain(settingText(setting))}`);
  }
  const shown = all || result.status === "planned" || result.status === "held";
  for (const { title, total, mixed, statuses, people } of shown ? changeGroups(data) : []) {
    lines.push("", bold(io, `${t("history.name_value", { name: title, value: total })}${mixed ? ` (${statuses})` : ""}`));
    lines.push(...people.slice(0, most).flatMap((one) => change(io, one)));
    const rest = total - Math.min(people.length, most);
    if (rest > 0) lines.push(`  ${t("common.and_more_where", { n: rest, where: `rollcall runs show ${result.run} --all` })}`);
  }
  const waiting = data.waiting === null ? [] : [waitingText(data.waiting)];
  const trouble = data.operationCounts.reduce((sum, { status, n }) => sum + (needsAttention(status) ? n : 0), -(data.waiting?.people ?? 0));
  const troubled = data.operations.filter((operation) => needsAttention(operation.status) && !isWaiting(operation));
  lines.push(
    ...section(t("missing_areas.missing_areas"), (result.areas ?? []).map(areaText)),
    ...section(t("runs.needs_attention"), [...waiting, ...troubled.map(troubleText)], waiting.length + trouble),
    ...section(t("overview.rejected_rows"), data.rejects.map(rejectText), Math.max(data.rejects.length, countOf(counts, "rejected"))),
    ...section(t("missing_groups.new_groups"), data.createdGroups),
    ...section(
      t("setup.missing_groups"),
      data.missingGroups.groups.map(missingText),
      data.missingGroups.groups.length + data.missingGroups.more,
    ),
    ...section(t("report.leavers_active_account"), data.overdueLeavers.first.map(overdueText), data.overdueLeavers.people),
    ...section(t("runs.notes"), data.notes.map(noteText)),
    ...section(
      t("report.removals_found_plan"),
      data.found.map((cause) => cause.sentence),
    ),
    ...section(
      t("labels.pending_removals"),
      data.pending.map((cause) => `${cause.id}  ${cause.sentence}`),
    ),
  );
  lines.push("", ...nextSteps(data));
  if (result.report !== null) lines.push(t("history.name_value", { name: t("runs.report"), value: result.report }));
  return lines.join("\n");
}

/** Returns how many changes a failed run applied, and the outcome of the others. */
export function sentSoFar(data: ReportData): string {
  return `${t("runs.part_sentence", { part: t("runs.run_id", { id: data.result.run }), sentence: progressOf(data.operationCounts) })}.`;
}

function headline({ result, held }: ReportData): string {
  const { run, status, counts } = result;
  const file = fileName(result.source.file);
  if (status === "planned") return t("run.plan_over_file", { run, file });
  const outcome =
    status === "held"
      ? t("report.nothing_sent_because", { n: held.length })
      : status === "completed"
        ? (["done", "failed", "uncertain"] as const).map((name) => labelledCount(counts, name)).join(", ")
        : runStatusLabel(status);
  return t("run.over_file", { run, file, outcome });
}

function nextSteps({ result, pending, problem, missingGroups, waiting }: ReportData): string[] {
  const steps: string[] = [];
  if (problem !== null) steps.push(...[problem.fact, ...(problem.next_fact === undefined ? [] : [problem.next_fact])].map(factText));
  const resume = `\`rollcall runs resume ${result.run}\``;
  const cancel = `\`rollcall runs cancel ${result.run}\``;
  if (result.status === "held")
    steps.push(t("report.if_plan_right", { release: `\`rollcall runs approve ${result.run} --reason "…"\``, cancel }));
  if (result.status === "planned") steps.push(t("report.apply_resume_discard", { resume, cancel }));
  // A run that was stopped while it read its file has nothing to resume. Reverts and decisions read none.
  const isUnread = result.source.file !== "" && result.source.sha256 === "";
  if (result.status === "interrupted" && !isUnread) steps.push(t("report.continue_resume_unsent", { resume }));
  if (waiting !== null && result.status === "completed")
    steps.push(t("report.say_whose_account", { list: `\`rollcall identities list ${shellWord(result.job)} --unsettled\``, resume }));
  if (missingGroups.groups.some(({ outcome, why }) => outcome === "propose" && why !== "alias"))
    steps.push(t("advice.list_missing_groups"));
  const [area] = (result.areas ?? []).filter(({ blocked }) => blocked > 0);
  if (area !== undefined)
    steps.push(`${areaQuestion()} ${t("missing_areas.if_area_really", { release: `\`${releaseCommand(result.run, area)}\`` })}`);
  const first = pending[0];
  if (first !== undefined) steps.push(t("review.decide_with_commands", { cause: first.id }));
  return steps;
}

function listOf(lines: readonly string[], most: number, total: number, run: string): string[] {
  const shown = lines.slice(0, most).map((line) => `  ${plain(line)}`);
  const rest = total - shown.length;
  return rest > 0 ? [...shown, `  ${t("common.and_more_where", { n: rest, where: `rollcall runs show ${run} --all` })}`] : shown;
}

/** One person with a line for each change, signed as in the console. */
function change(io: Call, operation: ReportedOperation): string[] {
  const { kind, name, key, row, reason } = operation;
  const changes = changesOf(operation).filter(({ what }) => what !== "account");
  const where = row === null ? "" : `  ${t("runs.row_row", { row: String(row) })}`;
  const rest = changes.length - MAX_CHANGES;
  return [
    signed(io, signOf(kind), `  ${signOf(kind)} ${plain(`${name} (${key})`)}${where}`),
    ...(kind === "deactivate" && reason !== null ? [`      ${plain(reason)}`] : []),
    ...changes.slice(0, MAX_CHANGES).map((one) => signed(io, one.sign, `      ${one.sign} ${plain(shorten(changeText(one)))}`)),
    ...(rest > 0 ? [`      … ${t("runs.more_changes", { n: rest })}`] : []),
  ];
}

function signed(io: Call, sign: Sign, text: string): string {
  return styled(io, sign === "+" ? "green" : sign === "~" ? "yellow" : "red", text);
}

function missingText(group: MissingGroupOfRun): string {
  const facts = [...(group.outcome === "create" ? [t("missing_groups.run_creates")] : []), ...missingFacts(group)].join(" ");
  return `${t("missing_groups.people_wait", { group: group.path, n: group.people })} ${facts}`.trimEnd();
}

function overdueText({ key, username, due }: ReportData["overdueLeavers"]["first"][number]): string {
  return t("report.leaver_due", { person: username === null ? key : `${key} ${username}`, due });
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
  const place =
    file === undefined ? t("runs.row_row", { row: String(row) }) : t("shell.row_row_file", { row: String(row), file: basename(file) });
  return rejectLine(place, column, factText(fact), code);
}

/** Returns a rejected row on one line. */
export function rejectLine(place: string, column: string | null, message: string, code: string): string {
  return t("history.name_value", { name: column === null ? place : `${place}, ${column}`, value: `${message} (${code})` });
}

/** Returns a note with its rows, if it is about rows. */
export function noteText({ fact, rows, examples: [first] }: Pick<ReportData["notes"][number], "fact" | "rows" | "examples">): string {
  if (rows === 0) return factText(fact);
  return `${factText(fact)} (${rows === 1 && first !== undefined ? t("runs.row_row", { row: first }) : t("setup.rows", { n: rows })})`;
}
