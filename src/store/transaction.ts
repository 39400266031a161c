import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { shareKeys } from "./sealing/keys.ts";
import type { Db } from "./schema/tables.ts";

/** SQLSTATE of work that the database ended because of other transactions, and rolled back: it may be done again. */
const CONFLICTS: ReadonlySet<unknown> = new Set(["40001", "40P01"]);
const MAX_ATTEMPTS = 10;
const MAX_PAUSE_MS = 50;

/**
 * Repeats work that lost against other transactions, such as the one that a deadlock ended. It may change nothing but the
 * database, in one statement or one transaction: everything else would be done twice.
 */
export async function repeatConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(error instanceof Error) || !CONFLICTS.has(Reflect.get(error, "code"))) throw error;
      await sleep(Math.random() * MAX_PAUSE_MS * attempt);
    }
  }
}

/** Runs work in the open transaction, or in one of its own, which `repeatConflicts`: it may change nothing but the database. */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return work(db);
  return repeatConflicts(() =>
    db.transaction().execute((tx) => {
      shareKeys(db, tx);
      return work(tx);
    }),
  );
}

/**
 * Runs work that decides about a job in one transaction, while no other process decides about the job: rows that it reads stay as they are
 * until it is written. It may change nothing but the database.
 */
export function inDecisions<T>(db: Db, job: string, work: (tx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`deciding:${job}`}, 0))`.execute(tx);
    return work(tx);
  });
}
