import { sql } from "kysely";
import type { Db } from "./schema/tables.ts";

/**
 * The columns by which statements join whole files. Where the planner takes a job, a status or a scope for one that
 * nobody has, it searches the whole file for each row of it.
 */
const COLUMNS = {
  person: "job, key, account, state, dirty, scope, due, not_due, pilot",
  link: "account, key, job, active",
  operation: "account, key, job, run, row, status",
  removal: "job, key, status",
  membership: "account, user_id",
};

/** Updates the planner's statistics of people: the embedded database has no autovacuum. */
export async function analyzePeople(db: Db): Promise<void> {
  await analyze(db, "person");
}

/** Updates the planner's statistics of all that a plan compares a file with: a run that was stopped has not done it. */
export async function analyzeKnown(db: Db): Promise<void> {
  for (const table of Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]) await analyze(db, table);
}

async function analyze(db: Db, table: keyof typeof COLUMNS): Promise<void> {
  await sql`ANALYZE ${sql.raw(table)} (${sql.raw(COLUMNS[table])})`.execute(db);
}
