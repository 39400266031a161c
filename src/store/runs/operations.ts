import { OUTCOME_LOST } from "../identities/outcome-lost.ts";
import { fact, type Code, type Fact } from "../../domain/facts/fact.ts";
import { sql, type Selectable } from "kysely";
import { isAlive } from "../schedule/processes.ts";
import { dropWaiting, WAITING } from "../identities/waiting-creates.ts";
import { isFree } from "./name-chains.ts";
import { hasId, idOf, isAmong, statusOf } from "./operation-id.ts";
import { keysInFile } from "../in-file/in-file.ts";
import type { Db } from "../schema/tables.ts";
import type { OperationKind, OperationStatus } from "../schema/statuses.ts";
import type { OperationTable } from "../schema/operations.ts";

export interface Operation extends Selectable<OperationTable> {
  /** Its run and its number: see `operation-id.ts`. */
  id: string;
}

/** Returns a running operation to the queued ones; any process may send it again from `dueAt` on. */
export async function requeueOperation(db: Db, id: string, dueAt: Date | null): Promise<void> {
  await db
    .updateTable("operation")
    .set({ status: "queued", due_at: dueAt })
    .where(hasId("operation", id))
    .where(statusOf("operation"), "=", "running")
    .execute();
}

/**
 * Ends an operation. Deletes its payload, which may contain sensitive values; `link.sent` has what is needed later. A
 * create that waits for another one keeps it until the next run.
 */
export async function endOperation(
  db: Db,
  id: string,
  end: {
    status: Extract<OperationStatus, "done" | "failed" | "held" | "uncertain" | "dropped">;
    code: string | null;
    reason: Fact | null;
  },
  at: Date,
): Promise<void> {
  await db
    .updateTable("operation")
    .set({ ...end, reason: end.reason && JSON.stringify(end.reason), ...(end.code === WAITING ? {} : { sendable: false }), ended_at: at })
    .where(hasId("operation", id))
    .execute();
}

/** Returns the highest number of a run's operations; 0 if there are none. */
export async function lastSeq(db: Db, run: string): Promise<number> {
  const row = await db
    .selectFrom("operation")
    .select((select) => select.fn.max("seq").as("n"))
    .where("run", "=", run)
    .executeTakeFirst();
  return row?.n ?? 0;
}

/** An operation for the queue, and its number in the run. */
export interface QueuedOperation {
  id: string;
  seq: number;
}

/** Moves the next planned operations of a run to the queue in file order; portions keep the queue small. */
export async function takePortion(db: Db, run: string, size: number): Promise<QueuedOperation[]> {
  const { rows } = await sql<QueuedOperation>`
    UPDATE operation SET status = 'queued' WHERE (run, seq) IN (
      SELECT o.run, o.seq FROM operation o WHERE o.run = ${run} AND o.status = 'planned' AND ${isFree("o")} ORDER BY o.seq LIMIT ${size})
    RETURNING ${idOf("operation")} AS id, seq`.execute(db);
  // An UPDATE answers in any order.
  return rows.sort((a, b) => a.seq - b.seq);
}

/** Returns operations of a run that were handed to a queue that no longer exists. */
export async function listQueued(db: Db, run: string): Promise<QueuedOperation[]> {
  return db
    .selectFrom("operation")
    .select([idOf("operation").as("id"), "seq"])
    .where("run", "=", run)
    .where("status", "=", "queued")
    .orderBy("seq")
    .execute();
}

/** The operations of a run that a dead process left running. */
export interface AbandonedWork {
  run: string;
  job: string;
  operations: number;
}

/**
 * Recovers operations that a dead process left, or that a power cut reset. A create with an open intent may have
 * reached the service and is never resent; everything else is safe to repeat. Operations of living processes are left
 * alone, except those that its own process has lost.
 * @returns how many operations of dead processes were found, by run
 */
export async function recoverOperations(db: Db, processId: string, lost: readonly string[] = []): Promise<AbandonedWork[]> {
  const left = await sql<{ run: string; job: string; n: string }>`SELECT run, job, count(*) AS n FROM operation o
    WHERE o.status = 'running' AND NOT ${isAlive("o.claimed_by", processId)} GROUP BY run, job`.execute(db);
  const dead = sql`(o.status <> 'running' OR ${isAmong("o", lost)} OR NOT ${isAlive("o.claimed_by", processId)})`;
  await sql`UPDATE intent i SET status = 'uncertain', reason = ${OUTCOME_LOST}::jsonb, lost_at = now() FROM operation o
    WHERE i.operation = ${idOf("o")} AND i.key = o.key AND i.status = 'open' AND o.status = 'running' AND ${dead}`.execute(db);
  await sql`UPDATE operation o SET status = 'uncertain', sendable = false, code = 'interrupted', reason = i.reason, ended_at = now()
    FROM intent i WHERE i.operation = ${idOf("o")} AND o.kind = 'create' AND o.key = i.key AND i.status IN ('uncertain', 'unlinked')
      AND o.status IN ('planned', 'running', 'queued') AND ${dead}`.execute(db);
  await sql`UPDATE operation o SET status = 'done', sendable = false, ended_at = now()
    FROM intent i WHERE i.operation = ${idOf("o")} AND o.kind = 'create' AND o.key = i.key AND i.status = 'linked'
      AND o.status IN ('planned', 'running', 'queued') AND ${dead}`.execute(db);
  // Spelled out, so that the planner uses the index of open operations.
  await sql`UPDATE operation o SET status = 'queued' WHERE o.status = 'running' AND ${dead}`.execute(db);
  return left.rows.map(({ run, job, n }) => ({ run, job, operations: Number(n) }));
}

/** Returns how many operations of a run are queued or running, and whether a stop was requested. */
export async function readRunActivity(db: Db, run: string): Promise<{ active: number; stop: boolean }> {
  const { rows } = await sql<{ active: string; stop: boolean | null }>`SELECT
    (SELECT count(*) FROM operation WHERE run = ${run} AND status IN ('queued', 'running')) AS active,
    (SELECT stop_requested_at IS NOT NULL FROM run WHERE id = ${run}) AS stop`.execute(db);
  return { active: Number(rows[0]?.active ?? 0), stop: rows[0]?.stop === true };
}

/** Returns creates that a process has sent or is about to send, and that have not ended. */
export async function listInFlightCreates(db: Db, account: string): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT ${idOf("o")} AS id FROM operation o WHERE o.account = ${account} AND o.kind = 'create' AND o.status = 'running'`.execute(db);
  return rows.map(({ id }) => id);
}

/** Drops open operations of older runs of the job for people in a newer file: they must not follow the newer ones. A deactivation by hand stays while it is in force. */
export async function dropOvertaken(db: Db, { run, job }: { run: string; job: string }, at: Date): Promise<void> {
  const reason = JSON.stringify(fact("operation.newer_data", { run }));
  await sql`UPDATE operation o SET status = 'dropped', code = 'superseded', reason = ${reason}::jsonb, sendable = false, ended_at = ${at}
    WHERE o.job = ${job} AND o.run <> ${run} AND o.status IN ('planned', 'queued')
      AND EXISTS (SELECT 1 FROM run r WHERE r.id = o.run AND r.released)
      AND NOT EXISTS (SELECT 1 FROM urgent_deactivation u WHERE u.run = o.run AND u.agreed_run IS DISTINCT FROM ${run})
      AND o.key IN ${keysInFile({ run, job }, sql`s.row_status <> 'not_in_pilot'`)}`.execute(db);
  await dropWaiting(db, { run, job });
}

export async function countByStatus(
  db: Db,
  run: string,
): Promise<{ kind: OperationKind; status: OperationStatus; row: boolean; n: number }[]> {
  const { rows } = await sql<{ kind: OperationKind; status: OperationStatus; in_file: boolean; n: string }>`
    SELECT kind, status, row IS NOT NULL AS in_file, count(*) AS n FROM operation WHERE run = ${run}
    GROUP BY kind, status, row IS NOT NULL`.execute(db);
  return rows.map((row) => ({ kind: row.kind, status: row.status, row: row.in_file, n: Number(row.n) }));
}

/**
 * Counts the people of a run whose create or update was blocked.
 * @param without codes of operations, and of reasons, that no one has to resolve
 */
export async function countHeldPeople(
  db: Db,
  run: string,
  without: { codes: readonly string[]; reasons: readonly Code[] },
): Promise<number> {
  const { people } = await db
    .selectFrom("operation")
    .select(({ fn }) => fn.count<string>("key").distinct().as("people"))
    .where("run", "=", run)
    .where("status", "=", "held")
    .where("kind", "!=", "remove-groups")
    .where(sql<boolean>`coalesce(code, '') <> ALL (${[...without.codes]}::text[])`)
    .where(sql<boolean>`coalesce(reason->>'code', '') <> ALL (${[...without.reasons]}::text[])`)
    .executeTakeFirstOrThrow();
  return Number(people);
}

export async function listOperations(
  db: Db,
  run: string,
  filter: { status?: OperationStatus[]; kind?: OperationKind[]; limit?: number } = {},
): Promise<Operation[]> {
  let query = db
    .selectFrom("operation")
    .selectAll()
    .select(idOf("operation").as("id"))
    .where("run", "=", run)
    .orderBy("seq")
    .limit(filter.limit ?? 1_000_000);
  if (filter.status) query = query.where("status", "in", filter.status);
  if (filter.kind) query = query.where("kind", "in", filter.kind);
  return query.execute();
}

export async function historyOf(db: Db, account: string, key: string): Promise<Operation[]> {
  return db
    .selectFrom("operation")
    .selectAll()
    .select(idOf("operation").as("id"))
    .where("account", "=", account)
    .where("key", "=", key)
    .orderBy("run", "desc")
    .orderBy("seq", "desc")
    .limit(20)
    .execute();
}

/** Drops the removals of a stopped run: they stay approved, and the next run checks their evidence, age and policy again. */
export async function dropRemovals(db: Db, run: string, at: Date): Promise<void> {
  await db
    .updateTable("operation")
    .set({
      status: "dropped",
      code: "later",
      reason: JSON.stringify(fact("operation.removal_later", {})),
      sendable: false,
      ended_at: at,
    })
    .where("run", "=", run)
    .where("kind", "=", "remove-groups")
    .where("status", "in", ["planned", "queued"])
    .execute();
}

/** Returns whether an operation is done. */
export async function isDone(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom("operation").select("status").where(hasId("operation", id)).executeTakeFirst();
  return row?.status === "done";
}

/** Ends an operation that met a defect. A create whose request may have been sent does not count as failed. */
export async function failByDefect(db: Db, id: string, why: Fact, at: Date): Promise<void> {
  const reason = JSON.stringify(why);
  await sql`WITH doubted AS (
      UPDATE intent SET status = 'uncertain', reason = ${reason}::jsonb, lost_at = ${at} WHERE operation = ${id} AND status = 'open' RETURNING operation),
      accepted AS (SELECT operation FROM intent WHERE operation = ${id} AND status = 'unlinked')
    UPDATE operation o SET status = CASE WHEN EXISTS (SELECT 1 FROM doubted) OR EXISTS (SELECT 1 FROM accepted) THEN 'uncertain' ELSE 'failed' END,
      code = 'defect', reason = ${reason}::jsonb, sendable = false, ended_at = ${at}
    WHERE ${hasId("o", id)} AND ${statusOf("o")} = 'running'`.execute(db);
}

export async function dropOperations(db: Db, run: string, reason: Fact, at: Date): Promise<void> {
  await db
    .updateTable("operation")
    .set({ status: "dropped", code: "cancelled", reason: JSON.stringify(reason), sendable: false, ended_at: at })
    .where("run", "=", run)
    .where("status", "in", ["planned", "queued"])
    .execute();
}
