import { existsSync, lstatSync, mkdirSync, mkdtempSync, readlinkSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { EmbeddedDatabase } from "../../src/state/database/embedded-database.ts";
import { prepareQueues } from "../../src/queue/backend.ts";
import { openState, type State } from "../../src/state/state.ts";
import { openFast } from "./state.ts";

/** A database that one test after another uses: an open one has read its catalog and planned its statements. */
interface Warm extends EmbeddedDatabase {
  folder: string;
  uses: number;
  tables: readonly string[];
  sequences: readonly string[];
}

/** What a new database has of its own. */
const KEPT = "('kysely_migration', 'kysely_migration_lock', 'migration')";
/** Each statement is planned once, and not once for each command: planning takes most of the time of a small company. */
const PREPARES = { usesBefore: 0, plans: 1000 };
const PLAN_ONCE = "SET plan_cache_mode = force_generic_plan";
/** V8 compiles hot functions of the database again: a process of tests stays for long. */
const COMPILE_HOT_AGAIN = ["--wasm-tier-up", "--wasm-dynamic-tiering", "--wasm-tiering-budget=10000000"];
/** Deleted rows are cleared away after so many tests. */
const VACUUM_EVERY = 20;

const idle: Warm[] = [];

export interface Lent extends EmbeddedDatabase {
  /** Puts the database where the state has it, as if it had been made there. */
  close(): Promise<void>;
  /** The test is over: the next one gets it, empty. */
  giveBack(): Promise<void>;
}

/** Hands out an empty database for a new state; one that is there already is opened as it is. */
export async function lendDatabase(data: string): Promise<Lent> {
  if (existsSync(data)) return ownDatabase(data);
  const warm = idle.pop() ?? (await makeWarm());
  mkdirSync(dirname(data), { recursive: true });
  symlinkSync(warm.folder, data);
  return {
    pool: warm.pool,
    close: async () => {
      await warm.close();
      if (!isOurs(data, warm)) return rmSync(warm.folder, { recursive: true, force: true });
      rmSync(data);
      renameSync(warm.folder, data);
    },
    giveBack: async () => {
      if (isOurs(data, warm)) rmSync(data);
      if (await emptied(warm)) idle.push(warm);
      else {
        await warm.close().catch(() => undefined);
        rmSync(warm.folder, { recursive: true, force: true });
      }
    },
  };
}

/** Opens a database that no other test has had, in its directory. */
export async function ownDatabase(data: string): Promise<Lent> {
  const own = await openFast(data);
  return { ...own, giveBack: own.close };
}

async function makeWarm(): Promise<Warm> {
  const folder = join(mkdtempSync(join(tmpdir(), "rollcall-warm-")), "database");
  const { pool, close } = await openFast(folder, { prepares: PREPARES });
  for (const flag of COMPILE_HOT_AGAIN) setFlagsFromString(flag);
  await pool.query(PLAN_ONCE);
  await prepareQueues({ queuePool: pool, redis: null });
  const named = async (query: string): Promise<string[]> => (await pool.query(query)).rows.map(({ name }) => String(name));
  const tables = await named(`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
    WHERE schemaname IN ('public', 'bullmq') AND tablename NOT IN ${KEPT}`);
  const sequences = await named("SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences");
  return { pool, close, folder, uses: 0, tables, sequences };
}

/** A test may have taken the database away, or put another one in its place. */
function isOurs(data: string, { folder }: Warm): boolean {
  const found = lstatSync(data, { throwIfNoEntry: false });
  return found?.isSymbolicLink() === true && readlinkSync(data) === folder;
}

/** False where something still uses it, so that it cannot be given to anybody else. */
async function emptied(warm: Warm): Promise<boolean> {
  const waited = new Promise<null>((resolve) => setTimeout(resolve, 3000, null).unref());
  const release = await Promise.race([warm.pool.acquire(), waited]);
  if (release === null) return false;
  try {
    await warm.pool.run("ROLLBACK");
    for (const statement of await clearing(warm)) await warm.pool.run(statement);
    warm.uses += 1;
    if (warm.uses % VACUUM_EVERY === 0) await warm.pool.run("VACUUM");
    return true;
  } catch {
    return false;
  } finally {
    release();
  }
}

async function clearing({ pool, tables, sequences }: Warm): Promise<string[]> {
  // Most tables are empty, and asking is cheaper than deleting nothing.
  const asked = tables.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${name})`).join(" UNION ALL ");
  const { rows } = await pool.run(asked);
  return [...rows.map(({ name }) => `DELETE FROM ${String(name)}`), ...sequences.map((name) => `SELECT setval('${name}', 1, false)`)];
}

/** Opens a new state for one test. Its database is given back when it is closed: nothing of it stays on the disk. */
export function openWarmState(dir: string): Promise<State> {
  const database = async (data: string): Promise<EmbeddedDatabase> => {
    const { pool, giveBack } = await lendDatabase(data);
    return { pool, close: giveBack };
  };
  return openState(dir, { database });
}
