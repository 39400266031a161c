import { sql, type Insertable, type Selectable } from "kysely";
import type { Db } from "../schema/tables.ts";
import type { RunProgress } from "../schema/values.ts";
import type { RunRequestOutcome, RunRequestTable } from "../schema/processes.ts";

export type StoredRunRequest = Selectable<RunRequestTable>;

export async function insertRunRequest(db: Db, request: Insertable<RunRequestTable>): Promise<void> {
  await db.insertInto("run_request").values(request).execute();
}

export async function findRunRequest(db: Db, id: string): Promise<StoredRunRequest | undefined> {
  return db.selectFrom("run_request").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function startRunRequest(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("run_request").set({ begun_at: at }).where("id", "=", id).where("begun_at", "is", null).execute();
}

/** Records how one of its steps ended; the report follows. */
export async function setOutcome(db: Db, id: string, outcome: RunRequestOutcome): Promise<void> {
  await db
    .updateTable("run_request")
    .set({ outcome: JSON.stringify(outcome) })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

/** @returns whether it had not ended before */
export async function endRunRequest(db: Db, id: string, outcome: RunRequestOutcome, at: Date): Promise<boolean> {
  const ended = await db
    .updateTable("run_request")
    .set({ outcome: sql`COALESCE(outcome, ${JSON.stringify(outcome)}::jsonb)`, ended_at: at })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}

/** Cancels all open run requests. */
export async function cancelRunRequests(db: Db, at: Date): Promise<void> {
  const outcome: RunRequestOutcome = { status: "cancelled", code: 0, said: null };
  await db
    .updateTable("run_request")
    .set({ outcome: JSON.stringify(outcome), ended_at: at })
    .where("ended_at", "is", null)
    .execute();
}

/** Returns open run requests in the order they were made. */
export async function listOpenRunRequests(db: Db): Promise<Pick<StoredRunRequest, "id" | "kind">[]> {
  return db.selectFrom("run_request").select(["id", "kind"]).where("ended_at", "is", null).orderBy("at").orderBy("id").execute();
}

/** A run request and the progress of its run. */
export interface FollowedRunRequest extends Pick<
  StoredRunRequest,
  "id" | "kind" | "run" | "job" | "detail" | "at" | "begun_at" | "ended_at" | "outcome"
> {
  progress: RunProgress | null;
}

/** Returns open run requests, and those that ended after `since`, in the order they were made. */
export async function listRunRequests(db: Db, since: Date): Promise<FollowedRunRequest[]> {
  return db
    .selectFrom("run_request")
    .leftJoin("run", "run.id", "run_request.run")
    .select([
      "run_request.id",
      "run_request.kind",
      "run_request.run",
      "run_request.job",
      "run_request.detail",
      "run_request.at",
      "run_request.begun_at",
      "run_request.ended_at",
      "run_request.outcome",
      "run.progress",
    ])
    .where((where) => where.or([where("run_request.ended_at", "is", null), where("run_request.ended_at", ">", since)]))
    .orderBy("run_request.at")
    .execute();
}

export async function setProgress(db: Db, run: string, progress: RunProgress): Promise<void> {
  await db
    .updateTable("run")
    .set({ progress: JSON.stringify(progress) })
    .where("id", "=", run)
    .execute();
}

/** Asks the owner process of a run to stop it. */
export async function requestStop(db: Db, run: string, at: Date): Promise<void> {
  await db.updateTable("run").set({ stop_requested_at: at }).where("id", "=", run).execute();
}

export async function isStopRequested(db: Db, run: string): Promise<boolean> {
  const row = await db.selectFrom("run").select("stop_requested_at").where("id", "=", run).executeTakeFirst();
  return (row?.stop_requested_at ?? null) !== null;
}

/** Deletes run requests that ended long ago; the runs record the result. */
export async function dropOldRunRequests(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("run_request").where("ended_at", "<", before).execute();
}

/** Deletes the rest of an interrupted extraction, so that the run can start again. */
export async function deleteUnplannedRun(db: Db, run: string): Promise<void> {
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
