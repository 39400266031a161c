/** How many operations a run has, by kind and status. */
import { sql } from "kysely";
import { OPERATION_KINDS, OPERATION_STATUSES } from "../schema/statuses.ts";
import type { Db } from "../schema/tables.ts";
import type { OperationKind, OperationStatus } from "../schema/statuses.ts";
import type { Run } from "./runs.ts";

/** The order of the index `operation_by_kind`, whose expression it must equal. */
export const KIND_ORDER = sql`(CASE kind WHEN 'deactivate' THEN 0 WHEN 'reactivate' THEN 1 WHEN 'update' THEN 2 WHEN 'create' THEN 3 ELSE 4 END)`;
export const KIND_PLACES: Readonly<Record<OperationKind, number>> = {
  deactivate: 0,
  reactivate: 1,
  update: 2,
  create: 3,
  "remove-groups": 4,
};

export interface OperationCount {
  kind: OperationKind;
  status: OperationStatus;
  n: number;
}

/** Counts a run's operations by kind and status, in the order of their lists: kind by kind, from an index alone. */
export async function countOperations(db: Db, run: string): Promise<OperationCount[]> {
  const kinds = sql.join(Object.entries(KIND_PLACES).map(([kind, place]) => sql`(${kind}, ${place}::integer)`));
  const { rows } = await sql<{ kind: OperationKind; status: OperationStatus; n: string }>`SELECT k.kind, c.*
    FROM (VALUES ${kinds}) AS k (kind, place) CROSS JOIN LATERAL (
      SELECT status, count(*) AS n FROM operation WHERE run = ${run} AND ${KIND_ORDER} = k.place GROUP BY status) AS c`.execute(db);
  return rows
    .map(({ kind, status, n }) => ({ kind, status, n: Number(n) }))
    .toSorted(
      (a, b) =>
        OPERATION_KINDS.indexOf(a.kind) - OPERATION_KINDS.indexOf(b.kind) ||
        OPERATION_STATUSES.indexOf(a.status) - OPERATION_STATUSES.indexOf(b.status),
    );
}

/** The counts of completed runs, and the troubles among them, by database and run. */
const counted = new WeakMap<Db, Map<string, { counts: OperationCount[]; trouble: string; at: number }>>();
const REMEMBERED_RUNS = 20;
/** Retention deletes operations of earlier runs. */
const REMEMBERED_MS = 60_000;

/**
 * Counts the operations of a run for a page. Those of a completed run are remembered for a minute: only a trouble among
 * them can still change, and those are counted again each time.
 */
export async function countForPage(db: Db, { id, status }: Pick<Run, "id" | "status">): Promise<OperationCount[]> {
  if (status !== "completed") return countOperations(db, id);
  const { rows } =
    await sql`SELECT kind, status, count(*) AS n FROM operation WHERE run = ${id} AND status IN ('failed', 'uncertain', 'held')
    GROUP BY kind, status ORDER BY kind, status`.execute(db);
  const trouble = JSON.stringify(rows);
  const runs = counted.get(db) ?? new Map();
  const known = runs.get(id);
  if (known !== undefined && known.trouble === trouble && performance.now() - known.at < REMEMBERED_MS) return known.counts;
  const counts = await countOperations(db, id);
  runs.delete(id);
  runs.set(id, { counts, trouble, at: performance.now() });
  for (const oldest of [...runs.keys()].slice(0, -REMEMBERED_RUNS)) runs.delete(oldest);
  counted.set(db, runs);
  return counts;
}

/** Counts the people whose approved removals were sent; an operation that ended with a code had nothing left to remove. */
export async function countPeopleWithAppliedRemovals(db: Db, run: string): Promise<number> {
  const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM operation
    WHERE run = ${run} AND ${KIND_ORDER} = ${KIND_PLACES["remove-groups"]} AND status = 'done' AND code IS NULL`.execute(db);
  return Number(rows[0]?.n ?? 0);
}
