import { sql, type Insertable, type Selectable, type Updateable } from "kysely";
import { isAlive } from "./processes.ts";
import { randomName } from "./random-name.ts";
import type { Db, JobVersionTable, MappingVersionTable, RunStatus, RunTable } from "./schema.ts";

export type Run = Selectable<RunTable>;

/** A run's id reads as its time: `20260430-023000-x7ke`. */
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

/** The last run over a whole file that came to its end: what the next one is compared with. */
export async function lastGoodRun(db: Db, job: string, before: string): Promise<Run | undefined> {
  return db
    .selectFrom("run")
    .selectAll()
    .where("job", "=", job)
    .where("id", "!=", before)
    .where("status", "=", "completed")
    .where("partial", "=", false)
    .where("kind", "=", "sync")
    .orderBy("started_at", "desc")
    .executeTakeFirst();
}

/**
 * Earlier runs of the job that still wait for something: a later run replaces what they wanted. One over part of the
 * people leaves those over whole files waiting; they read everybody's memberships again before they go on.
 */
export async function supersedeRuns(db: Db, job: string, by: Pick<Run, "id" | "started_at" | "partial">, at: Date): Promise<string[]> {
  const waiting: RunStatus[] = ["reading", "planned", "held", "running", "interrupted", "failed"];
  let query = db
    .updateTable("run")
    .set({ status: "superseded", ended_at: at })
    .where("job", "=", job)
    .where("id", "!=", by.id)
    .where("started_at", "<", by.started_at)
    .where("status", "in", waiting)
    // A run that could not read its file stays what it is: there is nothing to go on with.
    .where("sha256", "!=", "");
  if (by.partial) query = query.where("partial", "=", true);
  const rows = await query.returning("id").execute();
  const runs = rows.map((row) => row.id);
  if (runs.length > 0) {
    await db
      .updateTable("operation")
      .set({ status: "dropped", code: "superseded", reason: `Replaced by run ${by.id}.`, payload: null, ended_at: at })
      .where("run", "in", runs)
      .where("status", "in", ["planned", "queued"])
      .execute();
  }
  return runs;
}

/**
 * The latest run of the job that makes this one too old to go on with: it began later and was carried out, or it waits
 * with a newer file of everybody.
 */
export async function laterRun(db: Db, run: Run): Promise<Run | undefined> {
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

/** Finds a run over a whole file of the job that some process works on at this moment, other than the run `own`. */
export async function findLiveRun(
  db: Db,
  job: string,
  me: string,
  own: string | null = null,
): Promise<Pick<Run, "id" | "started_at" | "conductor"> | undefined> {
  let query = db
    .selectFrom("run")
    .select(["id", "started_at", "conductor"])
    .where("job", "=", job)
    .where("kind", "=", "sync")
    .where("partial", "=", false)
    .where("status", "in", ["reading", "running"])
    .where(isAlive("run.conductor", me));
  if (own !== null) query = query.where("id", "!=", own);
  return query.executeTakeFirst();
}

/** The runs that are being carried out, those that began last first. */
export async function listRunsUnderWay(db: Db, most: number): Promise<string[]> {
  const rows = await db.selectFrom("run").select("id").where("status", "=", "running").orderBy("started_at", "desc").limit(most).execute();
  return rows.map(({ id }) => id);
}

/** Whether the process that carries a run on is alive. */
export async function isConducted(db: Db, id: string, me: string): Promise<boolean> {
  const row = await db.selectFrom("run").select("id").where("id", "=", id).where(isAlive("run.conductor", me)).executeTakeFirst();
  return row !== undefined;
}

/** Runs that other living processes carry out at this moment. */
export async function listOthersRuns(db: Db, me: string): Promise<Run[]> {
  return db
    .selectFrom("run")
    .selectAll()
    .where("status", "=", "running")
    .where("conductor", "!=", me)
    .where(isAlive("run.conductor", me))
    .orderBy("started_at")
    .execute();
}

/** Other jobs that have worked on a service account, with where their files lay last. */
export async function listOtherJobs(db: Db, account: string, job: string): Promise<{ job: string; job_file: string }[]> {
  return db
    .selectFrom("run")
    .select(["job", (select) => select.fn.max("job_file").as("job_file")])
    .where("account", "=", account)
    .where("job", "!=", job)
    .groupBy("job")
    .execute();
}

/** Every job that has run, with each service account that it worked on. */
export async function listAccounts(db: Db): Promise<{ job: string; account: string }[]> {
  return db.selectFrom("run").distinct().select(["job", "account"]).orderBy("job").execute();
}

/** Every job that has worked on a service account, with the context of its last run there. */
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

/** Every job that has left something in the state, with where its file lay last. */
export async function listKnownJobs(db: Db): Promise<{ job: string; job_file: string }[]> {
  return db.selectFrom("run").distinctOn("job").select(["job", "job_file"]).orderBy("job").orderBy("started_at", "desc").execute();
}

/** Runs of processes that are no more: what they look busy with was cut short. */
export async function recoverRuns(db: Db, me: string, at: Date): Promise<void> {
  const dead = sql<boolean>`NOT ${isAlive("run.conductor", me)}`;
  await db.updateTable("run").set({ status: "interrupted" }).where("status", "=", "running").where(dead).execute();
  await db
    .updateTable("run")
    .set({
      status: "failed",
      ended_at: at,
      problem: JSON.stringify({ code: "interrupted", message: "The process ended before the plan was made; nothing was changed." }),
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

/** Keeps the text of a job file; who ran with it first stays. */
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
