import { fact, type Fact } from "../../domain/facts/fact.ts";
import { sql, type RawBuilder } from "kysely";
import { cellsOfRows, cellsOfStaged, openCells } from "./cells.ts";
import { isOutcomeUnknown } from "../runs/outcomes.ts";
import type { StoredCell } from "../schema/values.ts";
import type { UrgentDeactivation } from "../../domain/protection/urgent.ts";
import type { Db } from "../schema/tables.ts";
import { isCandidateRow, isMissing, isNewlyMissing } from "../in-file/in-file.ts";
import { promoteUnchanged } from "../in-file/promote.ts";
import { urgentOf } from "./urgent-deactivations.ts";
import { beforeContextOf, cellsBefore, cellsOf } from "./valid-cells.ts";

/** A person whose outcome may have changed, with all data for the decision. */
export interface Candidate {
  row: number;
  key: string;
  cells: (string | null)[];
  before_cells: (string | null)[] | null;
  before_context: string | null;
  /** The row before `before_cells`. */
  earlier_cells: (string | null)[] | null;
  earlier_context: string | null;
  user_id: string | null;
  active: boolean | null;
  sent: Record<string, unknown> | null;
  /** An earlier operation may have changed the account, and its outcome was never recorded, or a power cut lost it. */
  doubted: boolean;
  groups: string[] | null;
  /** The scope at the last run: `null` in scope, `""` undecided, else the rule that left the row out. */
  scope: string | null;
  /** The person was in scope at the last run, or was before and has been out of scope or undecided since. */
  was_in_scope: boolean;
  /** Another job of the account has the person in its file and in scope. */
  elsewhere: boolean;
  unconfirmed: Fact | null;
  urgent: UrgentDeactivation | null;
  /** The username of the last row; `null` if it is sensitive. */
  last_username: string | null;
  /** The missing area that blocks the person, by name: they have no value in its column now. */
  area: string | null;
  /** False for a row that is only counted, because it is not in the pilot of the run. */
  in_pilot: boolean;
}

const EARLIER_CREATE = JSON.stringify(fact("unconfirmed.earlier_create", {}));

/** Whether another job of the account has a key in its file, and in scope or undecided: unknown is not out of scope (I5). */
const isElsewhere = ({ account, job, key }: { account: string; job: string; key: RawBuilder<unknown> }) =>
  sql`EXISTS (SELECT 1 FROM person o WHERE o.account = ${account} AND o.key = ${key} AND o.job <> ${job} AND o.state <> 'absent' AND COALESCE(o.scope, '') = '')`;

/** Whether a person out of scope has an account that may be active, and no other job decides on it. */
export const isLeftOut = (at: { account: string; job: string }) => sql`(p.scope <> ''
  AND EXISTS (SELECT 1 FROM link l WHERE l.account = ${at.account} AND l.key = p.key AND l.active IS DISTINCT FROM false)
  AND NOT ${isElsewhere({ ...at, key: sql`p.key` })})`;

/**
 * Finds the people whose outcome may have changed: new or changed rows, and marked people, whose unchanged rows are
 * staged. One pass over all people, so that unchanged people cost no more.
 * @param at.asksElsewhere whether another job may decide on the account of a person out of scope: it may no longer do so
 */
export async function findCandidates(
  db: Db,
  at: { run: string; job: string; account: string; context: string; asksElsewhere: boolean },
): Promise<void> {
  await sql`UPDATE staged_row SET marked = false WHERE run = ${at.run} AND marked`.execute(db);
  const isLeft = at.asksElsewhere ? isLeftOut(at) : sql`false`;
  // Until HR's file agrees, each plan decides about them.
  const urgent = sql`SELECT u.key FROM urgent_deactivation u WHERE u.account = ${at.account}
    UNION SELECT l.key FROM urgent_deactivation u JOIN link l ON l.account = u.account AND l.user_id = u.user_id WHERE u.account = ${at.account}`;
  const { rows } = await sql<{ any: boolean }>`SELECT
      EXISTS (SELECT 1 FROM person p WHERE job = ${at.job} AND (dirty OR touched OR context <> ${at.context} OR state <> 'present'))
      OR EXISTS (SELECT 1 FROM staged_row WHERE run = ${at.run} AND changed)
      OR EXISTS (SELECT 1 FROM person_note WHERE job = ${at.job} AND code = 'username_held_back')
      OR EXISTS (SELECT 1 FROM person p WHERE job = ${at.job} AND ${isLeft}) OR EXISTS (SELECT 1 FROM person p WHERE job = ${at.job} AND p.key IN (${urgent}))
      OR EXISTS (SELECT 1 FROM area_person WHERE run = ${at.run} AND NOT missing) AS any`.execute(db);
  if (rows[0]?.any !== true) return;
  const isMarked = sql`p.dirty OR p.touched OR p.context <> ${at.context} OR p.state <> 'present' OR p.key IN (${urgent}) OR ${isLeft}
    -- The other account may have lost their username.
    OR p.key IN (SELECT key FROM person_note WHERE job = ${at.job} AND code = 'username_held_back')
    OR p.key IN (SELECT key FROM area_person WHERE run = ${at.run})`;
  await promoteUnchanged(db, at, isMarked);
  await sql`UPDATE staged_row s SET marked = true FROM person p WHERE p.job = ${at.job} AND p.key = s.key
    AND s.run = ${at.run} AND NOT s.changed AND s.row_status IN ('use', 'not_in_pilot') AND (${isMarked})`.execute(db);
}

/** Returns the next people to plan, in file order. */
export async function nextCandidates(
  db: Db,
  at: { run: string; job: string; account: string; afterRow: number; limit: number; asksElsewhere: boolean; now: Date },
): Promise<Candidate[]> {
  const { rows: ends } = await sql<{ last: number | null }>`SELECT max(row) AS last FROM (
    SELECT s.row FROM staged_row s WHERE s.run = ${at.run} AND s.row > ${at.afterRow} AND ${isCandidateRow} ORDER BY s.row LIMIT ${at.limit}) AS next`.execute(
    db,
  );
  const last = ends[0]?.last;
  if (typeof last !== "number") return [];
  // With both ends of the portion, the rows of the other portions are not read.
  const { rows } = await sql<Candidate & { changed: boolean } & Record<"before_cells" | "earlier_cells", StoredCell[] | null>>`
    SELECT s.row, s.key, s.row_status = 'use' AS in_pilot, s.changed, ${cellsOf("c")} AS before_cells, p.context AS before_context,
      ${cellsBefore("c")} AS earlier_cells, ${beforeContextOf("c")} AS earlier_context,
      l.user_id, l.active, l.sent, CASE WHEN p.username NOT LIKE 'hmac:%' THEN p.username END AS last_username, p.scope, (p.key IS NOT NULL AND p.scope IS NULL) OR COALESCE(p.was_in_scope, false) AS was_in_scope,
      ${at.asksElsewhere ? isElsewhere({ ...at, key: sql`s.key` }) : sql`false`} AS elsewhere,
      a.column_name || '=' || a.value AS area,
      l.user_id IS NOT NULL AND (l.doubted OR ${isOutcomeUnknown({ account: sql`${at.account}`, key: sql`s.key` })}) AS doubted,
      CASE WHEN l.user_id IS NOT NULL THEN
        (SELECT jsonb_agg(m.group_id) FROM membership m WHERE m.account = ${at.account} AND m.user_id = l.user_id) END AS groups,
      -- Few people have one: a set of keys first, so that the others cost no lookup.
      CASE WHEN s.key IN (SELECT i.key FROM intent i WHERE i.account = ${at.account} AND i.status IN ('open', 'uncertain', 'unlinked')) THEN
        (SELECT COALESCE(i.reason, ${EARLIER_CREATE}::jsonb) FROM intent i
          WHERE i.account = ${at.account} AND i.key = s.key AND i.status IN ('open', 'uncertain', 'unlinked') LIMIT 1) END AS unconfirmed,
      -- Mostly there is none in the account: asked once, not for each person.
      CASE WHEN EXISTS (SELECT 1 FROM urgent_deactivation u WHERE u.account = ${at.account})
        THEN ${urgentOf({ account: sql`${at.account}`, key: sql`s.key`, userId: sql`l.user_id`, now: at.now })} END AS urgent
    FROM staged_row s LEFT JOIN person p ON p.job = ${at.job} AND p.key = s.key
    LEFT JOIN person_cells c ON c.job = ${at.job} AND c.key = s.key
    LEFT JOIN link l ON l.account = ${at.account} AND l.key = s.key
    LEFT JOIN area_person a ON a.run = ${at.run} AND a.key = s.key
    WHERE s.run = ${at.run} AND s.row > ${at.afterRow} AND s.row <= ${last} AND ${isCandidateRow} AND s.row_status IN ('use', 'not_in_pilot')
    ORDER BY s.row`.execute(db);
  const now = await cellsOfRows(db, at.run, rows);
  return rows.map((row) => {
    const owner = { job: at.job, key: row.key };
    const open = (cells: StoredCell[] | null) => openCells(db, owner, cells);
    const before = open(row.before_cells);
    const cells = row.changed ? now(row.row) : (before ?? []);
    if (cells === null) throw new Error(`the cells of row ${row.row} of run ${at.run} are not stored`);
    return Object.assign(row, { cells, before_cells: before, earlier_cells: open(row.earlier_cells) });
  });
}

export interface AbsentPerson {
  key: string;
  username: string | null;
  /** The attributes last sent; sensitive ones as fingerprints. */
  sent: Record<string, unknown> | null;
  user_id: string;
  cells: (string | null)[] | null;
  context: string | null;
}

/**
 * Returns people of this job with a link that may be active who are in no row of the file, not even a rejected one, and not in the
 * last file of another job of the account: someone who moved between files has not left. People whose last row was out of
 * scope, or of undecided scope, are not looked at; those whose dates were undecided are.
 */
export async function listAbsent(db: Db, at: { run: string; job: string; account: string }): Promise<AbsentPerson[]> {
  // Few may be missing: those who are not in the file, or have left, or are known by their account alone.
  const { rows } = await sql<AbsentPerson & { cells: StoredCell[] | null }>`
    WITH perhaps AS (
      SELECT u.key FROM unseen_person u WHERE u.run = ${at.run}
      UNION SELECT a.key FROM person a WHERE a.job = ${at.job} AND a.state = 'absent'
      UNION SELECT k.key FROM link k WHERE k.account = ${at.account} AND k.job = ${at.job} AND NOT EXISTS (SELECT 1 FROM person a WHERE a.job = ${at.job} AND a.key = k.key))
    SELECT l.key, CASE WHEN p.username NOT LIKE 'hmac:%' THEN p.username END AS username, l.sent, l.user_id, ${cellsOf("c")} AS cells, p.context
    FROM perhaps JOIN link l ON l.account = ${at.account} AND l.key = perhaps.key LEFT JOIN person p ON p.job = ${at.job} AND p.key = l.key
    LEFT JOIN person_cells c ON c.job = ${at.job} AND c.key = l.key
    WHERE l.account = ${at.account} AND (l.active IS DISTINCT FROM false OR l.doubted OR ${isOutcomeUnknown({ account: sql`l.account`, key: sql`l.key` })})
      AND (p.key IS NOT NULL OR l.job = ${at.job}) AND (p.scope IS NULL OR (p.scope = '' AND p.not_due = 'unknown'))
      AND ${isMissing(at.run, sql`l.key`)}
      AND NOT EXISTS (SELECT 1 FROM person o WHERE o.account = l.account AND o.key = l.key AND o.job <> ${at.job} AND o.state <> 'absent')
    ORDER BY l.key`.execute(db);
  return rows.map((row) => ({ ...row, cells: openCells(db, { job: at.job, key: row.key }, row.cells) }));
}

/**
 * Returns the next rows of a run that are not planned and whose key has no account, in file order: each may be someone
 * under a new key. Rejected rows, or rows that are out of scope, not due or not in the pilot.
 */
export async function nextNewcomers(
  db: Db,
  at: { run: string; job: string; account: string; afterRow: number; limit: number; rejected: boolean },
): Promise<Pick<Candidate, "row" | "key" | "cells">[]> {
  const isUnplanned = at.rejected
    ? sql`s.row_status = 'reject'`
    : sql`(s.row_status = 'not_in_pilot' OR s.row_status = 'use' AND CASE WHEN NOT s.changed THEN p.scope <> '' OR p.not_due IN ('from', 'until')
        ELSE s.scope <> '' OR s.not_due IN ('from', 'until') END)`;
  if (!at.rejected && at.afterRow === 0)
    await promoteUnchanged(
      db,
      at,
      sql`(p.scope <> '' OR p.not_due IN ('from', 'until'))
      AND NOT EXISTS (SELECT 1 FROM link l WHERE l.account = ${at.account} AND l.key = p.key)`,
    );
  const { rows } = await sql<{ row: number; key: string; changed: boolean; before: StoredCell[] | null }>`
    SELECT s.row, s.key, s.changed, CASE WHEN NOT s.changed THEN ${cellsOf("c")} END AS before FROM staged_row s
    LEFT JOIN person p ON p.job = ${at.job} AND p.key = s.key
    LEFT JOIN person_cells c ON c.job = ${at.job} AND c.key = s.key
    WHERE s.run = ${at.run} AND s.row > ${at.afterRow} AND ${isUnplanned} AND s.key IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM link l WHERE l.account = ${at.account} AND l.key = s.key)
    ORDER BY s.row LIMIT ${at.limit}`.execute(db);
  return cellsOfStaged(db, at, rows);
}

/** Returns those of some people whom the job's pilot did not have at its last run. */
export async function listOutsidePilot(db: Db, at: { job: string; digest: string; keys: readonly string[] }): Promise<Set<string>> {
  const { rows } = await sql<{
    key: string;
  }>`SELECT given.key FROM jsonb_array_elements_text(${JSON.stringify(at.keys)}::jsonb) AS given (key)
    WHERE NOT EXISTS (SELECT 1 FROM person p WHERE p.job = ${at.job} AND p.key = given.key AND p.pilot = ${at.digest})`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Returns the people of a job who are in no row of a run's file and have not been absent before. */
export async function listMissing(db: Db, at: { run: string; job: string }): Promise<string[]> {
  const { rows } = await sql<{
    key: string;
  }>`SELECT p.key FROM person p WHERE p.job = ${at.job} AND ${isNewlyMissing(at.run)}`.execute(db);
  return rows.map(({ key }) => key);
}

/** The row of a `person p` in the last file of their job; `null` if it may have moved, because other rows came or went. */
export const rowInLastFile = sql<number | null>`CASE WHEN p.run =
  (SELECT r.id FROM run r WHERE r.job = p.job AND r.kind = 'sync' AND r.released ORDER BY r.started_at DESC LIMIT 1) THEN p.row END`;

/** Returns the last accepted row of a person. */
export async function findPerson(db: Db, job: string, key: string) {
  const found = await db
    .selectFrom("person as p")
    .innerJoin("person_cells as c", (join) => join.onRef("c.job", "=", "p.job").onRef("c.key", "=", "p.key"))
    .selectAll("p")
    .select(cellsOf("c").$notNull().as("cells"))
    .where("p.job", "=", job)
    .where("p.key", "=", key)
    .executeTakeFirst();
  return found === undefined ? undefined : { ...found, cells: openCells(db, { job, key }, found.cells) };
}

/** Returns the usernames of a person's last rows, in all jobs of the account; a sensitive one as its fingerprint. */
export async function rowUsernames(db: Db, { account, key }: { account: string; key: string }): Promise<(string | null)[]> {
  const rows = await db.selectFrom("person").select("username").where("account", "=", account).where("key", "=", key).execute();
  return rows.map(({ username }) => username);
}

/** Marks a person for the next plan, in every job of the account. */
export async function markDirty(db: Db, account: string, key: string): Promise<void> {
  await db.updateTable("person").set({ dirty: true }).where("account", "=", account).where("key", "=", key).execute();
}

/** Returns a key whose last row in a job of the account has one of these usernames, in their stored form; `null` if none has. */
export async function findKeyByUsername(db: Db, account: string, usernames: readonly string[]): Promise<string | null> {
  const row = await db
    .selectFrom("person")
    .select("key")
    .where("account", "=", account)
    .where("username", "in", usernames)
    .limit(1)
    .executeTakeFirst();
  return row?.key ?? null;
}
