import type { Db } from "../schema/tables.ts";

/** Returns jobs with approved removals that were not applied yet, with the earliest due time. */
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

/** Returns when the next approved removal of a job is due after `after`; `null` if there is none. */
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
