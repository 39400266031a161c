import { sql, type RawBuilder } from "kysely";
import { completeCells } from "./accept-cells.ts";
import { acceptNotes } from "../runs/notes.ts";
import { isOutcomeUnknown } from "../runs/outcomes.ts";
import type { Db } from "../schema/tables.ts";
import { acceptMissingAreas } from "./missing-areas.ts";
import { analyzePeople, ROWS_WORTH_ANALYZING } from "../statistics.ts";

/** The contents of a run. They are found before its release, which skips each statement that has nothing to do. */
export interface Contents {
  rejects: boolean;
  /** Rows out of scope, or people who were. */
  scoped: boolean;
  /** Rows that were planned although they did not change. */
  unchanged: boolean;
  /** Operations of people without a row. */
  rowless: boolean;
}

/** Returns what `acceptStaged` will find. Rows and operations of a run do not change between its plan and its release. */
export async function contentsOf(db: Db, { run, job }: { run: string; job: string }): Promise<Contents> {
  const { rows } = await sql<Contents>`SELECT
    EXISTS (SELECT 1 FROM staged_row WHERE run = ${run} AND row_status = 'reject') AS rejects,
    EXISTS (SELECT 1 FROM person WHERE job = ${job} AND scope IS NOT NULL)
      OR EXISTS (SELECT 1 FROM staged_row WHERE run = ${run} AND scope IS NOT NULL) AS scoped,
    EXISTS (SELECT 1 FROM staged_row WHERE run = ${run} AND row_status = 'use' AND NOT changed AND marked) AS unchanged,
    EXISTS (SELECT 1 FROM operation WHERE run = ${run} AND row IS NULL) AS rowless`.execute(db);
  return rows[0] as Contents;
}

/**
 * Makes the staged rows of a run the known state of the job. A person with an operation stays marked until it is done;
 * everyone else is settled. Rejected rows keep the previous data and are planned again. Cells that `prepareCells` has
 * not stored are stored here.
 * @param at.secret the places of sensitive cells
 * @param at.contents `contentsOf` the run
 * @param at.absent whether people without a row count as absent
 * @param at.missing the people without a row that the run is for: `listMissing`
 * @param at.pilot the digest of the job's pilot, and the people without a row outside of it; `null`: the job is for everyone
 */
export async function acceptStaged(
  db: Db,
  at: {
    run: string;
    job: string;
    account: string;
    context: string;
    secret: readonly number[];
    contents: Contents;
    partial: boolean;
    absent: boolean;
    missing: readonly string[];
    pilot: { digest: string; missing: readonly string[] } | null;
  },
): Promise<void> {
  const { contents, missing, pilot } = at;
  // By the index of people: with that of runs, whose new values the statistics do not have yet, each row would search all operations.
  const isPlanned = (key: RawBuilder<unknown>, as = sql`true`) =>
    sql`EXISTS (SELECT 1 FROM operation o WHERE o.account = ${at.account} AND o.key = ${key} AND o.run || '' = ${at.run} AND ${as})`;
  // The names of a leaver's row say nothing about the account: those known only from earlier rows are kept.
  const kept = (name: "username" | "email") => sql`excluded.leaves AND person.${sql.ref(name)} IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM link l WHERE l.account = ${at.account} AND l.key = excluded.key AND l.sent->>${name} IS NOT NULL
      AND NOT (l.doubted OR ${isOutcomeUnknown({ account: sql`l.account`, key: sql`l.key` })}))`;
  // HR may rename someone whose account is protected by its username, or give the key to another person: the names that
  // the account has are kept.
  const keepsNames = isPlanned(sql`excluded.key`, sql`o.code IN ('protected', 'another_person')`);
  const nameOf = (name: "username" | "email") =>
    sql`CASE WHEN ${kept(name)} OR ${sql.ref(`person.${name}`)} IS DISTINCT FROM ${sql.ref(`excluded.${name}`)} AND ${keepsNames} THEN ${sql.ref(`person.${name}`)} ELSE ${sql.ref(`excluded.${name}`)} END`;
  await acceptNotes(db, at.run, at.job);
  if (contents.scoped) await acceptScope(db, at);
  await completeCells(db, at);
  const { numAffectedRows } =
    await sql`INSERT INTO person (job, key, account, row, digest, context, username, email, state, dirty, run, scope, due, not_due, leaves)
    SELECT ${at.job}, s.key, ${at.account}, s.row, s.digest, ${at.context}, s.username, s.email, 'present', ${isPlanned(sql`s.key`)}, s.run, s.scope, s.due, s.not_due, COALESCE(s.leaves, false)
    FROM staged_row s WHERE s.run = ${at.run} AND s.row_status = 'use' AND s.changed
    ${
      (await hasPeople(db, at.job))
        ? sql`ON CONFLICT (job, key) DO UPDATE SET account = excluded.account, row = excluded.row, digest = excluded.digest,
      context = excluded.context, username = ${nameOf("username")}, email = ${nameOf("email")}, leaves = excluded.leaves,
      state = 'present', dirty = excluded.dirty, touched = false, run = excluded.run, due = excluded.due, not_due = excluded.not_due`
        : sql``
    }`.execute(db);
  const isJoined = contents.unchanged || contents.rowless || contents.rejects || pilot !== null;
  if (isJoined && (numAffectedRows ?? 0n) > ROWS_WORTH_ANALYZING) await knowPeople(db, at.job, Number(numAffectedRows));
  // Not where only the row number differs: after one inserted row, that would be everybody.
  if (contents.unchanged)
    await sql`UPDATE person p SET row = s.row, state = 'present', dirty = ${isPlanned(sql`s.key`)}, touched = false, context = ${at.context}, run = s.run
      FROM staged_row s WHERE s.run = ${at.run} AND s.row_status = 'use' AND NOT s.changed AND s.marked AND p.job = ${at.job} AND p.key = s.key
        AND (p.state <> 'present' OR p.dirty OR p.touched OR p.context <> ${at.context} OR ${isPlanned(sql`s.key`)})`.execute(db);
  if (contents.rowless)
    await sql`UPDATE person p SET dirty = true FROM operation o
      WHERE o.run = ${at.run} AND o.row IS NULL AND p.job = ${at.job} AND p.key = o.key AND NOT p.dirty`.execute(db);
  if (contents.rejects)
    await sql`UPDATE person p SET state = 'rejected', dirty = true FROM staged_row s
      WHERE s.run = ${at.run} AND s.row_status = 'reject' AND p.job = ${at.job} AND p.key = s.key`.execute(db);
  if (pilot !== null) await acceptPilot(db, { ...at, digest: pilot.digest });
  if (at.partial) return;
  if (pilot === null) await acceptMissingAreas(db, at);
  // If nobody counts as absent, a row that can't be read may be theirs.
  const state = at.absent ? "absent" : "rejected";
  const isOneOf = (keys: readonly string[]) => sql`key IN (SELECT jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`;
  if (missing.length > 0)
    await sql`UPDATE person SET state = ${state}, dirty = true, run = ${at.run}
      WHERE job = ${at.job} AND state NOT IN ('absent', ${state}) AND ${isOneOf(missing)}`.execute(db);
  if (pilot === null) await sql`UPDATE person SET pilot = NULL WHERE job = ${at.job} AND pilot IS NOT NULL`.execute(db);
  else if (pilot.missing.length > 0)
    await sql`UPDATE person SET state = 'not_in_pilot', pilot = NULL
      WHERE job = ${at.job} AND state NOT IN ('absent', 'not_in_pilot') AND ${isOneOf(pilot.missing)}`.execute(db);
}

/** Returns whether a job has people: if not, none of a run can be there already, and no index needs to be asked. */
async function hasPeople(db: Db, job: string): Promise<boolean> {
  const { rows } = await sql<{ any: boolean }>`SELECT EXISTS (SELECT 1 FROM person WHERE job = ${job}) AS any`.execute(db);
  return rows[0]?.any === true;
}

/**
 * Lets the planner know the people of a job before their rows are joined: it would search the whole file for each person
 * of a job that the statistics do not know.
 */
async function knowPeople(db: Db, job: string, changed: number): Promise<void> {
  await analyzePeople(db);
  // The statistics stay old while someone vacuums the table.
  const { rows } = await sql<{
    most: boolean;
  }>`SELECT NOT EXISTS (SELECT 1 FROM person WHERE job = ${job} OFFSET ${2 * changed}) AS most`.execute(db);
  if (rows[0]?.most === true) await sql`SET LOCAL enable_nestloop = off`.execute(db);
}

/**
 * Marks the people of a job's pilot, and everyone else in the file: their stored rows are out of date until a run is for
 * them again, so nothing may be decided on them.
 */
async function acceptPilot(db: Db, at: { run: string; job: string; digest: string }): Promise<void> {
  await sql`UPDATE person p SET pilot = ${at.digest} FROM staged_row s
    WHERE s.run = ${at.run} AND s.row_status = 'use' AND p.job = ${at.job} AND p.key = s.key AND p.pilot IS DISTINCT FROM ${at.digest}`.execute(
    db,
  );
  await sql`UPDATE person p SET state = 'not_in_pilot', pilot = NULL FROM staged_row s
    WHERE s.run = ${at.run} AND s.row_status = 'not_in_pilot' AND p.job = ${at.job} AND p.key = s.key
      AND (p.state <> 'not_in_pilot' OR p.pilot IS NOT NULL)`.execute(db);
}

/** Updates the scope of known people whose rows changed; rows without new cells have the scope they had. */
async function acceptScope(db: Db, at: { run: string; job: string }): Promise<void> {
  await sql`UPDATE person p SET scope = s.scope, was_in_scope = s.scope IS NOT NULL AND (p.scope IS NULL OR p.was_in_scope)
    FROM staged_row s WHERE s.run = ${at.run} AND s.row_status = 'use' AND s.changed AND p.job = ${at.job} AND p.key = s.key
      AND p.scope IS DISTINCT FROM s.scope`.execute(db);
}
