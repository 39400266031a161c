import { fact } from "../../domain/facts/fact.ts";
import { sql } from "kysely";
import { EXIT, Problem } from "../../domain/problem.ts";
import type { Db } from "../../store/schema/tables.ts";
import { inTransaction } from "../../store/transaction.ts";

/**
 * A table that exists only while a state migrates into a database; opening a state checks for it. It is separate from
 * the copied tables, so that copying needs no exception, and it is created before them.
 */
export interface TargetMarker {
  source: string;
  attempt: string;
  /** The origin of the state for messages: `directory on host`. */
  place: string;
  /** The copy is complete and compared. */
  verified: boolean;
}

/** Returns the mark of a migration into this database; `null` if there is none. */
export async function findTargetMarker(db: Db): Promise<TargetMarker | null> {
  const { rows } = await sql<{ there: boolean }>`SELECT to_regclass('public.moving_in') IS NOT NULL AS there`.execute(db);
  if (rows[0]?.there !== true) return null;
  const found = await sql<TargetMarker>`SELECT source, attempt, place, verified FROM public.moving_in`.execute(db);
  // An empty table was not made by Rollcall, or was changed: the database must not be used.
  return found.rows[0] ?? { source: "", attempt: "", place: "", verified: false };
}

/** Marks the database as incomplete, replacing any earlier mark. */
export async function setTargetMarker(db: Db, { source, attempt, place, verified }: TargetMarker): Promise<void> {
  await inTransaction(db, async (tx) => {
    // The mark must be on disk before the old state is marked as migrated.
    await sql`SET LOCAL synchronous_commit = on`.execute(tx);
    await sql`CREATE TABLE IF NOT EXISTS public.moving_in (source text NOT NULL, attempt text NOT NULL, place text NOT NULL, verified boolean NOT NULL)`.execute(
      tx,
    );
    await sql`DELETE FROM public.moving_in`.execute(tx);
    await sql`INSERT INTO public.moving_in VALUES (${source}, ${attempt}, ${place}, ${verified})`.execute(tx);
  });
}

/** Removes the mark, in the transaction that makes the database complete or empty. */
export async function dropTargetMarker(tx: Db): Promise<void> {
  await sql`DROP TABLE IF EXISTS public.moving_in`.execute(tx);
}

/**
 * Refuses an incomplete state: people that it does not contain would get a second account.
 * @throws Problem `state_incomplete`, exit 2
 */
export async function refuseIncompleteTarget(db: Db): Promise<void> {
  const mark = await findTargetMarker(db);
  if (mark !== null) throw incomplete(mark);
}

export function incomplete({ place }: Pick<TargetMarker, "place">): Problem {
  return new Problem(place === "" ? fact("migration.of_unknown_has_not_finished", {}) : fact("migration.has_not_finished", { place }), {
    code: "state_incomplete",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: fact("advice.finish_migration", {}),
  });
}
