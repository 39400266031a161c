import { sql, type RawBuilder } from "kysely";
import { withCells } from "../people/accept-cells.ts";
import type { Db } from "../schema/tables.ts";
import type { FileRun } from "./in-file.ts";
import { promoteAll } from "./promote.ts";
import { unchangedRows } from "./unchanged-rows.ts";

const DIGESTS_A_PORTION = 50_000;
/** How many people a pass over the list of unchanged rows compares. */
const PEOPLE_A_PASS = 50_000;

/** Which of a job's settled rows a reading has found, by digest. */
interface FoundRows {
  wasFound(digest: string): boolean;
}

/**
 * Passes on the digests of rows that need no mapping again: accepted under this context, with no other change and no date that has come. In
 * portions, each as one text with spaces between them: a row of the answer for each would cost more than the rest. A
 * cursor, so that only one portion is in memory.
 * @returns the releases of the job before that, for `storeUnseen`
 */
export async function readSettledDigests(
  db: Db,
  { job, context, today }: { job: string; context: string; today: string },
  add: (digests: string) => void,
): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const releases = await releasesOf(transaction, job);
    await sql`DECLARE settled NO SCROLL CURSOR FOR SELECT string_agg(digest, ' ') AS digests FROM person
      WHERE job = ${job} AND context = ${context} AND NOT dirty AND NOT touched AND state = 'present' AND (due IS NULL OR due > ${today})
      GROUP BY row / ${sql.raw(String(DIGESTS_A_PORTION))}`.execute(transaction);
    for (;;) {
      const { rows } = await sql<{ digests: string }>`FETCH settled`.execute(transaction);
      if (rows[0] === undefined) return releases;
      add(rows[0].digests);
    }
  });
}

/** Returns a text that is another one after each release of a run of the job: only they change who is known, and their rows. */
async function releasesOf(db: Db, job: string): Promise<string> {
  const { rows } = await sql<{ runs: string | null }>`SELECT string_agg(id, ' ' ORDER BY id) AS runs FROM run
    WHERE job = ${job} AND kind = 'sync' AND released`.execute(db);
  return rows[0]?.runs ?? "";
}

/**
 * Stores the people of a job who are in no row of a run's file. Call it when all rows are staged or in the list, and rows
 * with the key of another are staged. It decides by the rows alone, never by marks of people, which others set meanwhile.
 * @param releases what `readSettledDigests` returned
 */
export function storeUnseen(db: Db, at: FileRun, found: FoundRows, releases: string): Promise<void> {
  // No release meanwhile: it changes rows and states of people.
  return withCells(db, at.job, async (tx) => {
    if (releases !== (await releasesOf(tx, at.job))) await promoteAll(tx, at);
    const counts = await countUnstaged(tx, at);
    if (counts.listed === 0) await insertUnseen(tx, at, sql`true`);
    else if (counts.listed !== counts.people) await compareAll(tx, at, found);
  });
}

/** Counts the people of the job without a staged row, who are in the list, or in no row; and the rows of the list that are not staged. Each of those is of one of them, so equal numbers mean that nobody is unseen. */
async function countUnstaged(db: Db, { run, job }: FileRun): Promise<{ people: number; listed: number }> {
  // Those with a row are few, so they are counted apart: a look for each of the others would cost more.
  const known = sql`count(*) FROM person p WHERE p.job = ${job} AND p.state <> 'absent'`;
  const { rows } = await sql<{ people: string; listed: string }>`SELECT (SELECT ${known}) - (SELECT ${known} AND p.key IN (
        SELECT s.key FROM staged_row s WHERE s.run = ${run} UNION SELECT u.key FROM unseen_person u WHERE u.run = ${run})) AS people,
    (SELECT COALESCE(sum(u.rows), 0) FROM unchanged_portion u WHERE u.run = ${run})
      - (SELECT count(*) FROM staged_row s WHERE s.run = ${run} AND NOT s.changed) AS listed`.execute(db);
  return { people: Number(rows[0]?.people), listed: Math.max(0, Number(rows[0]?.listed)) };
}

/** The people of the job without a staged row, who are in the list, or in no row. */
const unstaged = ({ run, job }: FileRun) => sql`FROM person p WHERE p.job = ${job} AND p.state <> 'absent'
  AND NOT EXISTS (SELECT 1 FROM staged_row s WHERE s.run = ${run} AND s.key = p.key)
  AND NOT EXISTS (SELECT 1 FROM unseen_person u WHERE u.run = ${run} AND u.key = p.key)`;

/** Stores people without a staged row, who must not be in the list. @param isMeant which `person p` */
export async function insertUnseen(db: Db, at: FileRun, isMeant: RawBuilder<unknown>): Promise<void> {
  await sql`INSERT INTO unseen_person (run, key) SELECT ${at.run}, p.key ${unstaged(at)} AND ${isMeant} ON CONFLICT DO NOTHING`.execute(db);
}

async function compareAll(db: Db, at: FileRun, found: FoundRows): Promise<void> {
  await sql`DECLARE unstaged NO SCROLL CURSOR FOR SELECT string_agg(p.digest, ' ') AS digests, jsonb_agg(p.key) AS keys ${unstaged(at)}
    GROUP BY p.row / ${sql.raw(String(DIGESTS_A_PORTION))}`.execute(db);
  let unseen = new Set<string>();
  for (;;) {
    const { rows } = await sql<{ digests: string; keys: string[] }>`FETCH unstaged`.execute(db);
    const [next] = rows;
    const digests = next?.digests.split(" ") ?? [];
    for (const [n, key] of (next?.keys ?? []).entries()) if (!found.wasFound(digests[n] ?? "")) unseen.add(key);
    if (next !== undefined && unseen.size < PEOPLE_A_PASS) continue;
    await insertUnlisted(db, at.run, unseen);
    unseen = new Set();
    if (next === undefined) break;
  }
  await sql`CLOSE unstaged`.execute(db);
}

/** @param unseen people whose digest was not found: theirs may have changed since, so those in the list are taken out */
async function insertUnlisted(db: Db, run: string, unseen: Set<string>): Promise<void> {
  if (unseen.size === 0) return;
  for await (const portion of unchangedRows(db, run)) for (const key of portion.values()) unseen.delete(key);
  await sql`INSERT INTO unseen_person (run, key) SELECT ${run}, jsonb_array_elements_text(${JSON.stringify([...unseen])}::jsonb) ON CONFLICT DO NOTHING`.execute(
    db,
  );
}
