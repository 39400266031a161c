import { fact } from "../../domain/facts/fact.ts";
import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { isAlive } from "../schedule/processes.ts";
import { randomName } from "../random-name.ts";
import type { Db } from "../schema/tables.ts";
import type { JobVersionTable, MappingVersionTable, RunTable } from "../schema/runs.ts";
import type { RunStatus } from "../schema/statuses.ts";

export type Run = Selectable<RunTable>;

/** Returns a new run id, which contains the time: `20260430-023000-x7ke`. */
export function newRunId(at: Date): string {
  const [day, time] = at.toISOString().replaceAll(/[-:]/g, "").split(/[T.]/);
  return `${day}-${time}-${randomName(4)}`;
}

export async function insertRun(db: Db, run: Insertable<RunTable>): Promise<void> {
  await db.insertInto("run").values(run).execute();
}

export async function setRun(db: Db, id: string, values: Updateable<RunTable>): Promise<void> {
  await db.updateTable("run").set(values).where("id", "=", id).execute();
}

export async function findRun(db: Db, id: string): Promise<Run | undefined> {
  return db.selectFrom("run").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function listRuns(db: Db, filter: { job?: string; limit: number }): Promise<Run[]> {
  let query = db.selectFrom("run").selectAll().orderBy("started_at", "desc").limit(filter.limit);
  if (filter.job !== undefined) query = query.where("job", "=", filter.job);
  return query.execute();
}

/** Returns whether the last plan over a file of a job assigns groups that the service does not have. */
export async function lacksGroups(db: Db, job: string): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean | null }>`SELECT notes @> '[{"code":"unknown_group"}]' AS lacks
    FROM run WHERE job = ${job} AND kind = 'sync' ORDER BY started_at DESC LIMIT 1`.execute(db);
  return rows[0]?.lacks === true;
}

/**
 * Returns the last completed run over a full file, which the next one is compared with: for everyone, or also a pilot,
 * which has read the whole file.
 */
export async function lastGoodRun(db: Db, job: string, before: string, of: "people" | "file" = "people"): Promise<Run | undefined> {
  let query = db
    .selectFrom("run")
    .selectAll()
    .where("job", "=", job)
    .where("id", "!=", before)
    .where("status", "=", "completed")
    .where("partial", "=", false)
    .where("kind", "=", "sync")
    .orderBy("started_at", "desc");
  if (of === "people") query = query.where("pilot", "is", null);
  return query.executeTakeFirst();
}

/** Returns the last run that was released, over a full file unless this one is partial: a pilot too, finished or not. */
export async function lastReleasedRun(db: Db, job: string, { id, partial }: { id: string; partial: boolean }): Promise<Run | undefined> {
  let query = db
    .selectFrom("run")
    .selectAll()
    .where("job", "=", job)
    .where("id", "!=", id)
    .where("kind", "=", "sync")
    .where("released", "=", true);
  if (!partial) query = query.where("partial", "=", false);
  return query.orderBy("started_at", "desc").executeTakeFirst();
}

/** Returns the status of a run, and locks its row until the transaction ends. */
export async function lockStatus(db: Db, id: string): Promise<RunStatus> {
  return (await db.selectFrom("run").select("status").where("id", "=", id).forUpdate().executeTakeFirstOrThrow()).status;
}

const WAITING: readonly RunStatus[] = ["reading", "planned", "held", "running", "interrupted", "failed"];

/**
 * Supersedes the open runs before runs that the journal knows and the database lost, because those may have applied a
 * newer file. The journal does not know their jobs, so this concerns all jobs.
 */
export async function supersedeBeforeLost(db: Db, seen: readonly { run: string; at: string }[]): Promise<void> {
  await sql`WITH lost AS (
      SELECT max(e.at) AS at FROM jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) AS e(run text, at timestamptz)
      WHERE NOT EXISTS (SELECT 1 FROM run r WHERE r.id = e.run)),
    older AS (
      UPDATE run r SET status = 'superseded', ended_at = lost.at FROM lost
      WHERE r.kind = 'sync' AND r.sha256 <> '' AND r.status = ANY(${WAITING}) AND r.started_at < lost.at RETURNING r.id)
    UPDATE operation o SET status = 'dropped', code = 'superseded', sendable = false, ended_at = lost.at,
      reason = ${JSON.stringify(fact("operation.newer_run_lost", {}))}::jsonb
    FROM older, lost WHERE o.run = older.id AND o.status IN ('planned', 'queued')`.execute(db);
}

/**
 * Supersedes earlier open runs of the job. A run over a partial file leaves those over full files open; they read all
 * memberships again before they continue.
 */
export async function supersedeRuns(db: Db, job: string, by: Pick<Run, "id" | "started_at" | "partial">, at: Date): Promise<string[]> {
  let query = db
    .updateTable("run")
    .set({ status: "superseded", ended_at: at })
    .where("job", "=", job)
    .where("id", "!=", by.id)
    .where("started_at", "<", by.started_at)
    .where("status", "in", WAITING)
    // A run that could not read its file cannot be resumed, so it stays unchanged.
    .where("sha256", "!=", "");
  if (by.partial) query = query.where("partial", "=", true);
  const rows = await query.returning("id").execute();
  const runs = rows.map((row) => row.id);
  if (runs.length > 0) {
    await db
      .updateTable("operation")
      .set({
        status: "dropped",
        code: "superseded",
        reason: JSON.stringify(fact("operation.run_replaced", { run: by.id })),
        sendable: false,
        ended_at: at,
      })
      .where("run", "in", runs)
      .where("status", "in", ["planned", "queued"])
      .execute();
  }
  return runs;
}

/** Returns the latest run that makes this one too old to resume: one that was released, or an open one with another full export. */
export async function laterRun(db: Db, run: Run): Promise<Run | undefined> {
  // A change by hand is not older than a file.
  if (run.kind === "account") return undefined;
  return db
    .selectFrom("run")
    .selectAll()
    .where("job", "=", run.job)
    .where("kind", "=", "sync")
    .where("started_at", ">", run.started_at)
    .where((where) =>
      where.or([
        where("released", "=", true),
        where.and([
          where("partial", "=", false),
          where("sha256", "not in", ["", run.sha256]),
          where("status", "in", ["planned", "held", "interrupted"]),
        ]),
      ]),
    )
    .orderBy("started_at", "desc")
    .executeTakeFirst();
}

/** Returns a run over a full file of the job that a living process works on, other than the run `own`. */
export async function findLiveRun(
  db: Db,
  job: string,
  processId: string,
  own: string | null = null,
): Promise<Pick<Run, "id" | "started_at" | "owner_process"> | undefined> {
  let query = db
    .selectFrom("run")
    .select(["id", "started_at", "owner_process"])
    .where("job", "=", job)
    .where("kind", "=", "sync")
    .where("partial", "=", false)
    .where("status", "in", ["reading", "running"])
    .where(isAlive("run.owner_process", processId));
  if (own !== null) query = query.where("id", "!=", own);
  return query.executeTakeFirst();
}

/** Returns running runs, latest first. */
export async function listRunsUnderWay(db: Db, most: number): Promise<string[]> {
  const rows = await db.selectFrom("run").select("id").where("status", "=", "running").orderBy("started_at", "desc").limit(most).execute();
  return rows.map(({ id }) => id);
}

/** Returns whether the owner process of a run is alive. */
export async function hasOwnerProcess(db: Db, id: string, processId: string): Promise<boolean> {
  const row = await db
    .selectFrom("run")
    .select("id")
    .where("id", "=", id)
    .where(isAlive("run.owner_process", processId))
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns runs that other living processes execute now. */
export async function listOthersRuns(db: Db, processId: string): Promise<Run[]> {
  return db
    .selectFrom("run")
    .selectAll()
    .where("status", "=", "running")
    .where("owner_process", "!=", processId)
    .where(isAlive("run.owner_process", processId))
    .orderBy("started_at")
    .execute();
}

/** Returns the other jobs of a service account, with the last known paths of their files. */
export async function listOtherJobs(db: Db, account: string, job: string): Promise<{ job: string; job_file: string }[]> {
  return db
    .selectFrom("run")
    .select(["job", (select) => select.fn.max("job_file").as("job_file")])
    .where("account", "=", account)
    .where("job", "!=", job)
    .groupBy("job")
    .execute();
}

/** Returns every job that has run, with each of its service accounts. */
export async function listAccounts(db: Db): Promise<{ job: string; account: string }[]> {
  return db.selectFrom("run").distinct().select(["job", "account"]).orderBy("job").execute();
}

/** Returns every job of a service account, with the context of its last run there. */
export async function findLastContexts(db: Db, account: string): Promise<{ job: string; context: string }[]> {
  return db
    .selectFrom("run")
    .distinctOn("job")
    .select(["job", "context"])
    .where("account", "=", account)
    .orderBy("job")
    .orderBy("started_at", "desc")
    .execute();
}

/** Returns every job in the state, with the last known path of its file. */
export async function listKnownJobs(db: Db): Promise<{ job: string; job_file: string }[]> {
  return db.selectFrom("run").distinctOn("job").select(["job", "job_file"]).orderBy("job").orderBy("started_at", "desc").execute();
}

/** Ends the runs of dead processes: running ones become interrupted, those still reading fail. */
export async function recoverRuns(db: Db, processId: string, at: Date): Promise<void> {
  const dead = sql<boolean>`NOT ${isAlive("run.owner_process", processId)}`;
  await db.updateTable("run").set({ status: "interrupted" }).where("status", "=", "running").where(dead).execute();
  await db
    .updateTable("run")
    .set({
      status: "failed",
      ended_at: at,
      problem: JSON.stringify({
        code: "interrupted",
        fact: fact("run.process_ended", {}),
      }),
    })
    .where("status", "=", "reading")
    .where(dead)
    .execute();
}

export async function insertMappingVersion(db: Db, version: Insertable<MappingVersionTable>): Promise<void> {
  await db
    .insertInto("mapping_version")
    .values(version)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Stores the text of a job file; the first person to run with it stays recorded. */
export async function insertJobVersion(db: Db, version: Insertable<JobVersionTable>): Promise<void> {
  await db
    .insertInto("job_version")
    .values(version)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function findMappingVersion(db: Db, job: string, context: string): Promise<Selectable<MappingVersionTable> | undefined> {
  return db.selectFrom("mapping_version").selectAll().where("job", "=", job).where("context", "=", context).executeTakeFirst();
}
