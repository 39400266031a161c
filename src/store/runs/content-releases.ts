import type { Insertable, Selectable } from "kysely";
import type { RunTables } from "../schema/runs.ts";
import type { Db } from "../schema/tables.ts";

export type ContentRelease = Selectable<RunTables["content_release"]>;

/** Remembers that a person released holds for a content. The first release stays. */
export async function insertContentReleases(db: Db, releases: readonly Insertable<RunTables["content_release"]>[]): Promise<void> {
  if (releases.length === 0) return;
  await db
    .insertInto("content_release")
    .values([...releases])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the holds of a job that a person released for one of these contents. */
export async function listContentReleases(db: Db, job: string, contents: readonly string[]): Promise<ContentRelease[]> {
  if (contents.length === 0) return [];
  return db.selectFrom("content_release").selectAll().where("job", "=", job).where("content", "in", contents).execute();
}
