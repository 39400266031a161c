import { fact } from "../../domain/facts/fact.ts";
import {
  chmodSync,
  closeSync,
  createWriteStream,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createGzip } from "node:zlib";
import { PGlite } from "@electric-sql/pglite";
import { pack } from "tar-stream";
import { EXIT, Problem } from "../../domain/problem.ts";
import { EXTENSIONS } from "./extensions.ts";
import { readTar, TarFault, tarHeader } from "../backup/tar.ts";

/**
 * Returns the path of the pre-initialised database that a new state starts from: initdb takes 3 s and 1 GB, unpacking
 * 0.1 s. It is one file, because packages omit empty directories, and a database's file modes belong to one user.
 */
export function templateArchive(): string {
  return join(packageRoot(), "dist", "state-template.tar.gz");
}

/** The first entry of the archive: the version of PGlite that made it. Files of another version must not be used. */
const VERSION = "version";

function pgliteVersion(): string {
  const manifest = readFileSync(join(packageRoot(), "package.json"), "utf8");
  return (JSON.parse(manifest) as { dependencies: Record<string, string> }).dependencies["@electric-sql/pglite"] ?? "";
}

function packageRoot(): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, "package.json"))) dir = dirname(dir);
  return dir;
}

/** Runs initdb into `dir` with settings for a small process that serves one session. */
async function initialiseDatabase(dir: string): Promise<void> {
  const database = await PGlite.create(dir);
  for (const setting of ["shared_buffers = '16MB'", "max_wal_size = '128MB'", "min_wal_size = '32MB'"]) {
    await database.query(`ALTER SYSTEM SET ${setting}`);
  }
  await database.close();
}

/**
 * Shrinks a closed database directory, because every new state copies it. Without the two template databases, which are
 * unused, and with an empty WAL segment it is 9 MB in 550 files instead of 41 MB in 1,240.
 */
export async function shrinkDatabase(dir: string): Promise<void> {
  const database = await PGlite.create(dir, { extensions: EXTENSIONS });
  await database.exec("UPDATE pg_database SET datistemplate = false");
  for (const name of ["template0", "template1"]) await database.exec(`DROP DATABASE ${name}`);
  for (const setting of BARE_WAL) await database.exec(`ALTER SYSTEM SET ${setting} = off`);
  await database.exec("VACUUM FULL");
  await database.close();
  // The settings take effect at the next start; the state itself keeps the defaults.
  const bare = await PGlite.create(dir);
  for (let segment = 0; segment < 3; segment += 1) await bare.exec("SELECT pg_switch_wal(); CHECKPOINT");
  for (const setting of BARE_WAL) await bare.exec(`ALTER SYSTEM RESET ${setting}`);
  await bare.close();
}

/** With these on, a new WAL segment is a renamed old one, or 16 MB of written zeros. */
const BARE_WAL = ["wal_recycle", "wal_init_zero"];

/**
 * Creates a new database directory, completely or not at all.
 * @throws Problem `installation_damaged`
 */
export async function createDatabaseDirectory(target: string): Promise<void> {
  const draft = `${target}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  if (!(await unpackTemplate(draft))) await initialiseDatabase(draft);
  renameSync(draft, target);
}

/**
 * Unpacks the template, accessible to its new owner only.
 * @returns false where there is none for this version
 */
async function unpackTemplate(draft: string): Promise<boolean> {
  const archive = templateArchive();
  if (!existsSync(archive)) return false;
  try {
    mkdirSync(draft, { mode: 0o700 });
    for await (const { path, size, content } of readTar(archive)) {
      if (size === null) mkdirSync(join(draft, path), { mode: 0o700 });
      else if (path !== VERSION) await writeSparse(join(draft, path), size, content);
      else if ((await buffer(content)).toString() !== pgliteVersion()) return false;
    }
    return true;
  } catch (error) {
    throw isUnreadable(error) ? damagedInstallation(archive, error) : error;
  }
}

const ZEROS = Buffer.alloc(65_536);

/** Writes a file without its zeros, piece by piece: of a 16 MB WAL segment only some KB are used. */
async function writeSparse(to: string, size: number, content: AsyncIterable<Buffer>): Promise<void> {
  const file = openSync(to, "wx", 0o600);
  try {
    let at = 0;
    for await (const bytes of content) {
      if (!ZEROS.subarray(0, bytes.length).equals(bytes))
        for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, at + done);
      at += bytes.length;
    }
    ftruncateSync(file, size);
  } finally {
    closeSync(file);
  }
}

/** Returns whether an error comes from the archive, not from the target folder. */
function isUnreadable(error: unknown): boolean {
  return error instanceof TarFault || (error instanceof Error && Reflect.get(error, "path") === templateArchive());
}

function damagedInstallation(archive: string, cause: unknown): Problem {
  return new Problem(fact("installation.is_damaged", { file: archive }), {
    code: "installation_damaged",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.install_again", {}),
    cause,
  });
}

/** Publishes a closed, clean database directory as the template of this version, readable for everyone. */
export async function publishTemplate(source: string): Promise<void> {
  const made = new Date();
  const version = Buffer.from(pgliteVersion());
  const archive = pack();
  archive.entry(tarHeader(VERSION, version.length, made), version);
  const entries = readdirSync(source, { recursive: true, withFileTypes: true }).map((entry) => ({
    isFolder: entry.isDirectory(),
    path: join(entry.parentPath, entry.name)
      .slice(source.length + 1)
      .replaceAll("\\", "/"),
  }));
  for (const { isFolder, path } of entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    if (isFolder) archive.entry(tarHeader(path, null, made));
    else {
      const bytes = readFileSync(join(source, path));
      archive.entry(tarHeader(path, bytes.length, made), bytes);
    }
  }
  archive.finalize();
  const draft = `${templateArchive()}.new`;
  mkdirSync(dirname(draft), { recursive: true });
  await pipeline(archive, createGzip(), createWriteStream(draft));
  // Independent of the umask of the installing user.
  chmodSync(draft, 0o644);
  renameSync(draft, templateArchive());
}
