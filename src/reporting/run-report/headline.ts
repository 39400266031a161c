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
import { command, prose, storedProse, table } from "../html/parts.ts";

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
  return status === "completed" && trouble
    ? t("Completed, but some changes failed or are unconfirmed")
    : capitalised(runStatusLabel(status));
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
      return [changesText(counts), t("this is a plan, and nothing was sent")];
    case "held":
      return [
        changesText(counts),
        t(
          "nothing was sent, because this is more than {n, plural, one {a limit of the job allows} other {the limits of the job allow}} without approval",
          { n: report.held.length },
        ),
      ];
    case "failed":
      return [t("the run failed, and nothing was changed in the learning service")];
    case "interrupted":
      return [t("the run was interrupted: {progress}", { progress: progressOf(report) })];
    case "cancelled":
      return [t("the run was cancelled: {progress}. Unsent changes will not be sent", { progress: progressOf(report) })];
    case "superseded":
      return [t("a later run replaced this one: {progress}", { progress: progressOf(report) })];
    default:
      return [t("the run has not ended yet: {progress}", { progress: progressOf(report) })];
  }
}

function wasRead({ result: { source, pilot }, partial }: ReportData): Html {
  const read = { n: source.rows, file: data(fileName(source.file)) };
  // Without a digest, the file was not read to its end.
  if (source.sha256 === "") return tHtml("{file} could not be read completely", { file: read.file });
  return partial && pilot === undefined
    ? tHtml("{n, plural, one {# row was} other {# rows were}} read from {file} (a partial file, so nobody counts as absent)", read)
    : tHtml("{n, plural, one {# row was} other {# rows were}} read from {file}", read);
}

function changesText(counts: Record<string, number>): string {
  const parts = [
    ["create", countOf(counts, "creates")],
    ["update", countOf(counts, "updates")],
    ["deactivate", countOf(counts, "deactivations") + countOf(counts, "absent_deactivated")],
    ["reactivate", countOf(counts, "reactivations")],
  ] as const;
  const some = parts.filter(([, n]) => n > 0).map(([kind, n]) => `${number(n)} ${kindLabel(kind, "done", n)}`);
  return some.length === 0 ? t("nobody joins, changes or leaves") : some.join(", ");
}

function removedIn(report: ReportData): string {
  const people = report.peopleWithRemovals;
  const n = countOf(report.result.counts, "removals_pending");
  if (people === 0)
    return n === 0
      ? t("nothing was removed")
      : t("nothing was removed: {n, plural, one {# removal is} other {# removals are}} pending", { n });
  return n === 0
    ? t("approved removals were applied for {people, plural, one {# person} other {# people}}", { people })
    : t(
        "approved removals were applied for {people, plural, one {# person} other {# people}}, and {n, plural, one {# removal is} other {# removals are}} pending",
        { people, n },
      );
}

function progressOf({ operationCounts }: ReportData): string {
  const sum = (...statuses: string[]): number =>
    operationCounts.filter(({ status }) => statuses.includes(status)).reduce((all, { n }) => all + n, 0);
  const [failed, unconfirmed, dropped, running] = [sum("failed"), sum("uncertain"), sum("dropped"), sum("running")];
  const waiting = sum("planned", "queued") + running;
  if (sum("done") + failed + unconfirmed + running === 0) return t("nothing was sent");
  const rest = [
    failed > 0 ? t("{n} failed", { n: failed }) : "",
    unconfirmed > 0 ? t("{n} unconfirmed", { n: unconfirmed }) : "",
    waiting > 0 ? t("{n} not applied yet", { n: waiting }) : "",
    dropped > 0 ? t("{n} discarded", { n: dropped }) : "",
  ].filter((part) => part !== "");
  const applied = t("{n, plural, one {# operation was} other {# operations were}} applied", { n: sum("done") });
  return rest.length === 0 ? applied : `${applied}, ${listing(rest)}`;
}

function aftermath(report: ReportData): Html {
  const { run, job, status, source, counts } = report.result;
  const [failed, unconfirmed] = [countOf(counts, "failed"), countOf(counts, "uncertain")];
  const trouble = [
    failed > 0 ? t("{n, plural, one {# operation failed} other {# operations failed}}", { n: failed }) : "",
    unconfirmed > 0 ? t("{n, plural, one {# is} other {# are}} unconfirmed", { n: unconfirmed }) : "",
  ].filter((part) => part !== "");
  const resume = command(`rollcall runs resume ${run}`);
  const restart = command(`rollcall sync ${shellWord(job)}`);
  const cancel = command(`rollcall runs cancel ${run}`);
  const link = (inside: Html): Html => html`<a href="#attention">${inside}</a>`;
  return html`${
    trouble.length > 0 && html`<p>${tHtml("{trouble}: see <link>what needs attention</link>.", { trouble: listing(trouble), link })}</p> `
  }${report.problem !== null && html`<p><strong>${t("What happened:")}</strong> ${storedProse(report.problem.message)}</p> `}${
    status === "held" && heldBy(report)
  }${
    status === "interrupted" &&
    toDo(html`${ownNext(report)}${tHtml("Continue with {resume}. Unsent changes are kept, and nothing is sent twice.", { resume })}`)
  }${
    status === "failed" &&
    toDo(
      html`${ownNext(report)}${
        source.sha256 === ""
          ? tHtml("Correct the file, then start again with {restart}.", { restart })
          : tHtml("Then continue with {resume}.", { resume })
      }`,
    )
  }${status === "planned" && toDo(tHtml("Apply it with {resume}, or discard it with {cancel}.", { resume, cancel }))}`;
}

function toDo(advice: Html): Html {
  return html`<p><strong>${t("What to do:")}</strong> ${advice}</p> `;
}

/** Returns the problem's own advice, unless it repeats the resume command. */
function ownNext({ problem }: ReportData): Html | null {
  return problem?.next === undefined || problem.next.includes("runs resume") ? null : html`${storedProse(problem.next)} `;
}

function heldBy({ held, result: { run } }: ReportData): Html {
  const release = command(`rollcall runs approve ${run} --reason "…"`);
  const cancel = command(`rollcall runs cancel ${run}`);
  return html`${table(
    t("Limits that the run exceeds"),
    [
      { head: t("Limit"), cell: (limit) => limitLabel(limit.limit), rowHeader: true },
      { head: t("Group or cause"), cell: (limit) => data(limit.of) },
      { head: t("Found"), cell: (limit) => number(limit.found), numeric: true },
      { head: t("Allowed"), cell: (limit) => number(limit.allowed), numeric: true },
      {
        head: t("Details"),
        wide: true,
        cell: ({ message, setting }) =>
          html`${prose(limitText(message, setting))}${setting !== undefined && html`<small>${prose(settingText(setting))}</small>`}`,
      },
    ],
    held,
  )}${toDo(
    tHtml(
      "If the plan is right, release the run with {release}. If not, discard it with {cancel} and correct the file. Nothing changes until you decide.",
      { release, cancel },
    ),
  )}`;
}
