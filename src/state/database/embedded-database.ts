import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { PGlite, type PGliteOptions } from "@electric-sql/pglite";
import { Kysely, PostgresDialect } from "kysely";
import { EXTENSIONS } from "./extensions.ts";
import { GuardedFiles } from "./guarded-files.ts";
import { migrate } from "../../store/schema/migrations.ts";
import { PglitePool } from "./pglite-pool.ts";
import type { PlanLimits } from "./plans.ts";
import { PreparedStatements } from "./prepared-statements.ts";
import type { Db, Tables } from "../../store/schema/tables.ts";

/**
 * V8 can compile PGlite's hot functions a second time, which takes 330 to 500 MB. In a process that stays, pages are then
 * clearly faster (docs/internals/performance.md).
 */
const COMPILE_ONCE = ["--no-wasm-tier-up", "--no-wasm-dynamic-tiering"];
const COMPILE_HOT_AGAIN = ["--wasm-tier-up", "--wasm-dynamic-tiering", "--wasm-tiering-budget=100000000"];

/**
 * A process that stays keeps most of the database of 100,000 people in memory, so that its pages read fewer files. A table
 * of more than a quarter of it would be read from its file on each search.
 */
const LARGE_BUFFERS = ["-c", "shared_buffers=192MB"];

/** An open embedded database with current tables. */
export interface EmbeddedDatabase {
  pool: PglitePool;
  close(): Promise<void>;
}

/** PGlite's own files if already loaded, otherwise they are read from disk; and which statements are prepared. */
export interface Engine extends Pick<PGliteOptions, "pgliteWasmModule" | "fsBundle"> {
  prepares?: PlanLimits;
}

/** Returns int8, numeric and date as text, as `pg` does, so that both drivers give the same answers. */
const asText = (value: string): string => value;

/**
 * Opens the database in a directory, creating it when it is new. The caller holds the lock of the state.
 * @param stays the process serves for long, so that compiling hot functions again pays
 * @throws Problem `schema_newer`, `schema_busy`
 */
export async function openDatabase(data: string, { prepares, ...engine }: Engine = {}, stays = false): Promise<EmbeddedDatabase> {
  if (!existsSync(data)) await (await import("./template.ts")).createDatabaseDirectory(data);
  for (const flag of stays ? COMPILE_HOT_AGAIN : COMPILE_ONCE) setFlagsFromString(flag);
  const files = new GuardedFiles(data);
  const startParams = [...PGlite.defaultStartParams, ...(stays ? LARGE_BUFFERS : [])];
  const parsers = { 20: asText, 1700: asText, 1082: asText };
  const database = await PGlite.create({ fs: files, startParams, parsers, extensions: EXTENSIONS, ...engine });
  await database.exec("SET search_path = public, bullmq; SET TIME ZONE 'UTC'; SET client_min_messages = warning");
  const pool = new PglitePool(database, () => files.ended, new PreparedStatements(database, prepares));
  const close = async (): Promise<void> => {
    if (files.ended === null) await database.close();
  };
  try {
    await migrate(databaseOver(pool));
  } catch (error) {
    // This version cannot use the database; release it for the next program.
    await close();
    throw error;
  }
  return { pool, close };
}

/** Kysely needs of a pool only what PglitePool has, but its type asks for all of `pg`. */
export function databaseOver(pool: PglitePool): Db {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) });
}
