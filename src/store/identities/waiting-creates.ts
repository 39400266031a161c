/** The creates of a run that wait, because an unconfirmed create has exactly the same groups (docs/guides/identities.md, "A killed first run"). */
import { sql, type RawBuilder } from "kysely";
import { fact } from "../../domain/facts/fact.ts";
import { isAlive } from "../schedule/processes.ts";
import { hasId, idOf } from "../runs/operation-id.ts";
import type { Db } from "../schema/tables.ts";

/** The code of a create that waits. Its payload stays, so that its run can send it later. */
export const WAITING = "equal_groups_unsettled";
export const WAITING_REASON = fact("operation.waits_for_equal_groups", {});
const RESOLVED_REASON = fact("operation.resolved_meanwhile", {});

/** A run, and the process that applies it. */
export interface DeferredRun {
  run: string;
  account: string;
  job: string;
  processId: string;
}

/**
 * Returns SQL for whether an intent keeps its groups from others: it is unresolved, and was sent before the job's first
 * completed run, so that its account did not stop the run as an unknown one, and may be anyone's. It does not if the
 * last snapshot shows that no new account without a link has exactly its groups. Creates that a living process sent for
 * the same run do not count, but those of a process that was killed do.
 */
export function isReserving(
  intent: string,
  { run, job, processId }: { run: RawBuilder<unknown>; job: RawBuilder<unknown>; processId: string },
) {
  const of = (column: string): RawBuilder<unknown> => sql.ref(`${intent}.${column}`);
  return sql<boolean>`(${of("status")} IN ('open', 'uncertain', 'unlinked') AND ${of("since")} IS NOT NULL
    AND (${of("evidence")}->>'clear')::integer IS DISTINCT FROM (SELECT n.number FROM snapshot n WHERE n.account = ${of("account")})
    AND NOT EXISTS (SELECT 1 FROM operation o WHERE ${hasId("o", of("operation"))} AND o.run = ${run} AND ${isAlive("o.claimed_by", processId)})
    -- In flight in a living process: its answer is on its way, as in the same run.
    AND NOT (${of("status")} = 'open' AND COALESCE((SELECT o.status = 'running' AND ${isAlive("o.claimed_by", processId)}
      FROM operation o WHERE ${hasId("o", of("operation"))}), false))
    AND NOT EXISTS (SELECT 1 FROM run r WHERE r.job = ${job} AND r.status = 'completed' AND NOT r.partial AND r.pilot IS NULL AND r.kind = 'sync'
      AND r.started_at < ${of("at")}))`;
}

/** Returns the intents that keep their groups from the creates of a run. */
function reserving({ run, account, job, processId }: DeferredRun) {
  return sql`SELECT i.operation, i.named, i.groups, i.lost_at FROM intent i
    WHERE i.account = ${account} AND ${isReserving("i", { run: sql`${run}`, job: sql`${job}`, processId })}`;
}

/** Returns SQL for whether an intent `i` has the groups of an operation `c`, or the same of those that list their members. */
const hasEqualGroups = sql<boolean>`(i.operation <> ${idOf("c")} AND (i.named @> c.desired AND i.named <@ c.desired OR EXISTS (
  SELECT 1 FROM (SELECT COALESCE(jsonb_agg(d.id), '[]') AS ids FROM jsonb_array_elements_text(c.desired) AS d(id)
    JOIN service_group g ON g.account = c.account AND g.id = d.id AND g.members_known) AS known
  WHERE i.groups @> known.ids AND i.groups <@ known.ids)))`;

/**
 * Returns whether creates of a run would have to wait, and when the last answer that they wait for was lost: `null` if
 * that is not known.
 */
export async function findReservation(db: Db, at: DeferredRun): Promise<{ lostAt: Date | null } | null> {
  const { rows } = await sql<{ n: string; lost_at: Date | null }>`WITH reserving AS MATERIALIZED (${reserving(at)})
    SELECT count(*) AS n, max(i.lost_at) AS lost_at FROM reserving i WHERE EXISTS (
      SELECT 1 FROM operation c WHERE c.run = ${at.run} AND c.kind = 'create' AND ${isOpenOrWaiting} AND ${hasEqualGroups})`.execute(db);
  const [found] = rows;
  return found === undefined || Number(found.n) === 0 ? null : { lostAt: found.lost_at };
}

const isOpenOrWaiting = sql<boolean>`(c.status IN ('planned', 'queued') OR (c.status = 'held' AND c.code = ${WAITING} AND c.sendable))`;

/** Blocks the creates of a run whose groups are kept, before they take a turn within the rate. */
export async function holdReserved(db: Db, at: DeferredRun, now: Date): Promise<void> {
  await sql`WITH reserving AS MATERIALIZED (${reserving(at)})
    UPDATE operation c SET status = 'held', code = ${WAITING}, reason = ${JSON.stringify(WAITING_REASON)}::jsonb, ended_at = ${now}
    WHERE c.run = ${at.run} AND c.kind = 'create' AND c.status IN ('planned', 'queued')
      AND EXISTS (SELECT 1 FROM reserving i WHERE ${hasEqualGroups})`.execute(db);
}

/**
 * Plans the creates of a run again that need not wait any more. None after another job has got a new account since the
 * plan: it may be that of someone who waits, and only the next run compares their names with it.
 * @param nullAnswers the service returns no ids, so that every unconfirmed create with the same groups keeps them
 * @returns how many
 */
export async function planWaitingAgain(db: Db, at: DeferredRun, nullAnswers: boolean): Promise<number> {
  const unconfirmed = sql`SELECT i.operation, i.named, i.groups, i.lost_at FROM intent i
    WHERE i.account = ${at.account} AND i.status IN ('open', 'uncertain', 'unlinked')`;
  const { numAffectedRows } = await sql`WITH reserving AS MATERIALIZED (${nullAnswers ? unconfirmed : reserving(at)})
    UPDATE operation c SET status = 'planned', code = NULL, reason = NULL, ended_at = NULL
    WHERE c.run = ${at.run} AND c.kind = 'create' AND c.status = 'held' AND c.code = ${WAITING} AND c.sendable
      AND NOT EXISTS (SELECT 1 FROM run r JOIN link l ON l.account = r.account AND l.job <> r.job AND l.created_at > COALESCE(r.planned_at, r.started_at)
        WHERE r.id = ${at.run})
      AND NOT EXISTS (SELECT 1 FROM reserving i WHERE ${hasEqualGroups})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Says of blocked people that their create, or the one that they waited for, is resolved: `identities list --unsettled`
 * no longer has it. The next run decides about them.
 */
export async function noteResolvedSince(db: Db, run: string): Promise<void> {
  await sql`UPDATE operation c SET code = 'resolved_meanwhile', reason = ${JSON.stringify(RESOLVED_REASON)}::jsonb
    WHERE c.run = ${run} AND c.status = 'held' AND (
      (c.code = 'unsettled_create' AND NOT EXISTS (SELECT 1 FROM intent i WHERE i.account = c.account AND i.key = c.key
        AND i.status IN ('open', 'uncertain', 'unlinked')))
      OR (c.code = ${WAITING} AND NOT EXISTS (SELECT 1 FROM intent i WHERE i.account = c.account
        AND i.status IN ('open', 'uncertain', 'unlinked') AND ${hasEqualGroups})))`.execute(db);
}

/** Returns how many creates of a run wait. */
export async function countWaiting(db: Db, run: string): Promise<number> {
  const { rows } = await sql<{
    n: string;
  }>`SELECT count(*) AS n FROM operation WHERE run = ${run} AND status = 'held' AND code = ${WAITING}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** The people of a run who wait, and what for. */
export interface Waiting {
  people: number;
  /** New accounts without a link in exactly their groups. */
  accounts: number;
  /** The unconfirmed creates with these groups. */
  creates: number;
}

/** Returns how many people of a run wait, and for how many accounts and creates; `null` if nobody does. */
export async function describeWaiting(db: Db, { id, account }: { id: string; account: string }): Promise<Waiting | null> {
  const people = await countWaiting(db, id);
  if (people === 0) return null;
  const { rows } = await sql<{ accounts: string; creates: string }>`
    SELECT count(DISTINCT i.operation) AS creates, count(DISTINCT a.user_id) FILTER (WHERE NOT EXISTS (
      SELECT 1 FROM link l WHERE l.account = i.account AND l.user_id = a.user_id)) AS accounts
    FROM intent i LEFT JOIN LATERAL jsonb_array_elements_text(i.evidence->'candidates') AS a(user_id) ON true
    WHERE i.account = ${account} AND i.status IN ('open', 'uncertain', 'unlinked') AND EXISTS (
      SELECT 1 FROM operation c WHERE c.run = ${id} AND c.status = 'held' AND c.code = ${WAITING} AND ${hasEqualGroups})`.execute(db);
  return { people, accounts: Number(rows[0]?.accounts ?? 0), creates: Number(rows[0]?.creates ?? 0) };
}

/** Returns the completed run whose people wait, if it is the last one of the job. */
export async function findDeferredRun(db: Db, job: string): Promise<{ id: string; account: string } | null> {
  const { rows } = await sql<{ id: string; account: string }>`
    SELECT id, account FROM (SELECT id, account, status FROM run WHERE job = ${job} AND kind = 'sync' AND released ORDER BY started_at DESC LIMIT 1) AS last
    WHERE last.status = 'completed' AND EXISTS (
      SELECT 1 FROM operation c WHERE c.run = last.id AND c.status = 'held' AND c.code = ${WAITING})`.execute(db);
  return rows[0] ?? null;
}

/** Deletes what the creates of the job's last run would send: a newer run plans them again. */
export async function dropWaiting(db: Db, { run, job }: { run: string; job: string }): Promise<void> {
  await sql`UPDATE operation SET sendable = false WHERE status = 'held' AND code = ${WAITING} AND sendable AND run = (
    SELECT id FROM run WHERE job = ${job} AND kind = 'sync' AND released AND id <> ${run} ORDER BY started_at DESC LIMIT 1)`.execute(db);
}
