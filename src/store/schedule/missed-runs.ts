import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";
import { getSetting, setSetting } from "../settings.ts";

/** A scheduled run that did not happen. */
export interface Missed {
  job: string;
  due: Date;
}

/**
 * Records a missed run.
 * @returns whether it was not recorded before
 */
export async function recordMissed(db: Db, { job, due }: Missed, now: Date): Promise<boolean> {
  const { rows } = await sql<{ day: string }>`
    INSERT INTO notification (kind, subject, day, sent_at, detail) VALUES ('missed', ${job}, ${due.toISOString()}, ${now}, '{}')
    ON CONFLICT (kind, subject, day) DO NOTHING RETURNING day`.execute(db);
  return rows.length > 0;
}

/** Returns missed runs since a moment, latest first. */
export async function listMissed(db: Db, since: Date): Promise<Missed[]> {
  const { rows } = await sql<{ job: string; due: string }>`
    SELECT subject AS job, day AS due FROM notification
    WHERE kind = 'missed' AND day >= ${since.toISOString()} ORDER BY day DESC, subject`.execute(db);
  return rows.map(({ job, due }) => ({ job, due: new Date(due) }));
}

/** Returns the same without those that a later run of the job over a full file has made up for. */
export async function listStillMissed(db: Db, since: Date): Promise<Missed[]> {
  const { rows } = await sql<{ job: string; due: string }>`
    SELECT n.subject AS job, n.day AS due FROM notification n
    WHERE n.kind = 'missed' AND n.day >= ${since.toISOString()} AND NOT EXISTS (
      SELECT 1 FROM run r WHERE r.job = n.subject AND r.started_at >= n.day::timestamptz
        AND r.kind = 'sync' AND NOT r.partial AND r.status NOT IN ('planned', 'failed', 'cancelled'))
    ORDER BY n.day DESC, n.subject`.execute(db);
  return rows.map(({ job, due }) => ({ job, due: new Date(due) }));
}

/** Returns the starts of a job's runs over a full file since a moment; excludes plans. */
export async function listStarts(db: Db, job: string, since: Date): Promise<Date[]> {
  const { rows } = await sql<{ started_at: Date }>`
    SELECT started_at FROM run WHERE job = ${job} AND started_at >= ${since} AND kind = 'sync' AND NOT partial AND status <> 'planned'
    ORDER BY started_at`.execute(db);
  return rows.map(({ started_at: at }) => at);
}

/** A schedule as it was at the last check for missed runs. */
export interface Watched {
  cron: string;
  timezone: string;
  /** All due times until then were checked. */
  until: string;
}

export async function findWatched(db: Db, job: string): Promise<Watched | null> {
  return getSetting<Watched>(db, `schedule_watched:${job}`);
}

export async function setWatched(db: Db, job: string, watched: Watched): Promise<void> {
  await setSetting(db, `schedule_watched:${job}`, watched);
}
