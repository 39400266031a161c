import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { open, readdir, stat, type FileHandle } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { z } from "zod";
import { UsageProblem } from "../model/problem.ts";
import { JOURNAL } from "./journal.ts";
import { whyNotWritten, writeWhole } from "../model/write-file.ts";
import { lockState } from "./lock.ts";
import { refuseMoved } from "./refuse-moved.ts";
import { tarEnd, tarHeader, tarPadding } from "./tar.ts";

/** What a state is, in its directory; reports are ordinary files, and the rest can be made again. */
export const DATABASE = "database";
/** The key that a state makes for itself where it is given none: without it nothing opens what it sealed. */
export const OWN_KEY = "secret.key";

/** The first entry of a backup: what has to follow, and how it was. */
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
  /** Of the backup file. */
  sha256: string;
  made: string;
  files: number;
}

/**
 * Copies an embedded state into one file: its database and its journal, while nobody else has it. The database is not
 * opened, so a newer Rollcall changes nothing in it. The file appears whole or not at all, readable for its owner only.
 *
 * @throws Problem `state_in_use`, `state_moved`; UsageProblem where there is nothing to copy, or the file cannot be written
 */
export async function backUpState(directory: string, file: string, version: string, now: Date): Promise<BackedUp> {
  const dir = resolve(directory);
  const target = resolve(file);
  if (!existsSync(join(dir, DATABASE)))
    throw new UsageProblem(`There is no state in ${dir}: nothing to back up. Nothing was written.`, "Name the directory with --state DIR.");
  if (existsSync(target)) throw taken(target);
  const lock = lockState(dir);
  try {
    // Whoever copies it night after night must not believe that this is a backup.
    await refuseMoved(dir);
    const contents: Contents = { format: 1, rollcall: version, made: now.toISOString(), entries: await entriesOf(dir) };
    let written = { bytes: 0, sha256: "" };
    await writeWhole(target, async (draft) => (written = await write(dir, contents, draft, now)), { replace: false });
    return { file: target, ...written, made: contents.made, files: contents.entries.length };
  } catch (error) {
    throw cannotWrite(error, target);
  } finally {
    lock.release();
  }
}

/** Puts a file or a folder on the disk, as far as the file system lets it. */
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

/** SHA-256 of a file, or of its first bytes. */
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
  // The state is locked meanwhile: time counts for more than the last tenth of the size.
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  await pipeline(Readable.from(archive(dir, contents, now)), gzip, counting, (packed: AsyncIterable<Buffer>) => draft.writeFile(packed));
  return { bytes, sha256: digest.digest("hex") };
}

async function* archive(dir: string, contents: Contents, now: Date): AsyncGenerator<Buffer> {
  const first = Buffer.from(`${JSON.stringify(contents, null, 1)}\n`);
  yield tarHeader({ path: CONTENTS, size: first.length }, now);
  yield first;
  yield tarPadding(first.length);
  for (const entry of contents.entries) {
    if ("folder" in entry) yield tarHeader({ path: entry.path, size: null }, now);
    else {
      yield tarHeader(entry, now);
      let size = 0;
      for await (const part of createReadStream(join(dir, entry.path))) {
        size += (part as Buffer).length;
        yield part as Buffer;
      }
      if (size !== entry.size) throw new Error(`${entry.path} changed while it was copied`);
      yield tarPadding(entry.size);
    }
  }
  yield tarEnd();
}

function taken(target: string): UsageProblem {
  return new UsageProblem(`${target} is there already. Nothing was written.`, "Give another name, such as one with the date in it.");
}

function cannotWrite(error: unknown, target: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EEXIST") return taken(target);
  const why = ["ENOENT", "ENOTDIR", "EACCES", "EROFS", "ENOSPC", "EDQUOT"].includes(code) ? whyNotWritten(error, target) : null;
  if (why === null) return error;
  return new UsageProblem(`The backup ${target} cannot be written: ${why}. Nothing was changed.`, "Give another file.");
}
