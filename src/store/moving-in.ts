import { sql } from "kysely";
import { EXIT, Problem } from "../model/problem.ts";
import type { Db } from "./schema.ts";

/**
 * A table that is there only while a state is being moved into a database: whoever opens the state looks for it. Not a
 * row of a table that is copied, so that it needs no exception there; and made before the tables that it speaks of.
 */
export interface MovingIn {
  source: string;
  attempt: string;
  /** Where the state comes from, for people: `directory on host`. */
  place: string;
  /** Everything is there, as it was. */
  verified: boolean;
}

/** The mark of a move into this database; `null`: nothing is being moved into it. */
export async function findMovingIn(db: Db): Promise<MovingIn | null> {
  const { rows } = await sql<{ there: boolean }>`SELECT to_regclass('public.moving_in') IS NOT NULL AS there`.execute(db);
  if (rows[0]?.there !== true) return null;
  const found = await sql<MovingIn>`SELECT source, attempt, place, verified FROM public.moving_in`.execute(db);
  // A table without a row has been made by nobody of ours, and says as much: not to be used.
  return found.rows[0] ?? { source: "", attempt: "", place: "an unknown place", verified: false };
}

/** Marks the database as incomplete, whatever mark there was. */
export async function markMovingIn(db: Db, { source, attempt, place, verified }: MovingIn): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // What it vouches for must be on the disk before the other state is given up.
    await sql`SET LOCAL synchronous_commit = on`.execute(tx);
    await sql`CREATE TABLE IF NOT EXISTS public.moving_in (source text NOT NULL, attempt text NOT NULL, place text NOT NULL, verified boolean NOT NULL)`.execute(
      tx,
    );
    await sql`DELETE FROM public.moving_in`.execute(tx);
    await sql`INSERT INTO public.moving_in VALUES (${source}, ${attempt}, ${place}, ${verified})`.execute(tx);
  });
}

/** In the transaction of what makes the database complete, or empty. */
export async function dropMovingIn(tx: Db): Promise<void> {
  await sql`DROP TABLE IF EXISTS public.moving_in`.execute(tx);
}

/** Half a state must not be worked with: whom it does not know would get a second account. @throws Problem `state_incomplete`, exit 2 */
export async function refuseMovingIn(db: Db): Promise<void> {
  const mark = await findMovingIn(db);
  if (mark !== null) throw incomplete(mark);
}

export function incomplete({ place }: Pick<MovingIn, "place">): Problem {
  return new Problem(`A state is being moved into this database, from ${place}, and that has not ended. Nothing was changed.`, {
    code: "state_incomplete",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: "Wait for `rollcall migrate-state`. If it was cut short, give it again where the old state lies: it begins anew, or finishes. Or drop this database.",
  });
}
