/** Unfinished exports of progress: the people who were read already, and their progress. */
import { sql } from "kysely";
import { opened, sealed } from "../sealing/keys.ts";
import type { Db } from "../schema/tables.ts";
import { inTransaction } from "../transaction.ts";

export type ProgressItem = Readonly<Record<string, unknown>>;

export interface PersonToExport {
  key: string;
  userId: string;
}

export interface ExportedPerson extends PersonToExport {
  known: boolean;
  items: readonly ProgressItem[];
}

/**
 * Begins an export, or continues one of the same scope that began after `fresh`. Deletes an older export of the job, or one of another scope.
 * @returns the number of people who were read already
 */
export async function beginProgressExport(
  db: Db,
  { job, scope, at, fresh }: { job: string; scope: string; at: Date; fresh: Date },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const known = await tx.selectFrom("progress_export").selectAll().where("job", "=", job).executeTakeFirst();
    if (known !== undefined && known.scope === scope && known.began_at >= fresh) {
      const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM exported_progress WHERE job = ${job}`.execute(tx);
      return Number(rows[0]?.n ?? 0);
    }
    await dropProgressExport(tx, job);
    await tx.insertInto("progress_export").values({ job, scope, began_at: at }).execute();
    return 0;
  });
}

export async function countLinkedPeople(db: Db, account: string, job: string): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    SELECT count(*) AS n FROM link WHERE account = ${account} AND job = ${job} AND source <> 'forgotten'`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Returns linked people of a job whom the export has not read, by key. */
export async function listPeopleToExport(db: Db, account: string, job: string, limit: number): Promise<PersonToExport[]> {
  const { rows } = await sql<{ key: string; user_id: string }>`
    SELECT l.key, l.user_id FROM link l WHERE l.account = ${account} AND l.job = ${job} AND l.source <> 'forgotten'
      AND NOT EXISTS (SELECT 1 FROM exported_progress e WHERE e.job = l.job AND e.key = l.key)
    ORDER BY l.key LIMIT ${limit}`.execute(db);
  return rows.map(({ key, user_id: userId }) => ({ key, userId }));
}

/** Stores what was read about people. A person who was unlinked or erased meanwhile is left out. */
export async function storeExportedProgress(db: Db, account: string, job: string, people: readonly ExportedPerson[]): Promise<void> {
  const rows = people.map(({ key, userId, known, items }) => {
    const text = JSON.stringify(items);
    return { key, user_id: userId, known, items: sealed(db, text, purposeOf(account, key)) ?? items };
  });
  await sql`INSERT INTO exported_progress (job, account, key, user_id, known, items)
    SELECT ${job}, ${account}, p.key, p.user_id, p.known, p.items
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS p(key text, user_id text, known boolean, items jsonb)
      JOIN link l ON l.account = ${account} AND l.key = p.key AND l.user_id = p.user_id
    ON CONFLICT (job, key) DO NOTHING`.execute(db);
}

/** Yields the people that an export has read, by key. */
export async function* pagesOfExport(db: Db, job: string, size: number): AsyncGenerator<ExportedPerson[]> {
  for (let after = ""; ;) {
    // A key that was linked again meanwhile has another row.
    const rows = await db
      .selectFrom("exported_progress as e")
      .innerJoin("link as l", (join) =>
        join.onRef("l.account", "=", "e.account").onRef("l.key", "=", "e.key").onRef("l.user_id", "=", "e.user_id"),
      )
      .selectAll("e")
      .where("e.job", "=", job)
      .where("e.key", ">", after)
      .orderBy("e.key")
      .limit(size)
      .execute();
    if (rows.length === 0) return;
    yield rows.map(({ account, key, user_id: userId, known, items }) => ({
      key,
      userId,
      known,
      items: "sealed" in items ? (JSON.parse(opened(db, items.sealed, purposeOf(account, key))) as ProgressItem[]) : items,
    }));
    after = rows.at(-1)?.key ?? "";
  }
}

/** Deletes an export and what it had read. */
export async function dropProgressExport(db: Db, job: string): Promise<void> {
  await sql`DELETE FROM exported_progress WHERE job = ${job}`.execute(db);
  await sql`DELETE FROM progress_export WHERE job = ${job}`.execute(db);
}

/** Deletes exports that nobody continued. @returns how many people they had read */
export async function dropAbandonedExports(db: Db, before: Date, dryRun: boolean): Promise<number> {
  const old = await db.selectFrom("progress_export").select("job").where("began_at", "<", before).execute();
  let people = 0;
  for (const { job } of old) {
    const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM exported_progress WHERE job = ${job}`.execute(db);
    people += Number(rows[0]?.n ?? 0);
    if (!dryRun) await dropProgressExport(db, job);
  }
  return people;
}

/** Deletes what is sealed; the export reads it again. */
export async function dropSealedProgress(db: Db): Promise<void> {
  await sql`DELETE FROM exported_progress WHERE items ? 'sealed'`.execute(db);
}

function purposeOf(account: string, key: string): string {
  return JSON.stringify(["progress export", account, key]);
}
