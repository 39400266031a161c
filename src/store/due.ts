import type { Db } from "./schema.ts";

/** Jobs with removals that people approved and that were not carried out yet, with when the earliest is due. */
export async function listJobsWithApproved(db: Db): Promise<{ job: string; due: Date }[]> {
  const rows = await db
    .selectFrom("removal")
    .select(["job", (select) => select.fn.min("due_at").as("due"), (select) => select.fn.min("decided_at").as("decided")])
    .where("status", "=", "approved")
    .where("decided_how", "!=", "policy")
    .groupBy("job")
    .orderBy("job")
    .execute();
  return rows.map(({ job, due, decided }) => ({ job, due: due ?? decided ?? new Date(0) }));
}

/** When the next removal of a job that somebody approved is due; `null` where none is due later than that. */
export async function nextDue(db: Db, job: string, after: Date): Promise<Date | null> {
  const row = await db
    .selectFrom("removal")
    .select((select) => select.fn.min("due_at").as("due"))
    .where("job", "=", job)
    .where("status", "=", "approved")
    .where("due_at", ">", after)
    .executeTakeFirst();
  return row?.due ?? null;
}
