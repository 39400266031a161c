import { sql } from "kysely";
import { isMissing } from "../in-file/in-file.ts";
import type { Db } from "../schema/tables.ts";

/** How many people of the last file are in no row of a run's file: of everyone, and of those with an account that may be active. */
export interface KnownPeople {
  known: number;
  missing: number;
  active: number;
  activeMissing: number;
}

/** Counts them. Someone in the last file of another job of the account is not missing. */
export async function countKnownPeople(db: Db, at: { run: string; job: string; account: string }): Promise<KnownPeople> {
  const people = sql`SELECT l.key IS NOT NULL AND l.active IS DISTINCT FROM false AS working FROM person p
    LEFT JOIN link l ON l.account = ${at.account} AND l.key = p.key WHERE p.job = ${at.job} AND p.state <> 'absent'`;
  const { rows } = await sql<Record<keyof KnownPeople, string>>`
    SELECT k.n AS known, m.n AS missing, k.working AS active, m.working AS "activeMissing"
    FROM (SELECT count(*) AS n, count(*) FILTER (WHERE working) AS working FROM (${people}) AS everyone) k,
      (SELECT count(*) AS n, count(*) FILTER (WHERE working) AS working FROM (${people}
        AND ${isMissing(at.run)}
        AND NOT EXISTS (SELECT 1 FROM person o WHERE o.account = ${at.account} AND o.key = p.key AND o.job <> ${at.job} AND o.state <> 'absent')
      ) AS gone) m`.execute(db);
  const counts = rows[0];
  return {
    known: Number(counts?.known ?? 0),
    missing: Number(counts?.missing ?? 0),
    active: Number(counts?.active ?? 0),
    activeMissing: Number(counts?.activeMissing ?? 0),
  };
}
