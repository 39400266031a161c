import { sql } from "kysely";
import { copyRows } from "../copy.ts";
import { examplesOf, withExamples, type Example } from "../in-file/examples.ts";
import { isCandidateRow, isUnstaged } from "../in-file/in-file.ts";
import type { Fact } from "../../domain/facts/fact.ts";
import type { MissingClaim } from "../../domain/person.ts";
import type { State } from "../../state/state.ts";
import type { Db } from "../schema/tables.ts";

/** A note about a person's row from the planning of a run. */
export interface FoundNote {
  row: number;
  key: string;
  code: string;
  column: string | null;
  fact: Fact;
  missing?: MissingClaim | undefined;
}

export async function copyFoundNotes(state: State, run: string, notes: readonly FoundNote[]): Promise<void> {
  const columns = ["run", "row", "key", "code", "column_name", "fact", "missing"];
  await copyRows(
    state.pool,
    "found_note",
    columns,
    notes.map(({ row, key, code, column, fact, missing }) => [
      run,
      row,
      key,
      code,
      column,
      JSON.stringify(fact),
      missing === undefined ? null : JSON.stringify(missing),
    ]),
  );
}

export async function dropFoundNotes(db: Db, run: string): Promise<void> {
  await db.deleteFrom("found_note").where("run", "=", run).execute();
}

/**
 * Counts equal notes about the people of a run's file, most frequent first: from this run for people who were planned,
 * from their last planning for all others.
 */
export async function countNotes(
  db: Db,
  at: { run: string; job: string; limit: number },
): Promise<{ code: string; column: string | null; fact: Fact; rows: number; examples: number[] }[]> {
  const { rows } = await sql<{ code: string; column: string | null; fact: Fact; n: string; examples: Example[] }>`
    WITH noted AS (
      SELECT n.code, n.column_name, n.fact, n.row, NULL AS key FROM found_note n WHERE n.run = ${at.run}
      UNION ALL
      SELECT n.code, n.column_name, n.fact, s.row, NULL FROM person_note n
      JOIN staged_row s ON s.run = ${at.run} AND s.key = n.key AND s.row_status = 'use'
      WHERE n.job = ${at.job} AND NOT ${isCandidateRow}
      UNION ALL
      SELECT n.code, n.column_name, n.fact, p.row, p.key FROM person_note n
      JOIN person p ON p.job = n.job AND p.key = n.key WHERE n.job = ${at.job} AND ${isUnstaged(at.run)})
    SELECT code, column_name AS column, fact, count(*) AS n, ${examplesOf} AS examples
    FROM noted GROUP BY code, column_name, fact ORDER BY count(*) DESC, min(row) LIMIT ${at.limit}`.execute(db);
  const notes = rows.map(({ n, ...note }) => ({ ...note, rows: Number(n) }));
  return withExamples(db, at.run, notes);
}

/** Replaces the notes of planned people with those of a run. */
export async function acceptNotes(db: Db, run: string, job: string): Promise<void> {
  await sql`DELETE FROM person_note n USING staged_row s WHERE s.run = ${run} AND ${isCandidateRow} AND n.job = ${job} AND n.key = s.key`.execute(
    db,
  );
  await sql`INSERT INTO person_note (job, key, code, column_name, fact, missing)
    SELECT ${job}, key, code, column_name, fact, missing FROM found_note WHERE run = ${run}`.execute(db);
}
