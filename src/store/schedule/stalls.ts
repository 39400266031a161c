import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";
import { getSetting, setSetting } from "../settings.ts";

/** A run in progress or a waiting request; `mark` shows whether it makes progress. */
export interface WorkUnderWay {
  /** Id of the run, otherwise of the request. */
  id: string;
  job: string;
  /** Changes with every step forward. */
  mark: string;
  since: Date;
}

/**
 * Returns the runs that are being read, planned or sent, and the requests whose run has not started or has ended. Omits
 * a request that is queued behind another run of its job, because that run is included.
 */
export async function listUnderWay(db: Db): Promise<WorkUnderWay[]> {
  const { rows } = await sql<WorkUnderWay>`
    SELECT r.id, r.job, r.started_at AS since,
      concat_ws(' ', r.status, r.rows, r.planned_at, r.progress, r.owner_process,
        (SELECT count(*) FROM operation o WHERE o.run = r.id AND o.status IN ('planned', 'queued', 'running'))) AS mark
    FROM run r WHERE r.status IN ('reading', 'running')
    UNION ALL
    SELECT COALESCE(q.run, q.id), q.job, q.at AS since, concat_ws(' ', 'request', q.kind, q.begun_at, q.outcome) AS mark
    FROM run_request q WHERE q.ended_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM run r WHERE r.job = q.job AND r.status IN ('reading', 'running'))
    ORDER BY since, id`.execute(db);
  return rows;
}

/** The state of some work at the last check, and since when it is unchanged. */
export interface SeenWork {
  job: string;
  mark: string;
  /** ISO 8601. */
  since: string;
}

const SETTING = "runs_watched";

export async function findSeenWork(db: Db): Promise<Record<string, SeenWork>> {
  return (await getSetting<Record<string, SeenWork>>(db, SETTING)) ?? {};
}

export async function setSeenWork(db: Db, seen: Record<string, SeenWork>): Promise<void> {
  await setSetting(db, SETTING, seen);
}

/**
 * Records that work makes no progress.
 * @returns whether it was not recorded before
 */
export async function recordStalled(db: Db, id: string, since: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ day: string }>`
    INSERT INTO notification (kind, subject, day, sent_at, detail) VALUES ('stalled', ${id}, ${since}, ${now}, '{}')
    ON CONFLICT (kind, subject, day) DO NOTHING RETURNING day`.execute(db);
  return rows.length > 0;
}
