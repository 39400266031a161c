import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { PGlite } from "@electric-sql/pglite";

/** The pre-initialised database that a new state starts from: initdb costs 3 s and 1 GB, a copy 0.1 s. */
export function templateDirectory(): string {
  return join(packageRoot(), "dist", "state-template");
}

/** Says which PGlite made a template: another version's files must not be copied into place. */
export function templateVersion(): string {
  const manifest = readFileSync(join(packageRoot(), "package.json"), "utf8");
  return (JSON.parse(manifest) as { dependencies: Record<string, string> }).dependencies["@electric-sql/pglite"] ?? "";
}

function packageRoot(): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, "package.json"))) dir = dirname(dir);
  return dir;
}

/** Runs initdb into `dir` with settings for a small process: it waits for nobody and serves one session. */
export async function initialiseDatabase(dir: string): Promise<void> {
  const database = await PGlite.create(dir);
  for (const setting of ["shared_buffers = '16MB'", "max_wal_size = '128MB'", "min_wal_size = '32MB'"]) {
    await database.query(`ALTER SYSTEM SET ${setting}`);
  }
  await database.close();
}

/**
 * Makes a closed database directory small: a state copies it, and most of that time is waiting for the disk. Without the
 * two template databases, which nothing here uses, and with an empty WAL segment, it is 9 MB in 550 files, not 41 MB in
 * 1,240.
 */
export async function shrinkDatabase(dir: string): Promise<void> {
  const database = await PGlite.create(dir);
  await database.exec("UPDATE pg_database SET datistemplate = false");
  for (const name of ["template0", "template1"]) await database.exec(`DROP DATABASE ${name}`);
  for (const setting of BARE_WAL) await database.exec(`ALTER SYSTEM SET ${setting} = off`);
  await database.exec("VACUUM FULL");
  await database.close();
  // The settings count from the next start on; the state itself keeps the usual ones.
  const bare = await PGlite.create(dir);
  for (let segment = 0; segment < 3; segment += 1) await bare.exec("SELECT pg_switch_wal(); CHECKPOINT");
  for (const setting of BARE_WAL) await bare.exec(`ALTER SYSTEM RESET ${setting}`);
  await bare.close();
}

/** Without these a new WAL segment is an old one under another name, or 16 MB of written zeros. */
const BARE_WAL = ["wal_recycle", "wal_init_zero"];

/** Puts a new database directory in place, whole or not at all. */
export async function createDatabaseDirectory(target: string): Promise<void> {
  const draft = `${target}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  if (hasTemplate()) copyTemplate(draft);
  else await initialiseDatabase(draft);
  rmSync(join(draft, "version"), { force: true });
  renameSync(draft, target);
}

/** Copies the template so that its owner can write to it, also where the installation is read-only. */
function copyTemplate(draft: string): void {
  mkdirSync(draft, { mode: 0o700 });
  for (const entry of readdirSync(templateDirectory(), { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name);
    const to = join(draft, relative(templateDirectory(), from));
    if (entry.isDirectory()) mkdirSync(to, { recursive: true, mode: 0o700 });
    else copySparse(from, to);
  }
}

const CHUNK = 65_536;
const ZEROS = Buffer.alloc(CHUNK);

/** Copies a file without writing the zeros at its end: a WAL segment is 16 MB of which some KB are used. */
function copySparse(from: string, to: string): void {
  const bytes = readFileSync(from);
  let used = bytes.length;
  while (used >= CHUNK && bytes.subarray(used - CHUNK, used).equals(ZEROS)) used -= CHUNK;
  writeFileSync(to, bytes.subarray(0, used), { mode: 0o600 });
  if (used < bytes.length) truncateSync(to, bytes.length);
}

function hasTemplate(): boolean {
  const version = join(templateDirectory(), "version");
  return existsSync(version) && readFileSync(version, "utf8") === templateVersion();
}

/** Publishes a database directory, closed and clean, as the template of this version. */
export function publishTemplate(source: string): void {
  writeFileSync(join(source, "version"), templateVersion());
  rmSync(templateDirectory(), { recursive: true, force: true });
  mkdirSync(dirname(templateDirectory()), { recursive: true });
  // The draft may lie on another file system.
  cpSync(source, templateDirectory(), { recursive: true });
}
