import { data, html, type Html } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import { capitalised, counted, fileName, limitLabel, listing, number, runStatusLabel, shellWord } from "../labels.ts";
import { countOf, failuresIn } from "../run-counts.ts";
import { command, prose, table } from "../html/parts.ts";

type Tone = "good" | "attention" | "bad";

/** Draws what happened and the next step. */
export function headline(report: ReportData): Html {
  const { result } = report;
  return html`<div class="headline ${toneOf(report)}">
    <p class="status">${statusLine(result)}</p>
    <p class="lead">${sentence(report)}</p>
    ${aftermath(report)}
  </div> `;
}

function statusLine({ status, counts }: ReportData["result"]): string {
  const trouble = failuresIn(counts) > 0;
  return status === "completed" && trouble ? "Completed, but some changes failed or are unconfirmed" : capitalised(runStatusLabel(status));
}

function toneOf({ result: { status, counts } }: ReportData): Tone {
  if (status === "failed" || status === "interrupted") return "bad";
  if (status !== "completed") return "attention";
  return failuresIn(counts) > 0 ? "bad" : "good";
}

function sentence(report: ReportData): Html {
  const { status, counts } = report.result;
  switch (status) {
    case "completed":
      return html`${wasRead(report)}; ${changesText(counts, false)}; ${removedIn(report)}.`;
    case "planned":
      return html`${wasRead(report)}; ${changesText(counts, true)}; this is a plan, and nothing was sent.`;
    case "held":
      return html`${wasRead(report)}; ${changesText(counts, true)}; nothing was sent, because this is more than
      ${report.held.length === 1 ? "a limit" : "the limits"} of the job allow${report.held.length === 1 ? "s" : ""} without approval.`;
    case "failed":
      return html`${wasRead(report)}; the run failed, and nothing was changed in the learning service.`;
    case "interrupted":
      return html`${wasRead(report)}; the run was interrupted: ${progressOf(report)}.`;
    case "cancelled":
      return html`${wasRead(report)}; the run was cancelled: ${progressOf(report)}. Unsent changes will not be sent.`;
    case "superseded":
      return html`${wasRead(report)}; a later run replaced this one: ${progressOf(report)}.`;
    default:
      return html`${wasRead(report)}; the run has not ended yet: ${progressOf(report)}.`;
  }
}

function wasRead({ result: { source }, partial }: ReportData): Html {
  const file = data(fileName(source.file));
  // Without a digest, the file was not read to its end.
  if (source.sha256 === "") return html`${file} could not be read completely`;
  const part = partial ? " (a partial file, so nobody counts as absent)" : "";
  return html`${counted(source.rows, "row")} ${source.rows === 1 ? "was" : "were"} read from ${file}${part}`;
}

function changesText(counts: Record<string, number>, planned: boolean): string {
  const leave = countOf(counts, "deactivations") + countOf(counts, "absent_deactivated");
  const verbs = [
    [countOf(counts, "creates"), "joins", "join"],
    [countOf(counts, "updates"), "changes", "change"],
    [leave, "leaves", "leave"],
    [countOf(counts, "reactivations"), "returns", "return"],
  ] as const;
  const parts = verbs
    .filter(([n]) => n > 0)
    .map(([n, one, many], i) => {
      const people = i === 0 ? counted(n, "person", "people") : number(n);
      return planned ? `${people} would ${many.replace("are", "be")}` : `${people} ${n === 1 ? one : many}`;
    });
  return parts.length === 0 ? "nobody joins, changes or leaves" : parts.join(", ");
}

function removedIn(report: ReportData): string {
  const people = report.peopleWithRemovals;
  const pending = countOf(report.result.counts, "removals_pending");
  const waits = `${counted(pending, "removal is", "removals are")} pending`;
  if (people === 0) return pending === 0 ? "nothing was removed" : `nothing was removed: ${waits}`;
  return `approved removals were applied for ${counted(people, "person", "people")}${pending === 0 ? "" : `, and ${waits}`}`;
}

function progressOf({ operationCounts }: ReportData): string {
  const sum = (...statuses: string[]): number =>
    operationCounts.filter(({ status }) => statuses.includes(status)).reduce((all, { n }) => all + n, 0);
  const done = sum("done");
  const ended = sum("done", "failed", "uncertain");
  const waiting = sum("planned", "queued", "running");
  if (ended + sum("running") === 0) return "nothing was sent";
  const rest = [
    sum("failed") > 0 ? `${number(sum("failed"))} failed` : "",
    sum("uncertain") > 0 ? `${number(sum("uncertain"))} unconfirmed` : "",
    waiting > 0 ? `${number(waiting)} not applied yet` : "",
    sum("dropped") > 0 ? `${number(sum("dropped"))} discarded` : "",
  ].filter((part) => part !== "");
  return `${counted(done, "operation was", "operations were")} applied${rest.length === 0 ? "" : `, ${listing(rest)}`}`;
}

function aftermath(report: ReportData): Html {
  const { run, job, status, source, counts } = report.result;
  const trouble = [
    countOf(counts, "failed") > 0 ? counted(countOf(counts, "failed"), "operation failed", "operations failed") : "",
    countOf(counts, "uncertain") > 0
      ? `${number(countOf(counts, "uncertain"))} ${countOf(counts, "uncertain") === 1 ? "is" : "are"} unconfirmed`
      : "",
  ].filter((part) => part !== "");
  const resume = `rollcall runs resume ${run}`;
  const restart = `rollcall sync ${shellWord(job)}`;
  return html`${trouble.length > 0 && html`<p>${capitalised(listing(trouble))}: see <a href="#attention">what needs attention</a>.</p> `}${
    report.problem !== null && html`<p><strong>What happened:</strong> ${prose(report.problem.message)}</p> `
  }${status === "held" && heldBy(report)}${
    status === "interrupted" &&
    html`<p>
      <strong>What to do:</strong> ${ownNext(report)}Continue with ${command(resume)}. Unsent changes are kept, and nothing is sent twice.
    </p> `
  }${
    status === "failed" &&
    html`<p>
      <strong>What to do:</strong> ${ownNext(report)}${
        source.sha256 === ""
          ? html`Correct the file, then start again with ${command(restart)}.`
          : html`Then continue with ${command(resume)}.`
      }
    </p> `
  }${
    status === "planned" &&
    html`<p>
      <strong>What to do:</strong> apply it with ${command(resume)}, or discard it with ${command(`rollcall runs cancel ${run}`)}.
    </p> `
  }`;
}

/** Returns the problem's own advice, unless it repeats the resume command. */
function ownNext({ problem }: ReportData): Html | null {
  return problem?.next === undefined || problem.next.includes("runs resume") ? null : html`${prose(problem.next)} `;
}

function heldBy({ held, result: { run } }: ReportData): Html {
  return html`${table(
      "Limits that the run exceeds",
      [
        { head: "Limit", cell: (limit) => limitLabel(limit.limit), rowHeader: true },
        { head: "Group or cause", cell: (limit) => data(limit.of) },
        { head: "Found", cell: (limit) => number(limit.found), numeric: true },
        { head: "Allowed", cell: (limit) => number(limit.allowed), numeric: true },
        { head: "Details", wide: true, cell: (limit) => prose(limit.message) },
      ],
      held,
    )}
    <p>
      <strong>What to do:</strong> if the plan is right, release the run with ${command(`rollcall runs approve ${run} --reason "…"`)}. If
      not, discard it with ${command(`rollcall runs cancel ${run}`)} and correct the file. Nothing changes until you decide.
    </p> `;
}
