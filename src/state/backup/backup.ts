import { fact } from "../../domain/facts/fact.ts";
import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { open, readdir, stat, type FileHandle } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { pack, type Pack } from "tar-stream";
import { z } from "zod";
import { UsageProblem } from "../../domain/problem.ts";
import { JOURNAL } from "../journal/journal.ts";
import { whyNotWritten, writeAtomically } from "../../domain/write-file.ts";
import { lockState } from "../lock.ts";
import { refuseMigrated } from "../refuse-migrated.ts";
import { tarHeader } from "./tar.ts";

/** The database folder in a state directory. Database, journal and key make up a state; everything else can be recreated. */
export const DATABASE = "database";
/** The key that a state generates when none is configured: without it nothing that it sealed can be opened. */
export const OWN_KEY = "secret.key";

/** The first entry of a backup: the list of the entries that follow. */
export const CONTENTS = "rollcall-backup.json";
export const contentsSchema = z.object({
  format: z.literal(1),
  rollcall: z.string(),
  made: z.iso.datetime(),
  entries: z.array(
    z.union([
      z.strictObject({ path: z.string(), folder: z.literal(true) }),
      z.strictObject({ path: z.string(), size: z.number().int().nonnegative(), sha256: z.string() }),
    ]),
  ),
});
export type Contents = z.output<typeof contentsSchema>;

export interface BackedUp {
  file: string;
  bytes: number;
  /** SHA-256 of the backup file. */
  sha256: string;
  made: string;
  files: number;
}

/**
 * Copies an embedded state, its database and its journal, into one file while no other process has it open. Does not
 * open the database, so a newer Rollcall changes nothing in it. The file appears complete or not at all, readable by
 * its owner only.
 * @throws Problem `state_in_use`, `state_moved`; UsageProblem where there is nothing to copy, or the file cannot be
 *   written
 */
export async function backUpState(directory: string, file: string, version: string, now: Date): Promise<BackedUp> {
  const dir = resolve(directory);
  const target = resolve(file);
  if (!existsSync(join(dir, DATABASE)))
    throw new UsageProblem(fact("backup.has_no_state", { dir }), fact("advice.name_state_directory", {}));
  if (existsSync(target)) throw alreadyExists(target);
  const lock = lockState(dir);
  try {
    // A nightly backup of a migrated state would be stale without anyone noticing.
    await refuseMigrated(dir);
    const contents: Contents = { format: 1, rollcall: version, made: now.toISOString(), entries: await entriesOf(dir) };
    let written = { bytes: 0, sha256: "" };
    await writeAtomically(target, async (draft) => (written = await write(dir, contents, draft, now)), { replace: false });
    return { file: target, ...written, made: contents.made, files: contents.entries.length };
  } catch (error) {
    throw cannotWrite(error, target);
  } finally {
    lock.release();
  }
}

/** Syncs a file or a folder to disk, as far as the file system supports it. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r");
  await handle.sync().catch(() => undefined);
  await handle.close();
}

async function entriesOf(dir: string): Promise<Contents["entries"]> {
  const below = await readdir(join(dir, DATABASE), { recursive: true, withFileTypes: true });
  const entries: Contents["entries"] = [{ path: DATABASE, folder: true }];
  const paths = below.map((entry) => ({
    entry,
    path: join(entry.parentPath, entry.name)
      .slice(dir.length + 1)
      .replaceAll("\\", "/"),
  }));
  for (const { entry, path } of paths.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    if (entry.isDirectory()) entries.push({ path, folder: true });
    else if (entry.isFile()) entries.push(await described(dir, path));
  }
  for (const path of [JOURNAL, OWN_KEY]) if (existsSync(join(dir, path))) entries.push(await described(dir, path));
  return entries;
}

async function described(dir: string, path: string): Promise<Contents["entries"][number]> {
  const { size } = await stat(join(dir, path));
  return { path, size, sha256: await digestOf(join(dir, path)) };
}

/** Returns the SHA-256 of a file, or of its first bytes. */
export async function digestOf(file: string, first = Number.POSITIVE_INFINITY): Promise<string> {
  const digest = createHash("sha256");
  if (first > 0) for await (const part of createReadStream(file, { end: first - 1 })) digest.update(part as Buffer);
  return digest.digest("hex");
}

async function write(dir: string, contents: Contents, draft: FileHandle, now: Date): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash("sha256");
  let bytes = 0;
  const counting = new Transform({
    transform(part: Buffer, _, done) {
      digest.update(part);
      bytes += part.length;
      done(null, part);
    },
  });
  // The state is locked meanwhile: speed matters more than the last tenth of the size.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const archive = pack();
  const filled = fill(archive, dir, contents, now).catch((error: Error) => archive.destroy(error));
  try {
    await pipeline(archive, gzip, counting, (packed: AsyncIterable<Buffer>) => draft.writeFile(packed));
  } finally {
    await filled;
  }
  return { bytes, sha256: digest.digest("hex") };
}

/** Throws if a file does not have the size in its entry. */
async function fill(archive: Pack, dir: string, contents: Contents, now: Date): Promise<void> {
  const first = Buffer.from(`${JSON.stringify(contents, null, 1)}\n`);
  archive.entry(tarHeader(CONTENTS, first.length, now), first);
  for (const entry of contents.entries) {
    if ("folder" in entry) archive.entry(tarHeader(entry.path, null, now));
    else await pipeline(createReadStream(join(dir, entry.path)), archive.entry(tarHeader(entry.path, entry.size, now)));
  }
  archive.finalize();
}

function alreadyExists(target: string): UsageProblem {
  return new UsageProblem(fact("backup.already_exists", { file: target }), fact("advice.choose_dated_name", {}));
}

function cannotWrite(error: unknown, target: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EEXIST") return alreadyExists(target);
  const why = ["ENOENT", "ENOTDIR", "EACCES", "EROFS", "ENOSPC", "EDQUOT"].includes(code) ? whyNotWritten(error, target) : null;
  if (why === null) return error;
  return new UsageProblem(fact("write.failed", { path: target, why }), fact("advice.choose_other_file", {}));
}
