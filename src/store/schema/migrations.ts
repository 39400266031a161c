import { fact } from "../../domain/facts/fact.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { Migrator, type Migration } from "kysely/migration";
import { EXIT, Problem } from "../../domain/problem.ts";
import { accountTables } from "./accounts.ts";
import { consoleTables } from "./console.ts";
import { missingGroupTables } from "./missing-groups.ts";
import { operationTables } from "./operations.ts";
import { peopleTables } from "./people.ts";
import { processTables } from "./processes.ts";
import { reviewTables } from "./review.ts";
import { runTables } from "./runs.ts";
import type { Db } from "./tables.ts";

const start = [
  runTables,
  peopleTables,
  accountTables,
  operationTables,
  reviewTables,
  missingGroupTables,
  consoleTables,
  processTables,
].join("");

/**
 * The SQL of each version of the schema, in order; statements end with `;` at the end of a line. A later migration only adds,
 * because processes of the version before run beside new ones during an upgrade.
 */
const texts: Readonly<Record<string, string>> = {
  "0001_version_0.1.0": start,
};

const migrations: Record<string, Migration> = Object.fromEntries(
  Object.entries(texts).map(([name, text]) => [name, { up: (db: Kysely<unknown>) => runAll(db, text) }]),
);

async function runAll(db: Kysely<unknown>, text: string): Promise<void> {
  // Shorter than PostgreSQL's deadlock timeout, so that a running process is never chosen as the victim.
  await sql.raw("SET LOCAL lock_timeout = '700ms'").execute(db);
  for (const statement of text.split(";\n")) {
    if (statement.trim() !== "") await sql.raw(statement).execute(db);
  }
}

/** The migrations of this version, in order. */
export const migrationNames: readonly string[] = Object.keys(migrations);

/** How long a migration retries to lock the tables, and the longest pause between attempts. */
const LOCK_TIMEOUT_MS = 120_000;
const MAX_PAUSE_MS = 2000;

/**
 * Migrates the schema forward, one process at a time, while others may use it; does nothing if it is current.
 * @throws Problem `schema_newer`: a newer version of Rollcall has migrated it. `schema_unreleased`: it is from before 0.1.0.
 *   `schema_busy`: other processes used the tables without a pause. Nothing is changed then.
 */
export async function migrate(db: Db): Promise<void> {
  if (await isUpToDate(db)) return;
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const end = performance.now() + LOCK_TIMEOUT_MS;
  for (let pause = 100; ; pause = Math.min(MAX_PAUSE_MS, 2 * pause)) {
    await refuseOther(db);
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    // A newer version may have migrated meanwhile.
    await refuseOther(db);
    if (!isBusy(error)) throw error;
    if (performance.now() > end) throw busy(error);
    await sleep(pause * (0.5 + Math.random() / 2));
  }
}

/** Uses one statement, where the migrator inspects every table twice: most schemas are current. */
async function isUpToDate(db: Db): Promise<boolean> {
  return JSON.stringify(await listApplied(db)) === JSON.stringify(migrationNames);
}

/** Returns the applied migrations in order; none for a new database. */
async function listApplied(db: Db): Promise<string[]> {
  const { rows } = await sql<{ there: boolean }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS there`.execute(db);
  if (rows[0]?.there !== true) return [];
  const { rows: done } = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  return done.map(({ name }) => name);
}

/** 55P03: other processes hold the tables now; 40P01: a deadlock. */
function isBusy(error: unknown): boolean {
  const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
  return code === "55P03" || code === "40P01";
}

function busy(cause: unknown): Problem {
  return new Problem(fact("schema.is_busy", {}), {
    code: "schema_busy",
    exit: EXIT.configuration,
    audience: "admin",
    retryable: true,
    next: fact("advice.wait_for_runs", {}),
    cause,
  });
}

async function refuseOther(db: Db): Promise<void> {
  const applied = await listApplied(db);
  if (applied.length > 0 && !applied.includes("0001_version_0.1.0"))
    throw new Problem(fact("schema.is_unreleased", {}), {
      code: "schema_unreleased",
      exit: EXIT.configuration,
      audience: "admin",
      next: fact("advice.use_new_state", {}),
    });
  const newer = applied.filter((name) => !migrationNames.includes(name));
  if (newer.length === 0) return;
  throw new Problem(fact("schema.is_newer", { migrations: newer }), {
    code: "schema_newer",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.start_newer_version", {}),
  });
}
