import { sql, type Selectable } from "kysely";
import type { RunTables } from "../schema/runs.ts";
import type { Db } from "../schema/tables.ts";
import type { RunFile, RunTable } from "../schema/runs.ts";

/** Enough names to tell in which order they have day and month. */
const MAX_NAMES = 400;

/** Records the files that a released run uses. */
export async function recordUsedContents(
  db: Db,
  { run, job, at }: { run: string; job: string; at: Date },
  files: readonly Pick<RunFile, "role" | "sha256" | "name">[],
): Promise<void> {
  for (const { role, sha256: content, name } of files) {
    const used = { name, run, used_at: at };
    await db
      .insertInto("used_content")
      .values({ job, role, content, ...used })
      .onConflict((conflict) => conflict.columns(["job", "role", "content"]).doUpdateSet(used))
      .execute();
  }
}

/** Returns the files of a job with one of these contents, and the last used ones. */
export async function listUsedContents(db: Db, job: string, contents: readonly string[]): Promise<Selectable<RunTables["used_content"]>[]> {
  const { rows } = await sql<Selectable<RunTables["used_content"]>>`
    SELECT * FROM used_content WHERE job = ${job} AND content IN (SELECT jsonb_array_elements_text(${JSON.stringify(contents)}::jsonb))
    UNION (SELECT * FROM used_content WHERE job = ${job} ORDER BY used_at DESC LIMIT ${MAX_NAMES})`.execute(db);
  return rows;
}

/** Returns the last run of a job, other than `id`, over the files that the job names, however it ended. */
export async function lastReading(
  db: Db,
  job: string,
  id: string,
): Promise<Pick<Selectable<RunTable>, "started_at" | "files"> | undefined> {
  return db
    .selectFrom("run")
    .select(["started_at", "files"])
    .where("job", "=", job)
    .where("id", "!=", id)
    .where("kind", "=", "sync")
    .where(sql<boolean>`jsonb_path_exists(files, '$[*].since')`)
    .orderBy("started_at", "desc")
    .executeTakeFirst();
}
