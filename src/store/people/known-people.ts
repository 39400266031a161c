import { sql, type RawBuilder } from "kysely";
import { isNewlyMissing } from "../in-file/in-file.ts";
import type { Db } from "../schema/tables.ts";

/** How many people of the last file are in no row of a run's file: of everyone, and of those with an account that may be active. */
export interface KnownPeople {
  known: number;
  missing: number;
  active: number;
  activeMissing: number;
}

/** Counts them; `null` if nobody is missing. Someone in the last file of another job of the account is not missing. */
export async function countKnownPeople(db: Db, at: { run: string; job: string; account: string }): Promise<KnownPeople | null> {
  const missing = await count(
    db,
    at,
    sql`${isNewlyMissing(at.run)}
      AND NOT EXISTS (SELECT 1 FROM person o WHERE o.account = ${at.account} AND o.key = p.key AND o.job <> ${at.job} AND o.state <> 'absent')`,
  );
  if (missing.people === 0) return null;
  const known = await count(db, at, sql`p.state <> 'absent'`);
  return { known: known.people, missing: missing.people, active: known.working, activeMissing: missing.working };
}

async function count(db: Db, at: { job: string; account: string }, isMeant: RawBuilder<unknown>) {
  const { rows } = await sql<{ people: string; working: string }>`SELECT count(*) AS people,
      count(*) FILTER (WHERE l.key IS NOT NULL AND l.active IS DISTINCT FROM false) AS working
    FROM person p LEFT JOIN link l ON l.account = ${at.account} AND l.key = p.key WHERE p.job = ${at.job} AND ${isMeant}`.execute(db);
  return { people: Number(rows[0]?.people), working: Number(rows[0]?.working) };
}
