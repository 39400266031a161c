import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { rowText } from "../../../domain/record.ts";
import { possibleActorsText } from "../../../reporting/removals/evidence.ts";
import type { PossibleActors } from "../../../review/possible-actors.ts";
import { capitalised, counted, fileName, kindLabel, limitLabel, number, operationStatusLabel } from "../../../reporting/labels.ts";
import { countLabel, countOf, type CountName } from "../../../reporting/run-counts.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { RunData, ShownOperation, ShownReject, ShownRun, StoredRun } from "./run-data.ts";
import type { DrawnPage } from "../page-route.ts";
import type { BackgroundRun } from "../../parts.ts";
import { done, facts, groupPath, jobLink, lines, emptyState, pages, prose, runLink, select, table, time } from "../parts.ts";
import { runActions } from "./actions-view.ts";
import { statusOf } from "./list-view.ts";

const DONE_TEXTS: Readonly<Record<string, string>> = {
  start: "The run was started; it goes on in the background.",
  resume: "The run goes on in the background.",
  approve: "The run was released; it goes on in the background.",
  cancel: "The run was cancelled.",
  revert: "This run adds the memberships back; it goes on in the background.",
};

/** One run: how it stands, what has to be done about it, and everything that it found. */
export function runView(given: RunData, request: ActorsRequest): DrawnPage {
  const { id, progress } = given;
  // Without a script the page loads itself anew while something goes on.
  const head = progress !== null && progress.ended === null && html`<noscript><meta http-equiv="refresh" content="4" /></noscript>`;
  const after = String(Reflect.get(Object(request.query), "done"));
  const flash = Object.hasOwn(DONE_TEXTS, after) && done(DONE_TEXTS[after] ?? "");
  if (given.run === null) return { title: `Run ${id}`, content: html`${flash}${notBegun(given)}`, head };
  return { title: `Run ${id}`, content: html`${flash}${stored(given, request)}`, head };
}

function notBegun({ id, job, progress }: Extract<RunData, { run: null }>): Html {
  if (progress.ended === null)
    return html`<p>A run of ${jobLink(job)}.</p>
      ${live(id, progress)}`;
  return html`<p class="problem">The run of ${jobLink(job)} could not begin. Nothing was changed.</p>
    <p>${prose(progress.said)}</p>`;
}

function stored(given: StoredRun, request: ActorsRequest): Html {
  const { id, run, progress, said } = given;
  return html`<p><strong>${statusOf(run)}</strong>, ${jobLink(run.job)}</p>
    ${progress !== null && live(id, progress)} ${said !== null && html`<p class="problem">${prose(said)}</p>`}
    ${
      run.problem !== null &&
      html`<p class="problem">${prose(run.problem.message)}</p>
        <p>${prose(run.problem.next ?? null)}</p>`
    }
    ${held(run)} ${runActions(given, request)} ${figures(given)} ${operations(given, request)} ${rejects(given)} ${notes(given)}
    <h2>About this run</h2>
    ${facts([
      ["Began", time(run.started_at)],
      ["Started by", run.started_by === null ? "the schedule, or not known" : person(run.started_by, run.started_people)],
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
      ["Whole file", run.kind === "sync" && (run.partial ? "no: only part of the people, so nobody counts as absent" : "yes")],
      ["Taken back by", run.reverted_by !== null && runLink(run.reverted_by)],
      ["Report", given.report && html`<a href="/runs/${id}/report">open</a>, <a href="/runs/${id}/report?format=json">JSON</a>`],
    ])}`;
}

/** Who started or released a run, with the people who may be behind that name. */
function person(by: string, actors: PossibleActors | null): Html {
  const words = actors === null ? null : possibleActorsText({ by, people: actors.names, any_admin: actors.any_admin });
  return html`${data(by)}${words !== null && html` <span class="soft">(${data(words)})</span>`}`;
}

function live(id: string, { phase, done: so, total, said }: BackgroundRun): Html {
  return html`<section class="box" data-live="/runs/${id}/live" aria-labelledby="live-h">
    <h2 id="live-h">Under way</h2>
    <p role="status" data-words>
      ${phase}${total !== null && html`: ${number(so)} of ${number(total)}`}${said !== null && html`. ${data(said)}`}
    </p>
    <progress ${total !== null && html` value="${so}" max="${Math.max(1, total)}"`} aria-label="Progress"></progress>
  </section>`;
}

function held({ held: limits, status }: ShownRun): Html | null {
  if (limits.length === 0) return null;
  return html`<h2>${status === "held" ? "Held by a limit: nothing was sent" : "Limits that held it"}</h2>
    ${table<ShownRun["held"][number]>(
      "Limits",
      [
        {
          head: "Limit",
          rowHeader: true,
          cell: ({ limit, of }) => html`${limitLabel(limit)}${of !== undefined && html`<small>${data(of)}</small>`}`,
        },
        { head: "Found", numeric: true, cell: ({ found }) => number(found) },
        { head: "Allowed", numeric: true, cell: ({ allowed }) => number(allowed) },
        { head: "What it means", wide: true, cell: ({ message }) => prose(message) },
      ],
      limits,
    )}`;
}

function figures({ run, operation_counts: counts }: StoredRun): Html | null {
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
  return html`<h2>Plan</h2>
    <ul class="cards">
      ${names.map((name) => html`<li><strong class="figure">${number(countOf(run.counts, name))}</strong>${capitalised(countLabel(name, run.counts[name]))}</li>`)}
    </ul>
    ${
      counts.length > 0 &&
      table(
        "Operations",
        [
          {
            head: "Operation",
            rowHeader: true,
            cell: ({ kind, status, n }: { kind: string; status: string; n: number }) => kindLabel(kind, status, n),
          },
          { head: "State", cell: ({ status }) => operationStatusLabel(status) },
          {
            head: "Number",
            numeric: true,
            cell: ({ kind, status, n }) => html`<a href="?operation=${kind}&amp;ended=${status}#operations">${number(n)}</a>`,
          },
        ],
        counts,
      )
    }`;
}

function operations(given: StoredRun, request: FastifyRequest): Html | null {
  const { operations: shown, all, operation_counts: counts, operation_filter: filter } = given;
  if (counts.length === 0) return null;
  const kinds = [...new Set(counts.map(({ kind }) => kind))];
  const states = [...new Set(counts.map(({ status }) => status))];
  return html`<h2 id="operations">Operations</h2>
    <form method="get" action="/runs/${given.id}#operations" class="row" aria-label="Filter the operations">
      ${select("operation", "Operation", [["", "all"], ...kinds.map((kind) => [kind, kindLabel(kind, "done", 2)] as const)], filter.operation)}
      ${select("ended", "State", [["", "all"], ...states.map((state) => [state, operationStatusLabel(state)] as const)], filter.ended)}
      <button class="quiet">Filter</button>
    </form>
    ${
      shown.length === 0
        ? emptyState("There are none of these.")
        : table<ShownOperation>(
            counted(all, "operation"),
            [
              {
                head: "Person",
                rowHeader: true,
                cell: ({ person_id: id, name, key }) =>
                  html`<a href="/people/${id}">${data(name === "" ? key : name)}</a><small>${data(key)}</small>`,
              },
              { head: "What", cell: ({ kind, status }) => kindLabel(kind, status) },
              { head: "State", cell: ({ status }) => operationStatusLabel(status) },
              { head: "Changes", wide: true, cell: changesOf },
              {
                head: "Why",
                wide: true,
                cell: ({ reason, code }) => html`${prose(reason)}${code !== null && html`<small><code>${code}</code></small>`}`,
              },
              {
                head: "Row",
                numeric: true,
                cell: ({ row, file }) => row !== null && html`${row}${file !== undefined && html`<small>${data(fileName(file))}</small>`}`,
              },
            ],
            shown,
          )
    }
    ${pages(request, given)}`;
}

function changesOf({ fields, gains, losses }: ShownOperation): Html {
  const all = [
    ...fields.map(
      ({ field, from, to }) => html`${data(field)}: ${from === null ? html`<i>not known</i>` : html`“${data(from)}”`} → “${data(to)}”`,
    ),
    ...gains.map((group) => html`joins ${groupPath(group)}`),
    ...losses.map((group) => html`leaves ${groupPath(group)}, after a decision`),
  ];
  return html`${lines(all.slice(0, 12))}${all.length > 12 && html`<small>and ${all.length - 12} more</small>`}`;
}

function rejects({ id, rejects: first, rejected }: StoredRun): Html | null {
  if (rejected === 0) return null;
  return html`<h2 id="rejects">Rejected rows</h2>
    <p>These people keep everything that they have until HR has mended the rows.</p>
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
      { head: "What is wrong", wide: true, cell: ({ message, code }) => html`${prose(message)}<small><code>${code}</code></small>` },
    ],
    rows,
  );
}

/** All rejected rows of a run, a page at a time. */
export function rejectedRowsView(
  given: { run: string; rejects: ShownReject[]; page: number; limit: number; all: number },
  request: FastifyRequest,
): Html {
  return html`<p>Of run ${runLink(given.run)}.</p>
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
