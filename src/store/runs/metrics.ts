/** Figures for monitoring, queried every few seconds: each uses an index, none reads a large table completely. */
import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";
import type { OperationKind, OperationStatus, RunStatus } from "../schema/statuses.ts";

/** The data of a run that metrics need. */
export interface RecentRun {
  id: string;
  job: string;
  kind: string;
  status: RunStatus;
  partial: boolean;
  started_at: Date;
  ended_at: Date | null;
}

/** The names of all jobs that ever ran: one index lookup per job, however many runs there are. */
const jobs = sql`jobs AS (
  (SELECT job FROM run ORDER BY job LIMIT 1)
  UNION ALL
  SELECT (SELECT r.job FROM run r WHERE r.job > j.job ORDER BY r.job LIMIT 1) FROM jobs j WHERE j.job IS NOT NULL)`;

/** Returns the latest runs of each job, latest first. */
export async function listRecentRuns(db: Db, most: number): Promise<RecentRun[]> {
  const { rows } = await sql<RecentRun>`
    WITH RECURSIVE ${jobs}
    SELECT r.* FROM jobs j CROSS JOIN LATERAL (
      SELECT id, job, kind, status, partial, started_at, ended_at FROM run WHERE run.job = j.job ORDER BY started_at DESC LIMIT ${most}) r
    WHERE j.job IS NOT NULL ORDER BY r.started_at DESC`.execute(db);
  return rows;
}

/** The last completed run of a job over a full file. */
export interface LastSuccess {
  job: string;
  started_at: Date;
  ended_at: Date | null;
  counts: Record<string, number> | null;
}

/** Returns the last completed run of each job over a full file. */
export async function listLastSuccesses(db: Db): Promise<LastSuccess[]> {
  const { rows } = await sql<LastSuccess>`
    WITH RECURSIVE ${jobs}
    SELECT r.* FROM jobs j CROSS JOIN LATERAL (
      SELECT job, started_at, ended_at, counts FROM run
      WHERE run.job = j.job AND status = 'completed' AND kind = 'sync' AND NOT partial AND pilot IS NULL ORDER BY started_at DESC LIMIT 1) r
    WHERE j.job IS NOT NULL`.execute(db);
  return rows;
}

/** The oldest content that the last run of a job read from the files that the job names. */
export interface SourceAge {
  job: string;
  /** When the content was new. */
  since: Date;
  /** From when on a new one is overdue; `null`: the job expects none. */
  due: Date | null;
}

/** Runs over a file that someone gave may have come after the last one over the files of the job. */
const LATEST = 50;

/** Returns how old the content of each job's files is. */
export async function listSourceAges(db: Db): Promise<SourceAge[]> {
  const { rows } = await sql<SourceAge>`
    WITH RECURSIVE ${jobs}
    SELECT j.job, f.* FROM jobs j CROSS JOIN LATERAL (
      SELECT files FROM (
        SELECT files, started_at FROM run WHERE run.job = j.job AND kind = 'sync' ORDER BY started_at DESC LIMIT ${LATEST}) latest
      WHERE jsonb_path_exists(files, '$[*].since') ORDER BY started_at DESC LIMIT 1) r
    CROSS JOIN LATERAL (SELECT min(since) AS since, min(due) AS due FROM jsonb_to_recordset(r.files) AS e(since timestamptz, due timestamptz)) f
    WHERE j.job IS NOT NULL`.execute(db);
  return rows;
}

/** Counts the ended operations of one run by result. */
export async function countEnded(db: Db, run: string): Promise<{ kind: OperationKind; result: OperationStatus; n: number }[]> {
  const { rows } = await sql<{ kind: OperationKind; result: OperationStatus; n: string }>`
    SELECT kind, status AS result, count(*) AS n FROM operation
    WHERE run = ${run} AND status IN ('done', 'failed', 'held', 'uncertain', 'dropped') GROUP BY kind, status`.execute(db);
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}

/** Counts operations that are waiting to be sent or in flight. */
export async function countOpenOperations(db: Db): Promise<{ job: string; status: OperationStatus; n: number }[]> {
  const { rows } = await sql<{ job: string; status: OperationStatus; n: string }>`
    SELECT job, status, count(*) AS n FROM operation WHERE status IN ('planned', 'queued', 'running') GROUP BY job, status`.execute(db);
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}

const DAY = 86_400_000;

/**
 * People whose last day with an account ended more than a day ago, and whose account may be active: no run has planned
 * them since. A job may run late in its day, and its time zone is not known here.
 */
const overdue = (now: Date) => sql<boolean>`p.due < ${new Date(now.getTime() - DAY).toISOString().slice(0, 10)}
  AND p.not_due IS DISTINCT FROM 'from' AND p.scope IS NULL AND p.state <> 'absent' AND l.active IS DISTINCT FROM false`;

/** Counts leavers by job whose account should be closed since more than a day. */
export async function countOverdueLeavers(db: Db, now: Date): Promise<{ job: string; n: number }[]> {
  const { rows } = await sql<{ job: string; n: string }>`
    WITH RECURSIVE ${jobs}
    SELECT j.job, count(*) AS n FROM jobs j JOIN person p ON p.job = j.job JOIN link l ON l.account = p.account AND l.key = p.key
    WHERE ${overdue(now)} GROUP BY j.job`.execute(db);
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}

/** A leaver whose account should be closed since `due`, as `YYYY-MM-DD`. */
export interface OverdueLeaver {
  key: string;
  username: string | null;
  due: string;
}

/** Returns the leavers of a job whose account should be closed since more than a day, and how many there are. */
export async function listOverdueLeavers(
  db: Db,
  job: string,
  now: Date,
  limit: number | null,
): Promise<{ people: number; first: OverdueLeaver[] }> {
  const { rows } = await sql<OverdueLeaver & { n: string }>`
    SELECT p.key, p.username, p.due, count(*) OVER () AS n FROM person p JOIN link l ON l.account = p.account AND l.key = p.key
    WHERE p.job = ${job} AND ${overdue(now)} ORDER BY p.due, p.key LIMIT ${limit}`.execute(db);
  return { people: Number(rows[0]?.n ?? 0), first: rows.map(({ key, username, due }) => ({ key, username, due })) };
}

/** Counts missing groups without a decision by job. The table has at most some hundred rows for each job. */
export async function countMissingGroups(db: Db): Promise<{ job: string; n: number }[]> {
  const { rows } = await sql<{ job: string; n: string }>`
    SELECT job, count(*) AS n FROM missing_group WHERE decision IS NULL AND people > 0 GROUP BY job`.execute(db);
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}

/** Counts creates with an unknown outcome. */
export async function countUnconfirmedCreates(db: Db): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    SELECT count(*) AS n FROM intent WHERE status IN ('open', 'uncertain', 'unlinked')`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Resolves when the database answers. */
export async function answers(db: Db): Promise<void> {
  await sql`SELECT 1`.execute(db);
}

/** Returns the names of the database's migrations. */
export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return rows.map(({ name }) => name);
}
