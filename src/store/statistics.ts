import { sql } from "kysely";
import type { Db } from "./schema/tables.ts";
import { inTransaction } from "./transaction.ts";

/**
 * The columns by which statements join whole files. Where the planner takes a job, a status or a scope for one that
 * nobody has, it searches the whole file for each row of it.
 */
const COLUMNS = {
  staged_row: "run, row, key, row_status",
  person: "job, key, account, state, dirty, scope, due, not_due, pilot",
  link: "account, key, job, active",
  operation: "account, key, job, run, seq, row, status",
  removal: "job, key, status",
  membership: "account, user_id",
};
/** For fewer rows no plan is slow. Statistics of a table also make the database plan all of its statements again. */
export const ROWS_WORTH_ANALYZING = 1000;
/** How many common values are kept of a column. The default of 100 reads ten times as many rows, and tells no more here. */
const COMMON_VALUES = 10;

/** A smaller table is read as fast with its deleted rows. */
const BYTES_WORTH_VACUUMING = 1_000_000;

/** Reclaims the space of a table's deleted rows, where it is worth it: the embedded database has no autovacuum. */
export async function reclaim(db: Db, table: "staged_row" | "person_cells"): Promise<void> {
  const { rows } = await sql<{ large: boolean }>`SELECT pg_relation_size(${table}::regclass) > ${BYTES_WORTH_VACUUMING} AS large`.execute(
    db,
  );
  if (rows[0]?.large === true) await sql`VACUUM ${sql.table(table)}`.execute(db);
}

/** Updates the planner's statistics of people, in a transaction: the embedded database has no autovacuum. */
export async function analyzePeople(db: Db): Promise<void> {
  await analyze(db, ["person"]);
}

/** Updates the planner's statistics of a file's rows and of the known people: a run that was stopped has not done it. @param rows of the file */
export async function analyzeStaged(db: Db, rows: number): Promise<void> {
  if (rows < ROWS_WORTH_ANALYZING) return;
  await sql`ANALYZE staged_row (${sql.raw(COLUMNS.staged_row)})`.execute(db);
  await inTransaction(db, (transaction) => analyze(transaction, ["person"]));
}

/** Does the same for all else that a plan compares a file with. @param rows of the file */
export async function analyzeKnown(db: Db, rows: number): Promise<void> {
  if (rows < ROWS_WORTH_ANALYZING) return;
  await inTransaction(db, (transaction) => analyze(transaction, ["link", "operation", "removal", "membership"]));
}

/** Reclaims space and refreshes the planner's statistics after a run with many changes; pages get their turn between two tables. */
export async function tidyUp(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`SELECT c.oid::regclass::text AS name FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname = ANY (current_schemas(true)) AND pg_has_role(c.relowner, 'USAGE')`.execute(db);
  for (const { name } of rows) {
    // Two statements, so that pages wait for one of them only.
    await sql`VACUUM ${sql.raw(name)}`.execute(db);
    await analyzeTable(db, name);
  }
}

/** Updates the planner's statistics of a table, whose quoted name is given, by a transaction of its own. */
async function analyzeTable(db: Db, name: string): Promise<void> {
  await inTransaction(db, (transaction) =>
    withFewValues(transaction, () => sql`ANALYZE (SKIP_LOCKED) ${sql.raw(name)}`.execute(transaction)),
  );
}

async function analyze(db: Db, tables: readonly (keyof typeof COLUMNS)[]): Promise<void> {
  await withFewValues(db, async () => {
    // Not while someone vacuums the table, which may take hours.
    for (const table of tables) await sql`ANALYZE (SKIP_LOCKED) ${sql.raw(table)} (${sql.raw(COLUMNS[table])})`.execute(db);
  });
}

async function withFewValues(db: Db, work: () => Promise<unknown>): Promise<void> {
  await sql`SET LOCAL default_statistics_target = ${sql.raw(String(COMMON_VALUES))}`.execute(db);
  await work();
  await sql`SET LOCAL default_statistics_target TO DEFAULT`.execute(db);
}
