import { fact, type Fact } from "../../domain/facts/fact.ts";
import { createHash } from "node:crypto";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { EXIT, Problem, UsageProblem } from "../../domain/problem.ts";
import { CONTENTS, contentsSchema, DATABASE, OWN_KEY, syncFile, type Contents } from "./backup.ts";
import { JOURNAL } from "../journal/journal.ts";
import { readTar, TarFault, type TarEntry } from "./tar.ts";

/** Without these there is no database, and PGlite would create an empty one. */
const NEEDED = [DATABASE, `${DATABASE}/PG_VERSION`, `${DATABASE}/global/pg_control`];

/** No backup has a larger list of contents. */
const MAX_CONTENTS_BYTES = 64 * 1024 * 1024;

/**
 * Unpacks a backup into an empty folder and syncs it to disk. Writes nothing outside the folder, and only entries whose
 * size and digest match the backup's own list.
 * @throws Problem `backup_damaged`, `backup_newer`; UsageProblem where the file does not exist, or the disk is full
 */
export async function unpackBackup(file: string, into: string): Promise<Contents> {
  try {
    return await unpack(file, into);
  } catch (error) {
    throw toProblem(error, file);
  }
}

async function unpack(file: string, into: string): Promise<Contents> {
  let contents: Contents | null = null;
  const left = new Map<string, Contents["entries"][number]>();
  for await (const entry of readTar(file)) {
    if (contents === null) {
      contents = await readContents(entry);
      for (const listed of contents.entries) left.set(listed.path, listed);
      continue;
    }
    const { path } = entry;
    const expected = left.get(path);
    left.delete(path);
    if (expected === undefined || !isOurs(path)) throw new TarFault(fact("backup.has_unlisted_entry", {}));
    if ("folder" in expected) await mkdir(join(into, path), { recursive: true, mode: 0o700 });
    else await writeEntry(join(into, path), expected, entry);
  }
  const whole = contents !== null && left.size === 0 && NEEDED.every((path) => contents?.entries.some((entry) => entry.path === path));
  if (contents === null || !whole) throw new TarFault(fact("backup.is_incomplete", {}));
  for (const entry of contents.entries) if ("folder" in entry) await syncFile(join(into, entry.path));
  await syncFile(into);
  return contents;
}

async function readContents({ path, size, content }: TarEntry): Promise<Contents> {
  if (path !== CONTENTS || size === null || size > MAX_CONTENTS_BYTES) throw new TarFault(fact("backup.is_damaged", {}));
  const text: unknown = JSON.parse((await buffer(content)).toString("utf8"));
  if (typeof text === "object" && text !== null && "format" in text && typeof text.format === "number" && text.format > 1)
    throw newer(fact("backup.has_newer_format", {}));
  const read = contentsSchema.safeParse(text);
  if (!read.success) throw new TarFault(fact("backup.has_unreadable_list", {}));
  return read.data;
}

function isOurs(path: string): boolean {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".." || part.includes("\\"))) return false;
  return path === JOURNAL || path === OWN_KEY || parts[0] === DATABASE;
}

async function writeEntry(path: string, expected: { size: number; sha256: string }, { size, content }: TarEntry): Promise<void> {
  if (size !== expected.size) throw new TarFault(fact("backup.has_file_of_other_size", {}));
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const digest = createHash("sha256");
  const written = await open(path, "wx", 0o600);
  try {
    for await (const part of content) {
      digest.update(part);
      await written.writeFile(part);
    }
    await written.sync();
  } finally {
    await written.close();
  }
  if (digest.digest("hex") !== expected.sha256) throw new TarFault(fact("backup.has_other_file", {}));
}

/** Returns the problem for a backup of a later version. */
export function newer(why: Fact): Problem {
  return new Problem(fact("backup.is_newer", { why }), {
    code: "backup_newer",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.restore_with_newer", {}),
  });
}

/** Returns the problem for a backup that cannot be used. */
export function damaged(file: string, why: Fact, cause: unknown): Problem {
  return new Problem(fact("backup.cannot_be_used", { file, why }), {
    code: "backup_damaged",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.copy_backup_again", {}),
    cause,
  });
}

function toProblem(error: unknown, file: string): unknown {
  if (error instanceof Problem) return error;
  if (error instanceof TarFault) return damaged(file, error.fact, error);
  if (error instanceof SyntaxError) return damaged(file, fact("backup.has_unreadable_list", {}), error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  // A name that no file system takes, or a folder that is also a file: no state has one.
  if (["ENAMETOOLONG", "ENOTDIR", "EINVAL", "ERR_INVALID_ARG_VALUE"].includes(code))
    return damaged(file, fact("backup.has_invalid_name", {}), error);
  const why: Record<string, Fact> = {
    ENOENT: fact("restore.meets_no_file", { file }),
    EISDIR: fact("restore.meets_directory", { file }),
    EACCES: fact("restore.is_denied", { file }),
    ENOSPC: fact("write.meets_full_disk", {}),
    EDQUOT: fact("write.meets_used_quota", {}),
    EEXIST: fact("restore.meets_file_twice", { file }),
  };
  return why[code] === undefined ? error : new UsageProblem(fact("restore.is_impossible", { why: why[code] }));
}
