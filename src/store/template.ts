import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
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

/** In a read-only installation the template may be read-only too, and the copy's modes are those of the template. */
function copyTemplate(draft: string): void {
  cpSync(templateDirectory(), draft, { recursive: true, force: true });
  for (const name of ["", ...readdirSync(draft, { recursive: true, encoding: "utf8" })]) {
    const path = join(draft, name);
    const { mode } = statSync(path);
    if ((mode & 0o600) !== 0o600) chmodSync(path, mode | 0o600);
  }
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
