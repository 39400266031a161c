import { sql, type Insertable, type Selectable } from "kysely";
import type { Db, RunProgress } from "./schema.ts";
import type { OrderOutcome, OrderTable } from "./schema-hosts.ts";

export type Order = Selectable<OrderTable>;

export async function insertOrder(db: Db, order: Insertable<OrderTable>): Promise<void> {
  await db.insertInto("run_order").values(order).execute();
}

export async function findOrder(db: Db, id: string): Promise<Order | undefined> {
  return db.selectFrom("run_order").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function beginOrder(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("run_order").set({ begun_at: at }).where("id", "=", id).where("begun_at", "is", null).execute();
}

/** One of its steps has said how it ends; what follows is its report. */
export async function setOutcome(db: Db, id: string, outcome: OrderOutcome): Promise<void> {
  await db
    .updateTable("run_order")
    .set({ outcome: JSON.stringify(outcome) })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

/** @returns whether it had not ended before */
export async function endOrder(db: Db, id: string, outcome: OrderOutcome, at: Date): Promise<boolean> {
  const ended = await db
    .updateTable("run_order")
    .set({ outcome: sql`COALESCE(outcome, ${JSON.stringify(outcome)}::jsonb)`, ended_at: at })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

/** Nothing that was given in order is done any more. */
export async function cancelOrders(db: Db, at: Date): Promise<void> {
  const outcome: OrderOutcome = { status: "cancelled", code: 0, said: null };
  await db
    .updateTable("run_order")
    .set({ outcome: JSON.stringify(outcome), ended_at: at })
    .where("ended_at", "is", null)
    .execute();
}

/** Those that have not ended, in the order of asking. */
export async function listOpenOrders(db: Db): Promise<Pick<Order, "id" | "kind">[]> {
  return db.selectFrom("run_order").select(["id", "kind"]).where("ended_at", "is", null).orderBy("at").orderBy("id").execute();
}

/** An order, and how far its run is. */
export interface FollowedOrder extends Pick<Order, "id" | "kind" | "run" | "job" | "at" | "begun_at" | "ended_at" | "outcome"> {
  progress: RunProgress | null;
}

/** What has not ended, in the order of asking, and what has ended since then. */
export async function listOrders(db: Db, since: Date): Promise<FollowedOrder[]> {
  return db
    .selectFrom("run_order")
    .leftJoin("run", "run.id", "run_order.run")
    .select([
      "run_order.id",
      "run_order.kind",
      "run_order.run",
      "run_order.job",
      "run_order.at",
      "run_order.begun_at",
      "run_order.ended_at",
      "run_order.outcome",
      "run.progress",
    ])
    .where((where) => where.or([where("run_order.ended_at", "is", null), where("run_order.ended_at", ">", since)]))
    .orderBy("run_order.at")
    .execute();
}

export async function setProgress(db: Db, run: string, progress: RunProgress): Promise<void> {
  await db
    .updateTable("run")
    .set({ progress: JSON.stringify(progress) })
    .where("id", "=", run)
    .execute();
}

/** Asks whoever carries a run on to stop it. */
export async function askToStop(db: Db, run: string, at: Date): Promise<void> {
  await db.updateTable("run").set({ stop_asked_at: at }).where("id", "=", run).execute();
}

export async function isStopAsked(db: Db, run: string): Promise<boolean> {
  const row = await db.selectFrom("run").select("stop_asked_at").where("id", "=", run).executeTakeFirst();
  return (row?.stop_asked_at ?? null) !== null;
}

/** Ended orders of long ago are of no use to anybody: the runs tell what became of them. */
export async function dropOldOrders(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("run_order").where("ended_at", "<", before).execute();
}

/** Forgets what an extraction that was cut short has left of a run, so that it can begin again. */
export async function forgetBegunRun(db: Db, run: string): Promise<void> {
  await db.deleteFrom("run").where("id", "=", run).where("released", "=", false).where("planned_at", "is", null).execute();
}

export async function insertUpload(db: Db, upload: { id: string; name: string; bytes: Uint8Array; at: Date }): Promise<void> {
  await db.insertInto("upload").values(upload).execute();
}

export async function findUpload(db: Db, id: string): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  return db.selectFrom("upload").select(["name", "bytes"]).where("id", "=", id).executeTakeFirst();
}

export async function dropUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom("upload").where("id", "=", id).execute();
}
