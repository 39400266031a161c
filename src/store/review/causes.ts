import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";

/** Returns the causes in a plan with a changed cell, with counts. */
export async function listFoundCauses(
  db: Db,
  run: string,
): Promise<
  {
    cause: string;
    groupId: string;
    people: number;
    cells: { column: string; before: string | null; now: string | null }[];
  }[]
> {
  const { rows } = await sql<{ cause: string; group_id: string; people: string; cells: never[] }>`
    SELECT cause, group_id, count(*) AS people,
      (array_agg(evidence->'cells'))[1] AS cells
    FROM found_removal WHERE run = ${run} AND evidence->>'kind' = 'value_changed' GROUP BY cause, group_id`.execute(db);
  return rows.map(({ group_id: groupId, people, ...rest }) => ({
    ...rest,
    groupId,
    people: Number(people),
  }));
}

/** Returns all past and present causes of a job's removals. */
export async function listCauses(db: Db, job: string): Promise<Set<string>> {
  const rows = await db.selectFrom("removal").select("cause").distinct().where("job", "=", job).execute();
  return new Set(rows.map(({ cause }) => cause));
}

/** Merges several causes of a plan into one. */
export async function joinCauses(db: Db, run: string, members: readonly string[], cause: string): Promise<void> {
  await db.updateTable("found_removal").set({ cause }).where("run", "=", run).where("cause", "in", members).execute();
}
