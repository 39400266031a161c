import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { rowText } from "../../../domain/record.ts";
import { possibleActorsText } from "../../../reporting/removals/evidence.ts";
import type { PossibleActors } from "../../../review/possible-actors.ts";
import { capitalised, counted, fileName, limitLabel, removalStateText, number, runStatusLabel } from "../../../reporting/labels.ts";
import { countLabel, changesIn, countOf, failuresIn, type CountName } from "../../../reporting/run-counts.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { RunData, ShownReject, ShownRun, StoredRun } from "./run-data.ts";
import type { DrawnPage } from "../page-route.ts";
import type { BackgroundRun } from "../../parts.ts";
import { banner, done, facts, groupPath, jobLink, lines, emptyState, pages, prose, runLink, table, time } from "../parts.ts";
import { changesByPerson } from "./changes-view.ts";
import { icon } from "../../icon.ts";
import { runActions } from "./actions-view.ts";
import { runPill } from "./list-view.ts";

const DONE_TEXTS: Readonly<Record<string, string>> = {
  start: "Run started. It continues in the background.",
  resume: "The run continues in the background.",
  approve: "Run released. It continues in the background.",
  cancel: "Run cancelled.",
  revert: "This run adds the memberships back. It continues in the background.",
};

/** Draws one run: its status, what someone has to decide about it, and everything it found. */
export function runPage(given: RunData, request: ActorsRequest): DrawnPage {
  const { id, progress } = given;
  const inProgress = progress !== null && progress.ended === null;
  // Without a script the page reloads itself until the run has ended.
  const head = inProgress && html`<noscript><meta http-equiv="refresh" content="4" /></noscript>`;
  const after = String(Reflect.get(Object(request.query), "done"));
  const flash = Object.hasOwn(DONE_TEXTS, after) && done(DONE_TEXTS[after] ?? "");
  const page = { head, crumbs: [["/runs", "Runs"]] as const };
  if (given.run === null) return { ...page, title: `Run ${id}`, content: html`${flash}${notStarted(given)}` };
  const { run } = given;
  return {
    ...page,
    title: runSentence(run),
    lead: html`Job ${jobLink(run.job)}, run <span class="mono">${id}</span>, started ${time(run.started_at)}`,
    action: runPill(run),
    content: html`${flash}${stored(given, request)}`,
  };
}

/** Says in one sentence what a run did or waits for. */
function runSentence({ status, kind, counts, rows }: ShownRun): string {
  const changes = countOf(counts, "done");
  const failures = failuresIn(counts);
  if (kind === "revert") return "This run restores memberships";
  if (kind === "decisions")
    return status === "completed" ? `${counted(changes, "approved removal")} applied` : "This run applies approved removals";
  if (status === "held") return "On hold: nothing was sent";
  if (status === "planned") return "Planned, nothing was sent";
  if (status === "completed") {
    const applied = changes === 0 ? `No changes in ${counted(rows, "row")}` : `${counted(changes, "change")} applied`;
    return failures === 0 ? applied : `${applied}, ${number(failures)} failed or unconfirmed`;
  }
  return capitalised(runStatusLabel(status));
}

function notStarted({ id, job, progress }: Extract<RunData, { run: null }>): Html {
  if (progress.ended === null)
    return html`<p>A run of ${jobLink(job)}.</p>
      ${live(id, progress)}`;
  return banner(
    "bad",
    "alert",
    html`<p><b>The run of ${jobLink(job)} could not start. Nothing changed.</b></p>
      <p>${prose(progress.said)}</p>`,
  );
}

function stored(given: StoredRun, request: ActorsRequest): Html {
  const { id, run, progress, said } = given;
  return html`${progress !== null && live(id, progress)} ${said !== null && banner("bad", "alert", html`<p>${prose(said)}</p>`)}
    ${
      run.problem !== null &&
      banner(
        "bad",
        "alert",
        html`<p><b>${prose(run.problem.message)}</b></p>
          <p>${prose(run.problem.next ?? null)}</p>`,
      )
    }
    ${held(run)} ${runActions(given, request)} ${figures(given)} ${noChanges(run)} ${restored(given)} ${changesByPerson(given, request)}
    ${rejects(given)} ${notes(given)}
    <section class="section card">
      <h2>About this run</h2>
      ${facts([
        ["Started", time(run.started_at)],
        ["Started by", run.started_by === null ? "The schedule, or not recorded" : person(run.started_by, run.started_people)],
        ["Ended", run.ended_at !== null && time(run.ended_at)],
        ["Released by", run.released_by !== null && person(run.released_by, run.released_people)],
        [
          "Files",
          lines(
            given.files.map(
              ({ name, role, rows, sha256, server }) =>
                html`${data(fileName(name))}${role !== "people" && html` (${data(role)})`},
                  ${counted(rows, "row")}${server !== null && html`, from ${data(server)}`} <code>${sha256.slice(0, 12)}</code>`,
            ),
          ),
        ],
        ["Full export", run.kind === "sync" && (run.partial ? "No: it has only part of the people, so no one counts as missing" : "Yes")],
        ["Undone by", run.reverted_by !== null && runLink(run.reverted_by)],
        ["Report", given.report && html`<a href="/runs/${id}/report">Open</a>, <a href="/runs/${id}/report?format=json">JSON</a>`],
      ])}
    </section>`;
}

/** Who started or released a run, with the people who may be behind that name. */
function person(by: string, behind: PossibleActors | null): Html {
  const words = behind === null ? null : possibleActorsText({ by, people: behind.names, any_admin: behind.any_admin });
  return html`${data(by)}${words !== null && html` <span class="soft">(${data(words)})</span>`}`;
}

function live(id: string, { phase, done: so, total, said }: BackgroundRun): Html {
  return html`<section class="card" data-live="/runs/${id}/live" aria-labelledby="live-h">
    <h2 id="live-h">In progress</h2>
    <p role="status" data-words>
      ${phase}${total !== null && html`: ${number(so)} of ${number(total)}`}${said !== null && html`. ${data(said)}`}
    </p>
    <progress ${total !== null && html` value="${so}" max="${Math.max(1, total)}"`} aria-label="Progress"></progress>
  </section>`;
}

function held({ held: limits, status }: ShownRun): Html | null {
  if (limits.length === 0) return null;
  const list = html`<ul class="stack">
    ${limits.map(
      ({ limit, of, found, allowed, message }) =>
        html`<li>
          <b>${limitLabel(limit)}${of !== undefined && html` (${data(of)})`}: ${number(found)} found, ${number(allowed)} allowed.</b>
          ${prose(message)}
        </li>`,
    )}
  </ul>`;
  if (status === "held")
    return banner(
      "warn",
      "pause",
      html`<p><b>A limit put this run on hold.</b> Nothing was sent.</p>
        ${list}
        <p>An incomplete export often looks like this: check with HR before you apply the plan.</p>`,
    );
  return html`<section class="section card">
    <h2>Limits that put it on hold</h2>
    ${list}
  </section>`;
}

function figures({ run }: StoredRun): Html | null {
  if (run.kind !== "sync") return null;
  const names: readonly CountName[] = [
    "creates",
    "updates",
    "deactivations",
    "reactivations",
    "unchanged",
    "rejected",
    "held",
    "absent",
    "removals_pending",
  ];
  return html`<section class="section" aria-labelledby="plan">
    <h2 id="plan">Plan</h2>
    <ul class="tiles">
      ${names.map((name) => html`<li class="tile"><b>${number(countOf(run.counts, name))}</b><span>${capitalised(countLabel(name, run.counts[name]))}</span></li>`)}
    </ul>
    ${
      countOf(run.counts, "removals_pending") > 0 &&
      html`<p class="section">
        <a href="/review?job=${encodeURIComponent(run.job)}">Pending removals of job ${data(run.job)}</a> wait for a decision. No one loses
        access until someone decides.
      </p>`
    }
  </section>`;
}

function noChanges({ kind, status, counts, rows }: ShownRun): Html | null {
  if (kind !== "sync" || status !== "completed" || changesIn(counts) > 0 || failuresIn(counts) > 0) return null;
  return html`<section class="card empty section">
    ${icon("done")}
    <h2>No changes</h2>
    <p class="lead">All people in ${counted(rows, "row")} are already up to date. Rollcall read the export and sent nothing.</p>
  </section>`;
}

/** The removals that a revert undid, each linked both ways. */
function restored({ restored: removals, reverts }: StoredRun): Html | null {
  if (reverts === null && removals.length === 0) return null;
  return html`<section class="section">
    ${reverts !== null && html`<p>This run undoes the removals of run ${runLink(reverts)}.</p>`}
    ${
      removals.length > 0 &&
      table<StoredRun["restored"][number]>(
        counted(removals.length, "restored membership"),
        [
          { head: "Person", rowHeader: true, cell: ({ id, person: { name } }) => html`<a href="/review/removals/${id}">${data(name)}</a>` },
          { head: "Group", cell: ({ group }) => groupPath(group.path) },
          { head: "Status", wide: true, cell: removalStateText },
        ],
        removals,
      )
    }
  </section>`;
}

function rejects({ id, rejects: first, rejected }: StoredRun): Html | null {
  if (rejected === 0) return null;
  return html`<h2 id="rejects">Rejected rows</h2>
    <p>These people keep everything they have until HR corrects the rows.</p>
    ${rejectTable(rejected, first)}
    ${rejected > first.length && html`<p><a href="/runs/${id}/rejects">All ${number(rejected)} rejected rows</a></p>`}`;
}

function rejectTable(all: number, rows: readonly ShownReject[]): Html {
  return table<ShownReject>(
    counted(all, "rejected row"),
    [
      {
        head: "Row",
        rowHeader: true,
        cell: ({ row, file }) => html`${row}${file !== undefined && html` <span class="soft">${data(fileName(file))}</span>`}`,
      },
      { head: "Key", cell: ({ key }) => data(key) },
      { head: "Column", cell: ({ column }) => data(column) },
      { head: "Problem", wide: true, cell: ({ message, code }) => html`${prose(message)}<small><code>${code}</code></small>` },
    ],
    rows,
  );
}

/** All rejected rows of a run, a page at a time. */
export function rejectedRowsView(
  given: { run: string; rejects: ShownReject[]; page: number; limit: number; all: number },
  request: FastifyRequest,
): Html {
  return html`<p>Run ${runLink(given.run)}</p>
    ${given.rejects.length === 0 ? emptyState("No row was rejected.") : rejectTable(given.all, given.rejects)}${pages(request, given)}`;
}

function notes({ notes: all }: StoredRun): Html | null {
  if (all.length === 0) return null;
  return html`<h2>Notes</h2>
    ${table<StoredRun["notes"][number]>(
      "Notes about the rows",
      [
        { head: "Note", rowHeader: true, cell: ({ message, code }) => html`${prose(message)} <small><code>${code}</code></small>` },
        { head: "Column", cell: ({ column }) => data(column) },
        { head: "Rows", numeric: true, cell: ({ rows }) => number(rows) },
        {
          head: "For example",
          cell: ({ examples }) =>
            examples.map(({ row, file }) => (file === undefined ? rowText(row) : `${row} of ${fileName(file)}`)).join(", "),
        },
      ],
      all,
    )}`;
}
