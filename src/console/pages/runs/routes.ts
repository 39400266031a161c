import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FastifyInstance } from "fastify";
import { placeIn } from "../../../reporting/run-result.ts";
import { listApplied } from "../../../store/runs/removed.ts";
import {
  countOperations,
  findReverted,
  listRunGroups,
  OPERATION_SORTS,
  pageOperations,
  pageRejects,
  pageRuns,
  type OperationFilter,
  type RunFilter,
} from "../../../store/runs/run-pages.ts";
import { findRun, type Run } from "../../../store/runs/runs.ts";
import { OPERATION_KINDS, OPERATION_STATUSES, RUN_KINDS, RUN_STATUSES } from "../../../store/schema/statuses.ts";
import { route, type ActorsRequest } from "../../access/route.ts";
import { notFound } from "../../answers.ts";
import type { Live } from "../../live.ts";
import type { ConsoleParts } from "../../parts.ts";
import { rejectedRowsView, runPage } from "./run-view.ts";
import { runsView } from "./list-view.ts";
import { addPageRoute, pageAction } from "../page-route.ts";
import { needsAttention } from "../../../reporting/run-report/attention.ts";
import { toRemovalJson } from "../../../reporting/removals/pending-removals.ts";
import { listRestored } from "../../../store/review/removals.ts";
import { choice, needed, pageOf, param, query } from "../query.ts";
import { shownOperation, shownRun, type Asked, type RunData } from "./run-data.ts";

const OPERATIONS_A_PAGE = 50;
const REJECTS_A_PAGE = 50;
const MAX_RESTORED = 500;

/** All runs, and one of them with everything that there is to say about it. */
export function addRunPages(app: FastifyInstance, parts: ConsoleParts, live: Live): void {
  const { db } = parts.state;

  addPageRoute(app, {
    url: "/runs",
    right: "look",
    load: async (request) => {
      const { page, limit, offset } = pageOf(request, 50);
      const asked = {
        job: query(request, "job"),
        status: choice(request, "status", RUN_STATUSES),
        kind: choice(request, "kind", RUN_KINDS),
      };
      const filter: RunFilter = {};
      if (asked.job !== null) filter.job = asked.job;
      if (asked.status !== null) filter.status = asked.status;
      if (asked.kind !== null) filter.kind = asked.kind;
      const { runs, more } = await pageRuns(db, filter, { limit, offset });
      return { runs: runs.map(shownRun), filter: asked, page, limit, more, running: parts.work.running() };
    },
    draw: (data, request) => ({ title: "Runs", content: runsView(data, request) }),
  });

  addPageRoute(app, {
    url: "/runs/:id",
    right: "look",
    load: (request) => runData(request, parts, live),
    draw: (data, request) => runPage(data, request),
  });

  addPageRoute(app, {
    url: "/runs/:id/rejects",
    right: "look",
    load: async (request) => {
      const run = await runIn(request, parts);
      const { page, limit, offset } = pageOf(request, REJECTS_A_PAGE);
      const { rejects, all } = await pageRejects(db, run.id, { limit, offset });
      return { run: run.id, rejects: rejects.map((reject) => ({ ...reject, ...placeIn(run, reject.row) })), page, limit, all };
    },
    draw: (data, request) => ({ title: `Rejected rows of run ${data.run}`, content: rejectedRowsView(data, request) }),
  });

  pageAction(app, {
    url: "/runs/:id/find",
    right: "look",
    act: (request) => runData(request, parts, live, needed(request, "text", "Enter a name or key to search for.")),
    next: (data, request) => runPage(data, request),
  });

  const follow = (url: string): void =>
    route(app, { method: "GET", url, right: "look", handler: async (request, reply) => live.send(reply, param(request, "id")) });
  follow("/runs/:id/live");
  follow("/api/v1/runs/:id/live");

  const report = (url: string): void =>
    route(app, {
      method: "GET",
      url,
      right: "look",
      handler: async (request, reply) => {
        const kind = choice(request, "format", ["html", "json"] as const) ?? "html";
        const run = await runIn(request, parts);
        const file = join(parts.state.dir, "reports", `${run.id}.${kind}`);
        if (!(await isThere(file)) && mayBeElsewhere(parts, run)) await parts.work.report(run.id);
        if (!(await isThere(file))) throw notFound("There is no report of this run yet: it is written when the run ends.");
        // The report brings its own rules in its head, and loads nothing; here it may not reach into the console.
        reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups");
        reply.header("content-disposition", `${kind === "json" ? "attachment" : "inline"}; filename="${run.id}.${kind}"`);
        if (kind === "html") return reply.type("text/html; charset=utf-8").send(createReadStream(file));
        // The file names itself by its path, which is nobody's business here.
        const folder = JSON.stringify(`${dirname(file)}/`).slice(1, -1);
        return reply.type("application/json; charset=utf-8").send((await readFile(file, "utf8")).replaceAll(folder, ""));
      },
    });
  report("/runs/:id/report");
  report("/api/v1/runs/:id/report");
}

function filterOf({ operation, ended, show, group, sort }: Asked): OperationFilter {
  return {
    sort,
    ...(operation === null ? {} : { kind: operation }),
    ...(ended === null ? {} : { status: ended }),
    ...(show === null ? {} : { trouble: true }),
    ...(group === null ? {} : { group }),
  };
}

function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** On servers the worker that ended a run has its report; what it says is stored, so it can be written here too. */
function mayBeElsewhere({ state }: ConsoleParts, { status }: Run): boolean {
  return state.kind === "server" && status !== "reading" && status !== "running";
}

/** The run that an address names. */
export async function runIn(request: ActorsRequest, { state }: ConsoleParts): Promise<Run> {
  const run = await findRun(state.db, param(request, "id"));
  if (run === undefined) throw notFound("There is no such run.");
  return run;
}

/** The pages of a run's changes, and of those of the people whom a search finds. */
async function runData(request: ActorsRequest, parts: ConsoleParts, live: Live, text: string | null = null): Promise<RunData> {
  const { db } = parts.state;
  const id = param(request, "id");
  const progress = live.of(id);
  const run = await findRun(db, id);
  if (run === undefined) {
    // Until it begins to read, and where it never could, there is nothing of it in the store.
    if (progress === null) throw notFound("There is no such run.");
    return { run: null, id, job: progress.job, progress };
  }
  const { page, limit, offset } = pageOf(request, OPERATIONS_A_PAGE);
  const counts = await countOperations(db, id);
  const asked = {
    operation: choice(request, "operation", OPERATION_KINDS),
    ended: choice(request, "ended", OPERATION_STATUSES),
    show: choice(request, "show", ["attention"] as const),
    group: query(request, "group"),
    sort: choice(request, "sort", OPERATION_SORTS) ?? "leavers",
  };
  const fitting = counts.filter(
    ({ kind, status }) =>
      (asked.operation ?? kind) === kind && (asked.ended ?? status) === status && (asked.show === null || needsAttention(status)),
  );
  const found = await pageOperations(db, id, { ...filterOf(asked), ...(text === null ? {} : { text }) }, { limit: limit + 1, offset });
  const operations = found.slice(0, limit);
  const { rejects, all: rejected } = await pageRejects(db, id, { limit: 20, offset: 0 });
  const removed = run.kind === "revert" ? [] : await listApplied(db, id);
  const notes = (run.notes ?? []) as { code: string; column: string | null; message: string; rows: number; examples: number[] }[];
  return {
    id,
    job: run.job,
    progress: progress?.ended === null ? progress : null,
    said: progress !== null && progress.ended !== null && progress.ended.code !== 0 ? progress.said : null,
    run: shownRun(run),
    sha256: run.sha256,
    files: (run.files ?? []).map(({ name, role, rows, sha256, server }) => ({ name, role, rows, sha256, server })),
    notes: notes.map(({ code, column, message, rows, examples }) => ({
      code,
      column,
      message,
      rows,
      examples: examples.map((row) => placeIn(run, row)),
    })),
    operation_counts: counts,
    operations: operations.map((operation) => shownOperation(operation, run)),
    operation_filter: asked,
    text,
    groups: await listRunGroups(db, id),
    restored: run.kind === "revert" ? (await listRestored(db, id, MAX_RESTORED)).map((removal) => toRemovalJson(removal)) : [],
    reverts: run.kind === "revert" ? await findReverted(db, id) : null,
    page,
    limit,
    more: found.length > limit,
    all: fitting.reduce((sum, { n }) => sum + n, 0),
    rejects: rejects.map((reject) => ({ ...reject, ...placeIn(run, reject.row) })),
    rejected,
    removed: removed.length,
    report: (await isThere(join(parts.state.dir, "reports", `${id}.html`))) || mayBeElsewhere(parts, run),
  };
}
