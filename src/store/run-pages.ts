/** What the pages about runs read: columns and portions, never a whole run with all that it holds. */
import { sql } from "kysely";
import type { Operation } from "./operations.ts";
import type { Run } from "./runs.ts";
import type { Db, OperationKind, OperationStatus, RunStatus } from "./schema.ts";
import type { StagedReject } from "./staging.ts";

const columns = [
  "id",
  "job",
  "account",
  "kind",
  "status",
  "partial",
  "started_at",
  "ended_at",
  "file",
  "rows",
  "counts",
  "held",
  "problem",
  "started_by",
  "started_people",
  "released_by",
  "released_people",
  "reverted_by",
] as const satisfies readonly (keyof Run)[];

/** A run as lists show it. */
export type RunLine = Pick<Run, (typeof columns)[number]>;

export interface RunFilter {
  job?: string;
  status?: RunStatus;
  kind?: string;
}

/** One page of runs, the latest first, and whether there are more. */
export async function pageRuns(
  db: Db,
  filter: RunFilter,
  page: { limit: number; offset: number },
): Promise<{ runs: RunLine[]; more: boolean }> {
  let query = db
    .selectFrom("run")
    .select(columns)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit + 1)
    .offset(page.offset);
  if (filter.job !== undefined) query = query.where("job", "=", filter.job);
  if (filter.status !== undefined) query = query.where("status", "=", filter.status);
  if (filter.kind !== undefined) query = query.where("kind", "=", filter.kind);
  const runs = await query.execute();
  return { runs: runs.slice(0, page.limit), more: runs.length > page.limit };
}

/** Runs that somebody has to do something about: held by a limit, planned and not sent, or stopped before their end. */
export async function listOpenRuns(db: Db, limit: number): Promise<RunLine[]> {
  return db
    .selectFrom("run")
    .select(columns)
    .where("status", "in", ["held", "planned", "interrupted"])
    .orderBy("started_at", "desc")
    .limit(limit)
    .execute();
}

/** The last run over a file of each job, and the last one of those that came to its end. */
export async function listLastRuns(db: Db): Promise<{ last: RunLine[]; good: RunLine[] }> {
  const base = db
    .selectFrom("run")
    .select(columns)
    .distinctOn("job")
    .where("kind", "=", "sync")
    .orderBy("job")
    .orderBy("started_at", "desc");
  return { last: await base.execute(), good: await base.where("status", "=", "completed").where("partial", "=", false).execute() };
}

/** One page of a run's operations, what needs attention first. */
export async function pageOperations(
  db: Db,
  run: string,
  filter: { kind?: OperationKind; status?: OperationStatus },
  page: { limit: number; offset: number },
): Promise<Operation[]> {
  const { rows } = await sql<Operation>`SELECT * FROM operation WHERE run = ${run}
    ${filter.kind === undefined ? sql`` : sql`AND kind = ${filter.kind}`} ${filter.status === undefined ? sql`` : sql`AND status = ${filter.status}`}
    ORDER BY array_position(ARRAY['failed', 'uncertain', 'held'], status), seq LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return rows;
}

/** One page of a run's rejected rows, and how many there are. */
export async function pageRejects(
  db: Db,
  run: string,
  page: { limit: number; offset: number },
): Promise<{ rejects: StagedReject[]; all: number }> {
  const counted = await sql<{ n: string }>`SELECT count(*) AS n FROM reject WHERE run = ${run}`.execute(db);
  const { rows } = await sql<StagedReject>`SELECT row, key, column_name AS "column", code, message FROM reject
    WHERE run = ${run} ORDER BY row, column_name LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db);
  return { rejects: rows, all: Number(counted.rows[0]?.n ?? 0) };
}
