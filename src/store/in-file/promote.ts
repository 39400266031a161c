import { sql, type RawBuilder } from "kysely";
import { Problem } from "../../domain/problem.ts";
import type { Db } from "../schema/tables.ts";
import { analyzeStaged } from "../statistics.ts";
import { isUnstaged, type FileRun } from "./in-file.ts";
import { unchangedRows } from "./unchanged-rows.ts";

/** With more, each portion of the list is joined as a whole. */
const MAX_NAMED = 20_000;

/**
 * Stages the unchanged rows of some people, who are then decided on as if all rows were staged.
 * @param isWanted which `person p`
 * @throws if someone is in neither a row nor the list of unchanged rows: it is lost
 */
export async function promoteUnchanged(db: Db, at: FileRun, isWanted: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ key: string }>`SELECT p.key FROM person p
    WHERE p.job = ${at.job} AND ${isUnstaged(at.run)} AND (${isWanted}) LIMIT ${MAX_NAMED + 1}`.execute(db);
  if (rows.length === 0) return;
  const named = rows.length > MAX_NAMED ? null : new Set(rows.map(({ key }) => key));
  await stage(db, at, named, isWanted);
  if (named !== null && named.size > 0) throw new Error(`run ${at.run} has lost ${named.size} of its unchanged rows`);
}

/** Stages the unchanged rows of keys that may have another row, which is staged. @param keys `null`: any */
export async function promoteRepeated(db: Db, at: FileRun, keys: readonly string[] | null): Promise<void> {
  if (keys === null) await promoteAll(db, at);
  else if (keys.length > 0) await stage(db, at, new Set(keys), sql`true`);
}

/** Stages all unchanged rows of a run, which needs its list no more. */
export async function promoteAll(db: Db, at: FileRun): Promise<void> {
  await stage(db, at, null, sql`true`);
  await dropList(db, at.run);
}

async function dropList(db: Db, run: string): Promise<void> {
  await db.deleteFrom("unchanged_portion").where("run", "=", run).execute();
}

/**
 * Stages the unchanged rows of the other open runs of a job, in the transaction of a release, which changes who is known:
 * its new people are not in their files, and those who are absent now may be. A run that was killed while it read its file
 * never continues, and one whose list no key opens is refused, as rows of it are missing then.
 */
export async function promoteOtherRuns(db: Db, { run, job }: FileRun): Promise<void> {
  const { rows } = await sql<{ run: string; continues: boolean }>`
    SELECT r.id AS run, r.sha256 <> '' OR r.status NOT IN ('failed', 'interrupted') AS continues FROM run r
    WHERE r.job = ${job} AND r.id <> ${run} AND r.status NOT IN ('completed', 'cancelled', 'superseded')
      AND EXISTS (SELECT 1 FROM unchanged_portion u WHERE u.run = r.id)`.execute(db);
  for (const other of rows)
    try {
      await (other.continues ? promoteAll(db, { run: other.run, job }) : dropList(db, other.run));
    } catch (error) {
      if (!(error instanceof Problem && error.code === "secret_key")) throw error;
      await dropList(db, other.run);
    }
}

/** @param named who, and out of whom those are taken that are found; `null`: all who are wanted */
async function stage(db: Db, { run, job }: FileRun, named: Set<string> | null, isWanted: RawBuilder<unknown>): Promise<void> {
  let staged = 0;
  for await (const portion of unchangedRows(db, run)) {
    const found = [...portion].flatMap(([row, key]) => (named === null || named.delete(key) ? [{ row, key }] : []));
    if (found.length === 0) continue;
    // Rows that are staged already stay as they are.
    const { numAffectedRows } = await sql`INSERT INTO staged_row (run, row, key, digest, changed, row_status)
      SELECT ${run}, g.row, g.key, COALESCE(p.digest, ''), false, 'use' FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb) AS g (row integer, key text)
      LEFT JOIN person p ON p.job = ${job} AND p.key = g.key WHERE ${named === null ? isWanted : sql`true`}
      ON CONFLICT DO NOTHING`.execute(db);
    staged += Number(numAffectedRows ?? 0n);
    if (named?.size === 0) break;
  }
  await analyzeStaged(db, staged);
}
