import { englishText } from "../../../reporting/fact-text.ts";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Fact } from "../../../domain/facts/fact.ts";
import { withMessage } from "../../../reporting/fact-text.ts";
import { t } from "../../../reporting/locales/t.ts";
import { toRemovalJson } from "../../../reporting/removals/pending-removals.ts";
import { needsAttention } from "../../../reporting/operation.ts";
import { waitingOf } from "../../../reporting/waiting.ts";
import { areaName } from "../../../domain/facts/missing-areas.ts";
import { areasOf } from "../../../reporting/missing-areas.ts";
import { placeIn } from "../../../reporting/run-result.ts";
import { countPending, listRestored, RESTORED_SORTS } from "../../../store/review/removals.ts";
import { listApplied } from "../../../store/runs/removed.ts";
import {
  findReverted,
  listRunGroups,
  OPERATION_SORTS,
  pageOperations,
  pageRejects,
  type OperationFilter,
} from "../../../store/runs/run-pages.ts";
import { countForPage } from "../../../store/runs/operation-counts.ts";
import { listOpenAreas } from "../../../store/people/missing-areas.ts";
import { findRun, type Run } from "../../../store/runs/runs.ts";
import type { Db } from "../../../store/schema/tables.ts";
import { OPERATION_KINDS, OPERATION_STATUSES } from "../../../store/schema/statuses.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { notFound } from "../../answers.ts";
import type { Live } from "../../live.ts";
import type { ConsoleParts } from "../../parts.ts";
import { sortOf } from "../sorting.ts";
import { choice, pageOf, param, query } from "../query.ts";
import { shownOperation, type Asked, type RunData, type StoredRun } from "./run-data.ts";
import { shownRejects, shownRun } from "../../../reporting/shown-run.ts";

type RunNote = { code: string; column: string | null; fact: Fact; rows: number; examples: number[] };

const OPERATIONS_A_PAGE = 50;
const MAX_RESTORED = 500;

function filterOf({ operation, ended, show, group, sort, direction }: Asked): OperationFilter {
  return {
    sort: { by: sort, direction },
    ...(operation === null ? {} : { kind: operation }),
    ...(ended === null ? {} : { status: ended }),
    ...(show === null ? {} : { trouble: true }),
    ...(group === null ? {} : { group }),
  };
}

/** Returns whether a report exists as a file. */
export function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** On servers the worker that ended a run has its report; what it says is stored, so it can be written here too. */
export function mayBeElsewhere({ state }: ConsoleParts, { status }: Run): boolean {
  return state.kind === "server" && status !== "reading" && status !== "running";
}

/** The run that an address names. */
export async function runIn(request: ActorsRequest, { state }: ConsoleParts): Promise<Run> {
  const run = await findRun(state.db, param(request, "id"));
  if (run === undefined) throw notFound(t("runs.no_such_run"));
  return run;
}

async function areasIn(db: Db, run: Run): Promise<StoredRun["areas"]> {
  const areas = areasOf(run);
  const open: Set<string> = areas.length === 0 ? new Set() : await listOpenAreas(db, run);
  return areas.map((area) => ({ ...area, open: open.has(areaName(area.column, area.value)) }));
}

/** The pages of a run's changes, and of those of the people whom a search finds. */
export async function runData(request: ActorsRequest, parts: ConsoleParts, live: Live, text: string | null = null): Promise<RunData> {
  const { db } = parts.state;
  const id = param(request, "id");
  const progress = live.of(id);
  const run = await findRun(db, id);
  if (run === undefined) {
    // Until it begins to read, and where it never could, there is nothing of it in the store.
    if (progress === null) throw notFound(t("runs.no_such_run"));
    return { run: null, id, job: progress.job, progress };
  }
  const { page, limit, offset } = pageOf(request, OPERATIONS_A_PAGE);
  const counts = await countForPage(db, run);
  const sort = sortOf(request, OPERATION_SORTS, { by: "leavers", direction: "asc" });
  const asked = {
    operation: choice(request, "operation", OPERATION_KINDS),
    ended: choice(request, "ended", OPERATION_STATUSES),
    show: choice(request, "show", ["attention"] as const),
    group: query(request, "group"),
    sort: sort.by,
    direction: sort.direction,
  };
  const restoredSort = sortOf(request, RESTORED_SORTS, { by: "person", direction: "asc" }, "restored_");
  const fitting = counts.filter(
    ({ kind, status }) =>
      (asked.operation ?? kind) === kind && (asked.ended ?? status) === status && (asked.show === null || needsAttention(status)),
  );
  const found = await pageOperations(db, id, { ...filterOf(asked), ...(text === null ? {} : { text }) }, { limit: limit + 1, offset });
  const operations = found.slice(0, limit);
  const { rejects, all: rejected, rows: rejectedRows } = await pageRejects(db, id, { limit: 20, offset: 0 });
  const removed = run.kind === "revert" ? [] : await listApplied(db, id);
  const ended = progress !== null && progress.ended !== null && progress.ended.code !== 0 ? progress.said : null;
  return {
    id,
    job: run.job,
    progress: progress?.ended === null ? progress : null,
    said: ended === null ? null : englishText(ended),
    said_fact: ended,
    run: shownRun(run),
    areas: await areasIn(db, run),
    sha256: run.sha256,
    files: (run.files ?? []).map(({ name, role, rows, sha256, server }) => ({ name, role, rows, sha256, server })),
    notes: ((run.notes ?? []) as RunNote[]).map((note) =>
      withMessage({ ...note, examples: note.examples.map((row) => placeIn(run, row)) }),
    ),
    operation_counts: counts,
    operations: operations.map((operation) => shownOperation(operation, run)),
    operation_filter: asked,
    text,
    groups: await listRunGroups(db, id),
    restored:
      run.kind === "revert" ? (await listRestored(db, id, MAX_RESTORED, restoredSort)).map((removal) => toRemovalJson(removal)) : [],
    restored_sort: restoredSort,
    reverts: run.kind === "revert" ? await findReverted(db, id) : null,
    page,
    limit,
    more: found.length > limit,
    all: fitting.reduce((sum, { n }) => sum + n, 0),
    waiting: await waitingOf(db, run),
    rejects: await shownRejects(db, run, rejects),
    rejected,
    rejected_rows: rejectedRows,
    removed: removed.length,
    decided_by: [...new Set(removed.flatMap(({ decided_by: by, decided_how: how }) => (by === null || how === "policy" ? [] : [by])))],
    still_pending: await countPending(db, run.job, run.ended_at ?? undefined),
    report: (await isThere(join(parts.state.dir, "reports", `${id}.html`))) || mayBeElsewhere(parts, run),
  };
}
