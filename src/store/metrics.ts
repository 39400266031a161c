/**
 * Figures for whoever watches from outside, asked every few seconds: each by an index, none reads a big table whole.
 */
import { sql } from "kysely";
import type { Db, OperationKind, OperationStatus, RunStatus } from "./schema.ts";

/** What is to be known of a run to count it. */
export interface RecentRun {
  id: string;
  job: string;
  kind: string;
  status: RunStatus;
  partial: boolean;
  started_at: Date;
  ended_at: Date | null;
}

/** The names of all jobs that ever ran: one step in the index for each, however many runs there are. */
const jobs = sql`jobs AS (
  (SELECT job FROM run ORDER BY job LIMIT 1)
  UNION ALL
  SELECT (SELECT r.job FROM run r WHERE r.job > j.job ORDER BY r.job LIMIT 1) FROM jobs j WHERE j.job IS NOT NULL)`;

/** The latest runs of each job, the latest first. */
export async function listRecentRuns(db: Db, most: number): Promise<RecentRun[]> {
  const { rows } = await sql<RecentRun>`
    WITH RECURSIVE ${jobs}
    SELECT r.* FROM jobs j CROSS JOIN LATERAL (
      SELECT id, job, kind, status, partial, started_at, ended_at FROM run WHERE run.job = j.job ORDER BY started_at DESC LIMIT ${most}) r
    WHERE j.job IS NOT NULL ORDER BY r.started_at DESC`.execute(db);
  return rows;
}

/** The last run of a job over a whole file that came to its end. */
export interface LastSuccess {
  job: string;
  started_at: Date;
  ended_at: Date | null;
  counts: Record<string, number> | null;
}

/** The last run of each job over a whole file that came to its end. */
export async function listLastSuccesses(db: Db): Promise<LastSuccess[]> {
  const { rows } = await sql<LastSuccess>`
    WITH RECURSIVE ${jobs}
    SELECT r.* FROM jobs j CROSS JOIN LATERAL (
      SELECT job, started_at, ended_at, counts FROM run
      WHERE run.job = j.job AND status = 'completed' AND kind = 'sync' AND NOT partial ORDER BY started_at DESC LIMIT 1) r
    WHERE j.job IS NOT NULL`.execute(db);
  return rows;
}

/** How the operations of one run ended, those that have. */
export async function countEnded(db: Db, run: string): Promise<{ kind: OperationKind; result: OperationStatus; n: number }[]> {
  const { rows } = await sql<{ kind: OperationKind; result: OperationStatus; n: string }>`
    SELECT kind, status AS result, count(*) AS n FROM operation
    WHERE run = ${run} AND status IN ('done', 'failed', 'held', 'uncertain', 'dropped') GROUP BY kind, status`.execute(db);
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}

/** Operations that are still to be sent, or on their way. */
export async function countOpen(db: Db): Promise<{ job: string; status: OperationStatus; n: number }[]> {
  const { rows } = await sql<{ job: string; status: OperationStatus; n: string }>`
    SELECT job, status, count(*) AS n FROM operation WHERE status IN ('planned', 'queued', 'running') GROUP BY job, status`.execute(db);
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}

/** Removals that wait for a decision, with since when the oldest does. */
export async function countPending(db: Db): Promise<{ job: string; n: number; oldest: Date }[]> {
  const { rows } = await sql<{ job: string; n: string; oldest: Date }>`
    SELECT job, count(*) AS n, min(since) AS oldest FROM removal WHERE status = 'pending' GROUP BY job`.execute(db);
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}

/** Creates of which nobody knows whose account came of them. */
export async function countUnsettledCreates(db: Db): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    SELECT count(*) AS n FROM intent WHERE status IN ('open', 'uncertain', 'unlinked')`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Answers as soon as the database does. */
export async function answers(db: Db): Promise<void> {
  await sql`SELECT 1`.execute(db);
}

/** The names of the migrations that the database has. */
export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}
