import { advisesToResume } from "../../domain/facts/resume.ts";
import { factText } from "../fact-text.ts";
import { data, html, type Html } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import {
  capitalised,
  fileName,
  kindLabel,
  limitLabel,
  limitText,
  listing,
  number,
  runStatusLabel,
  settingText,
  shellWord,
} from "../labels.ts";
import { t, tHtml } from "../locales/t.ts";
import { pilotSentences } from "../pilot.ts";
import { countOf, failuresIn } from "../run-counts.ts";
import { command, prose, table } from "../html/parts.ts";

type Tone = "good" | "attention" | "bad";

/** Draws what happened and the next step. */
export function headline(report: ReportData): Html {
  const { result } = report;
  return html`<div class="headline ${toneOf(report)}">
    <p class="status">${statusLine(result)}</p>
    ${result.pilot !== undefined && html`<p><strong>${pilotSentences(result.pilot).join(" ")}</strong></p>`}
    <p class="lead">${wasRead(report)}; ${happened(report).join("; ")}.</p>
    ${aftermath(report)}
  </div> `;
}

function statusLine({ status, counts }: ReportData["result"]): string {
  const trouble = failuresIn(counts) > 0;
  return status === "completed" && trouble ? t("report.completed_but_some") : capitalised(runStatusLabel(status));
}

function toneOf({ result: { status, counts } }: ReportData): Tone {
  if (status === "failed" || status === "interrupted") return "bad";
  if (status !== "completed") return "attention";
  return failuresIn(counts) > 0 ? "bad" : "good";
}

/** Says what happened after the file was read, in parts of one sentence. */
function happened(report: ReportData): string[] {
  const { status, counts } = report.result;
  switch (status) {
    case "completed":
      return [changesText(counts), removedIn(report)];
    case "planned":
      return [changesText(counts), t("report.plan_nothing_sent")];
    case "held":
      return [changesText(counts), t("report.nothing_sent_because", { n: report.held.length })];
    case "failed":
      return [t("report.run_failed_nothing")];
    case "interrupted":
      return [t("report.run_interrupted_progress", { progress: progressOf(report) })];
    case "cancelled":
      return [t("report.run_cancelled_progress", { progress: progressOf(report) })];
    case "superseded":
      return [t("report.later_run_replaced", { progress: progressOf(report) })];
    default:
      return [t("report.run_not_ended", { progress: progressOf(report) })];
  }
}

function wasRead({ result: { source, pilot }, partial }: ReportData): Html {
  const read = { n: source.rows, file: data(fileName(source.file)) };
  // Without a digest, the file was not read to its end.
  if (source.sha256 === "") return tHtml("report.file_could_not", { file: read.file });
  return partial && pilot === undefined ? tHtml("report.rows_read_file_partial", read) : tHtml("report.rows_read_file", read);
}

function changesText(counts: Record<string, number>): string {
  const parts = [
    ["create", countOf(counts, "creates")],
    ["update", countOf(counts, "updates")],
    ["deactivate", countOf(counts, "deactivations") + countOf(counts, "absent_deactivated")],
    ["reactivate", countOf(counts, "reactivations")],
  ] as const;
  const some = parts.filter(([, n]) => n > 0).map(([kind, n]) => `${number(n)} ${kindLabel(kind, "done", n)}`);
  return some.length === 0 ? t("report.nobody_joins_changes") : some.join(", ");
}

function removedIn(report: ReportData): string {
  const people = report.peopleWithAppliedRemovals;
  const n = countOf(report.result.counts, "removals_pending");
  if (people === 0) return n === 0 ? t("report.nothing_removed") : t("report.nothing_removed_removals", { n });
  return n === 0
    ? t("report.approved_removals_applied_people_people", { people })
    : t("report.approved_removals_applied_people_people_removals", { people, n });
}

/** Returns how many operations of a run were applied, and the outcome of the others. */
export function progressOf({ operationCounts }: ReportData): string {
  const sum = (...statuses: string[]): number =>
    operationCounts.filter(({ status }) => statuses.includes(status)).reduce((all, { n }) => all + n, 0);
  const [failed, unconfirmed, blocked] = [sum("failed"), sum("uncertain"), sum("held")];
  const [dropped, running] = [sum("dropped"), sum("running")];
  const waiting = sum("planned", "queued") + running;
  if (sum("done") + failed + unconfirmed + blocked + running === 0) return t("report.nothing_sent");
  const rest = [
    failed > 0 ? t("report.failed_2", { n: failed }) : "",
    unconfirmed > 0 ? t("report.unconfirmed_2", { n: unconfirmed }) : "",
    blocked > 0 ? t("report.blocked_operations", { n: blocked }) : "",
    waiting > 0 ? t("report.not_applied_yet", { n: waiting }) : "",
    dropped > 0 ? t("report.discarded", { n: dropped }) : "",
  ].filter((part) => part !== "");
  const applied = t("report.operations_applied", { n: sum("done") });
  return rest.length === 0 ? applied : `${applied}, ${listing(rest)}`;
}

function aftermath(report: ReportData): Html {
  const { run, job, status, source, counts } = report.result;
  const [failed, unconfirmed] = [countOf(counts, "failed"), countOf(counts, "uncertain")];
  const trouble = [
    failed > 0 ? t("report.operations_failed", { n: failed }) : "",
    unconfirmed > 0 ? t("report.unconfirmed_3", { n: unconfirmed }) : "",
  ].filter((part) => part !== "");
  const resume = command(`rollcall runs resume ${run}`);
  const restart = command(`rollcall sync ${shellWord(job)}`);
  const cancel = command(`rollcall runs cancel ${run}`);
  const link = (inside: Html): Html => html`<a href="#attention">${inside}</a>`;
  return html`${
    trouble.length > 0 && html`<p>${tHtml("report.trouble_see_what", { trouble: listing(trouble), link })}</p> `
  }${report.problem !== null && html`<p><strong>${t("report.what_happened")}</strong> ${prose(factText(report.problem.fact))}</p> `}${
    status === "held" && heldBy(report)
  }${status === "interrupted" && toDo(html`${ownNext(report)}${tHtml("report.continue_resume_unsent", { resume })}`)}${
    status === "failed" &&
    toDo(
      html`${ownNext(report)}${
        source.sha256 === "" ? tHtml("report.correct_file_then", { restart }) : tHtml("report.then_continue_resume", { resume })
      }`,
    )
  }${status === "planned" && toDo(tHtml("report.apply_resume_discard", { resume, cancel }))}`;
}

function toDo(advice: Html): Html {
  return html`<p><strong>${t("report.what")}</strong> ${advice}</p> `;
}

/** Returns the problem's own advice, unless it repeats the resume command. */
function ownNext({ problem }: ReportData): Html | null {
  return problem?.next_fact === undefined || advisesToResume(problem.next_fact) ? null : html`${prose(factText(problem.next_fact))} `;
}

function heldBy({ held, result: { run } }: ReportData): Html {
  const release = command(`rollcall runs approve ${run} --reason "…"`);
  const cancel = command(`rollcall runs cancel ${run}`);
  return html`${table(
    t("report.limits_run_exceeds"),
    [
      { head: t("report.limit"), cell: (limit) => limitLabel(limit.limit), rowHeader: true },
      { head: t("report.group_cause"), cell: (limit) => data(limit.of) },
      { head: t("report.found"), cell: (limit) => number(limit.found), numeric: true },
      { head: t("report.allowed"), cell: (limit) => number(limit.allowed), numeric: true },
      {
        head: t("operation.details"),
        wide: true,
        cell: (limit) =>
          html`${prose(limitText(limit, limit.setting))}${limit.setting !== undefined && html`<small>${prose(settingText(limit.setting))}</small>`}`,
      },
    ],
    held,
  )}${toDo(tHtml("report.if_plan_right", { release, cancel }))}`;
}
