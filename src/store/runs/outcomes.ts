import { sql, type RawBuilder } from "kysely";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { State } from "../../state/state.ts";
import type { Link } from "../identities/links.ts";
import { turnOfOwnChanges } from "../directory/directory.ts";
import { isUnconfirmed } from "../identities/open-intents.ts";
import type { Db } from "../schema/tables.ts";
import { hasId, idOf, statusOf } from "./operation-id.ts";
import type { Operation } from "./operations.ts";

export interface WriteResult {
  userId: string;
  /** The sent data, in its stored form. */
  sent: Record<string, unknown>;
  active: boolean | null;
  /** The current groups of the person. */
  groups: readonly string[];
  /** Set if the operation succeeded but the person must be planned again. */
  note?: { code: string; reason: Fact };
  /** The account was found by observation, not in the answer. */
  observed?: true;
}

/** An accepted write that is to be recorded. */
export interface Outcome {
  operation: Operation;
  result: WriteResult;
  at: Date;
}

/** The link that a created account contradicts: that of the account, or else that of the person. */
export type OtherLink = Pick<Link, "key" | "user_id">;

/**
 * Records created accounts: first in the journal, then links, memberships, the ends of the operations and the people in
 * one statement. An account that is already linked is not recorded again, nor one of a person who was linked to another.
 * @returns for each outcome the link that was there first; `null` if it was recorded
 */
export async function recordCreated(state: Pick<State, "db" | "journal">, outcomes: readonly Outcome[]): Promise<(OtherLink | null)[]> {
  // Before the journal has them: recorded one after the other, the first person gets the account and the others do not.
  if (new Set(outcomes.map(({ operation, result }) => `${operation.account} ${result.userId}`)).size < outcomes.length)
    throw new Error("the service answered several creates with the same account");
  const known = state.journal.kept ? await journalLinks(state, outcomes) : new Map<string, OtherLink>();
  // The links that are there first stay: someone may have linked the person since.
  const { rows } = await sql<{ id: string }>`WITH ${given("answered", outcomes)},
    linked AS (
      INSERT INTO link (account, key, user_id, job, source, active, sent, created_at)
      SELECT account, key, user_id, job, source, active, sent, at FROM answered ON CONFLICT DO NOTHING RETURNING account, key),
    given AS (SELECT a.* FROM answered a JOIN linked USING (account, key)),
    settled AS (
      -- From now on the link has the names.
      UPDATE intent i SET status = 'linked', names = NULL FROM given g
      WHERE i.account = g.account AND i.key = g.key AND ${isUnconfirmed("i")}),
    ${ENDING}
    SELECT ${idOf("given")} AS id FROM given`.execute(state.db);
  const recorded = new Set(rows.map(({ id }) => id));
  const others = outcomes.filter(({ operation: { id } }) => !recorded.has(id) && !known.has(id));
  const found = others.length === 0 ? known : new Map([...known, ...(await findOtherLinks(state.db, others))]);
  return outcomes.map(({ operation: { id } }) => (recorded.has(id) ? null : (found.get(id) ?? null)));
}

/** Records links that contradict no other in the journal. @returns the others, by operation */
async function journalLinks({ db, journal }: Pick<State, "db" | "journal">, outcomes: readonly Outcome[]): Promise<Map<string, OtherLink>> {
  const others = await findOtherLinks(db, outcomes);
  await Promise.all(
    outcomes
      .filter(({ operation }) => !others.has(operation.id))
      .map(({ operation: { account, job, key }, result, at }) =>
        journal.append({ t: "link", account, job, key, userId: result.userId, source: sourceOf(result), at: at.toISOString() }),
      ),
  );
  return others;
}

/** An update that is about to be sent. */
export interface Sending {
  operation: Operation;
  userId: string;
  at: Date;
}

/** Records in the journal that updates of one service account are about to be sent: a power cut may lose their outcomes. */
export async function recordSending({ journal }: Pick<State, "journal">, updates: readonly Sending[]): Promise<void> {
  const [first] = updates;
  if (!journal.kept || first === undefined) return;
  const operations = Object.fromEntries(updates.map(({ operation, userId }) => [operation.id, userId]));
  await journal.append({ t: "sending", account: first.operation.account, operations, at: first.at.toISOString() });
}

/**
 * Returns SQL for whether the last operation that was sent for an account may have changed it, and its outcome was
 * never recorded.
 * @param person.except the run and the number of an operation that does not count
 */
export function isOutcomeUnknown({
  account,
  key,
  except,
}: Record<"account" | "key", RawBuilder<unknown>> & { except?: RawBuilder<unknown> }) {
  return sql<boolean>`COALESCE((SELECT o.status <> 'done' FROM operation o
    WHERE o.account = ${account} AND o.key = ${key} AND o.kind IN ('update', 'deactivate', 'reactivate') AND o.attempts > 0
      ${except === undefined ? sql`` : sql`AND (o.run, o.seq) <> ${except}`}
      -- A request that was refused at once changed nothing.
      AND NOT (o.status IN ('failed', 'held') AND o.attempts = 1)
    ORDER BY o.run DESC, o.seq DESC LIMIT 1), false)`;
}

/** Records accepted updates in one statement: sent data, memberships, the ends of the operations and the people. */
export async function recordUpdated(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  await sql`WITH ${given("given", outcomes)},
    remembered AS (
      UPDATE link l SET sent = NULLIF(COALESCE(l.sent, '{}'::jsonb) || g.sent, '{}'::jsonb), doubted = false,
        active = COALESCE(g.active, CASE WHEN NOT (l.doubted OR ${isOutcomeUnknown(GIVEN)}) THEN l.active END) FROM given g
      WHERE l.account = g.account AND l.key = g.key),
    settled AS (
      -- A deactivation sends no names.
      UPDATE intent i SET status = 'linked', names = NULL FROM given g
      WHERE i.account = g.account AND i.key = g.key AND g.sent <> '{}'::jsonb
        AND (i.status = 'moved' OR i.status = 'linked' AND i.names IS NOT NULL)),
    ${ENDING}
    SELECT 1`.execute(db);
}

/** Returns the links that accounts, or else their people, already have, by operation. */
async function findOtherLinks(db: Db, outcomes: readonly Outcome[]): Promise<Map<string, OtherLink>> {
  const accounts = outcomes.map(({ operation: { id, account, key }, result }) => ({ id, account, key, user_id: result.userId }));
  // The limit tells the planner how few they are, so that it uses the indexes and does not read all links.
  const { rows } = await sql<OtherLink & { id: string }>`WITH given AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) AS g(id text, account text, key text, user_id text) LIMIT ${accounts.length})
    SELECT g.id, l.key, l.user_id FROM given g JOIN link l ON l.account = g.account AND l.key = g.key
    UNION ALL SELECT g.id, l.key, l.user_id FROM given g JOIN link l ON l.account = g.account AND l.user_id = g.user_id`.execute(db);
  // The last one counts: that of the account.
  return new Map(rows.map(({ id, ...link }) => [id, link]));
}

function sourceOf({ observed }: WriteResult): "observed" | "created" {
  return observed === true ? "observed" : "created";
}

/** Returns SQL for a table with a row for each outcome. The limit tells the planner how few they are, so that it uses indexes. */
function given(table: "given" | "answered", outcomes: readonly Outcome[]) {
  const rows = outcomes.map(({ operation: { run, seq, account, job, key, kind }, result, at }) => ({
    run,
    seq,
    account,
    job,
    key,
    kind,
    user_id: result.userId,
    source: sourceOf(result),
    active: result.active,
    sent: result.sent,
    groups: result.groups,
    code: result.note?.code ?? null,
    reason: result.note?.reason ?? null,
    at: at.toISOString(),
  }));
  // All of one service account, as are the operations of a run.
  return sql`${turnOfOwnChanges(rows[0]?.account ?? "")}, ${sql.raw(table)} AS (
      SELECT r.* FROM turn, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(run text, seq integer, account text, job text, key text, kind text,
        user_id text, source text, active boolean, sent jsonb, groups jsonb, code text, reason jsonb, at timestamptz) LIMIT ${rows.length})`;
}

/** The person of an outcome in `given`, without the operation itself. */
const GIVEN = { account: sql`g.account`, key: sql`g.key`, except: sql`(g.run, g.seq)` };

/** The changes at the end of each operation in `given`. Only an outcome with a note has a code. */
const ENDING = sql`joined AS (
      INSERT INTO membership (account, group_id, user_id)
      SELECT g.account, added, g.user_id FROM given g, jsonb_array_elements_text(g.groups) AS added
      ON CONFLICT DO NOTHING),
    noted AS (
      INSERT INTO own_change (account, user_id, group_id, added, at)
      SELECT g.account, g.user_id, added, true, clock_timestamp() FROM given g, jsonb_array_elements_text(g.groups) AS added),
    ended AS (
      UPDATE operation o SET status = 'done', sendable = false, code = g.code,
        -- Why an account was deactivated: the last day, the scope, or a missing row.
        reason = COALESCE(g.reason, CASE WHEN o.kind = 'deactivate' THEN o.reason END), ended_at = g.at
      FROM given g WHERE o.run = g.run AND o.seq = g.seq),
    person_settled AS (
      UPDATE person p SET dirty = g.code IS NOT NULL FROM given g WHERE p.job = g.job AND p.key = g.key),
    others AS (
      -- Another job of the account may know otherwise about this person, so it checks again.
      UPDATE person p SET touched = true FROM given g
      WHERE g.kind IN ('deactivate', 'reactivate') AND p.account = g.account AND p.key = g.key AND p.job <> g.job)`;

/** Ends an unconfirmed create as done after its account was found by observation. */
export function settleByObservation(db: Db, operation: string, at: Date): Promise<void> {
  return endUncertain(db, operation, { code: "observed", reason: fact("operation.found_in_groups", {}) }, at);
}

/** Ends an unconfirmed create as done after a report of the service named its account. */
export function settleByReported(db: Db, operation: string, at: Date): Promise<void> {
  return endUncertain(db, operation, { code: "reported", reason: fact("operation.found_in_report", {}) }, at);
}

/** Ends an unconfirmed create as done. */
export async function endUncertain(db: Db, operation: string, { code, reason }: { code: string; reason: Fact }, at: Date): Promise<void> {
  await db
    .updateTable("operation")
    .set({ status: "done", code, reason: JSON.stringify(reason), sendable: false, ended_at: at })
    .where(hasId("operation", operation))
    .where(statusOf("operation"), "=", "uncertain")
    .execute();
}
