import { hostname } from "node:os";
import { sql } from "kysely";
import { randomName } from "./random-name.ts";
import type { Db } from "./schema.ts";

/** One that was not seen for so long, in seconds, is taken for dead: what it had under way is taken up by others. */
export const DEAD_AFTER = 30;

/** A name for this process that no other has, alive or dead. */
export function newProcessId(): string {
  return `${hostname()}-${process.pid}-${randomName(6)}`;
}

/** Says that this process is alive, now and again and again, or others take it for dead. @returns what ends it */
export async function beatOn(db: Db, id: string, command: string): Promise<() => Promise<void>> {
  await beat(db, id, command);
  // One that is missed because the database restarts is made up for by the next.
  const beating = setInterval(() => void beat(db, id, command).catch(() => undefined), (DEAD_AFTER * 1000) / 6);
  beating.unref();
  return async () => {
    clearInterval(beating);
    await forgetProcess(db, id);
  };
}

/** Says that a process is no more, so that others need not wait until it counts as dead. */
export async function forgetProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom("process").where("id", "=", id).execute();
  await db.deleteFrom("pace_share").where("process", "=", id).execute();
}

async function beat(db: Db, id: string, command: string): Promise<void> {
  await sql`INSERT INTO process (id, host, pid, command, roles, version, started_at, seen_at)
    VALUES (${id}, ${hostname()}, ${process.pid}, ${command}, '', '', now(), now())
    ON CONFLICT (id) DO UPDATE SET seen_at = now()`.execute(db);
}

/** Writes down what a process that runs on does, and in which version. */
export async function introduce(db: Db, id: string, roles: readonly string[], version: string): Promise<void> {
  await db
    .updateTable("process")
    .set({ roles: roles.join(","), version })
    .where("id", "=", id)
    .execute();
}

/** Others that are alive here, but those that do `command`. */
export async function listOthers(db: Db, me: string, command: string): Promise<{ host: string; pid: number; command: string }[]> {
  const { rows } = await sql<{ host: string; pid: number; command: string }>`
    SELECT host, pid, command FROM process
    WHERE id <> ${me} AND command <> ${command} AND seen_at > now() - make_interval(secs => ${DEAD_AFTER}) ORDER BY host, pid`.execute(db);
  return rows;
}

/** Forgets all processes: a state that was opened by its lock has no other. */
export async function forgetProcesses(db: Db): Promise<void> {
  await db.deleteFrom("process").execute();
}

/** Forgets those that have long been dead. */
export async function forgetDead(db: Db): Promise<void> {
  await sql`DELETE FROM process WHERE seen_at < now() - make_interval(secs => ${20 * DEAD_AFTER})`.execute(db);
}

/** SQL: the process that this column names is alive. Whoever asks is, however long ago it could last say so. */
export function isAlive(column: string, me: string) {
  return sql<boolean>`(${sql.ref(column)} IS NOT DISTINCT FROM ${me} OR EXISTS (SELECT 1 FROM process pr WHERE pr.id = ${sql.ref(column)} AND pr.seen_at > now() - make_interval(secs => ${DEAD_AFTER})))`;
}
