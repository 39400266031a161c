import { hostname } from "node:os";
import { sql } from "kysely";
import { randomName } from "../random-name.ts";
import type { Db } from "../schema/tables.ts";

/** A process without a heartbeat for this long counts as dead: others recover its work. */
const DEAD_AFTER_S = 30;

/** Returns a new, unique name for this process. */
export function newProcessId(): string {
  return `${hostname()}-${process.pid}-${randomName(6)}`;
}

/**
 * Starts the heartbeat of this process, without which others consider it dead.
 * @returns a function that stops it
 */
export async function startHeartbeat(db: Db, id: string, command: string): Promise<() => Promise<void>> {
  await heartbeat(db, id, command);
  // The next heartbeat makes up for one that failed because the database restarts.
  const timer = setInterval(() => void heartbeat(db, id, command).catch(() => undefined), (DEAD_AFTER_S * 1000) / 6);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await removeProcess(db, id);
  };
}

/** Removes a process that has ended, so that others need not wait until it counts as dead. */
export async function removeProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom("process").where("id", "=", id).execute();
  await db.deleteFrom("pace_share").where("process", "=", id).execute();
}

async function heartbeat(db: Db, id: string, command: string): Promise<void> {
  await sql`INSERT INTO process (id, host, pid, command, roles, version, started_at, seen_at)
    VALUES (${id}, ${hostname()}, ${process.pid}, ${command}, '', '', now(), now())
    ON CONFLICT (id) DO UPDATE SET seen_at = now()`.execute(db);
}

/** Records the roles and version of a long-running process. */
export async function introduce(db: Db, id: string, roles: readonly string[], version: string): Promise<void> {
  await db
    .updateTable("process")
    .set({ roles: roles.join(","), version })
    .where("id", "=", id)
    .execute();
}

/** Returns other living processes, except those that run `command`. */
export async function listOthers(db: Db, processId: string, command: string): Promise<{ host: string; pid: number; command: string }[]> {
  const { rows } = await sql<{ host: string; pid: number; command: string }>`
    SELECT host, pid, command FROM process
    WHERE id <> ${processId} AND command <> ${command} AND seen_at > now() - make_interval(secs => ${DEAD_AFTER_S}) ORDER BY host, pid`.execute(
    db,
  );
  return rows;
}

/** Removes all processes: a locked embedded state has no other. */
export async function removeAllProcesses(db: Db): Promise<void> {
  await db.deleteFrom("process").execute();
}

/** Removes processes that have long been dead. */
export async function removeDeadProcesses(db: Db): Promise<void> {
  await sql`DELETE FROM process WHERE seen_at < now() - make_interval(secs => ${20 * DEAD_AFTER_S})`.execute(db);
}

/** Returns SQL that is true if the process in this column is alive. The asking process always is. */
export function isAlive(column: string, processId: string) {
  return sql<boolean>`(${sql.ref(column)} IS NOT DISTINCT FROM ${processId} OR EXISTS (SELECT 1 FROM process pr WHERE pr.id = ${sql.ref(column)} AND pr.seen_at > now() - make_interval(secs => ${DEAD_AFTER_S})))`;
}
