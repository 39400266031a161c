/**
 * The rows of a run's file that did not change, by number and key, in portions. They are kept as long as the run. Each
 * portion is counted in `unchanged_portion` as long as the rows of the run are: see `in-file.ts`.
 */
import { sql } from "kysely";
import { clearDecoded, openPortion, rewritePortion, storePortion } from "../portions/portion.ts";
import { orKeyMissing } from "../sealing/keys.ts";
import type { Db } from "../schema/tables.ts";

const kind = "unchanged";

/** @param rows the keys by number, in the order of the file, as the database has them: well-formed */
export async function storeUnchanged(db: Db, run: string, rows: ReadonlyMap<number, string>): Promise<void> {
  const [first] = rows.keys();
  if (first === undefined) return;
  await storePortion(db, { run, kind }, rows);
  await db.insertInto("unchanged_portion").values({ run, first, rows: rows.size }).execute();
}

/** Returns the rows of a run by portion, in the order of the file. @param near the portion with this row, or the one nearest to it, comes first */
export async function* unchangedRows(db: Db, run: string, near = 0): AsyncGenerator<Map<number, string>> {
  for await (const { rows } of listedPortions(db, run, near)) yield rows;
}

async function* listedPortions(db: Db, run: string, near: number): AsyncGenerator<{ first: number; rows: Map<number, string> }> {
  const { rows: stored } = await sql<{ first: number; version: string }>`SELECT first, version FROM portion
    WHERE run = ${run} AND kind = ${kind} ORDER BY greatest(first - ${near}, ${near} - last, 0), first`.execute(db);
  for (const portion of stored) yield { first: portion.first, rows: await openPortion<string>(db, { run, kind, ...portion }) };
}

/** Returns the rows of some people, by key; of those who are in the list. @param near about where they are */
export async function findUnchanged(db: Db, run: string, keys: readonly string[], near = 0): Promise<Map<string, number>> {
  const [wanted, found] = [new Set(keys), new Map<string, number>()];
  if (wanted.size === 0) return found;
  for await (const portion of unchangedRows(db, run, near)) {
    for (const [row, key] of portion) if (wanted.delete(key)) found.set(key, row);
    if (wanted.size === 0) break;
  }
  return found;
}

/** Returns the runs of a job that read their file and have the list, latest first. */
export async function listUnchangedRuns(db: Db, job: string): Promise<{ id: string; started_at: Date; files: string[] }[]> {
  const { rows } = await sql<{ id: string; started_at: Date; files: string[] }>`SELECT r.id, r.started_at,
      COALESCE((SELECT jsonb_agg(f->>'name') FROM jsonb_array_elements(r.files) AS f WHERE f->>'role' = 'people'), jsonb_build_array(r.file)) AS files
    FROM run r WHERE r.job = ${job} AND r.sha256 <> '' AND EXISTS (SELECT 1 FROM portion p WHERE p.run = r.id AND p.kind = ${kind})
    ORDER BY r.started_at DESC`.execute(db);
  return rows;
}

/**
 * Takes a person out of the lists of all runs of their account, and out of the counts. They are in a list once, mostly about
 * where their last row is.
 * @returns in how many portions they were
 * @throws Problem `secret_key`: no key opens one. Exit 2.
 */
export async function eraseUnchanged(db: Db, { account, key }: { account: string; key: string }, dryRun: boolean): Promise<number> {
  const { rows: runs } = await sql<{ run: string; near: number }>`
    SELECT r.id AS run, COALESCE((SELECT p.row FROM person p WHERE p.job = r.job AND p.key = ${key}), 0) AS near FROM run r
    WHERE r.account = ${account} AND EXISTS (SELECT 1 FROM portion p WHERE p.run = r.id AND p.kind = ${kind})`.execute(db);
  let found = 0;
  for (const { run, near } of runs)
    for await (const { first, rows } of listedPortions(db, run, near)) {
      if (!rows.values().some((listed) => listed === key)) continue;
      found += 1;
      if (!dryRun) await takeOut(db, { run, first }, new Set([...rows].flatMap(([row, listed]) => (listed === key ? [row] : []))));
      break;
    }
  return found;
}

async function takeOut(db: Db, { run, first }: { run: string; first: number }, numbers: ReadonlySet<number>): Promise<void> {
  clearDecoded(db);
  orKeyMissing(db, await rewritePortion(db, { run, kind, first }, (row) => !numbers.has(row)));
  await sql`UPDATE unchanged_portion SET rows = rows - ${numbers.size} WHERE run = ${run} AND first = ${first}`.execute(db);
}
