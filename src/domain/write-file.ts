import { fact, type Fact } from "./facts/fact.ts";
import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { link, open, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UsageProblem } from "./problem.ts";

/** The content of a file, or a function that writes it in pieces. */
export type FileContent = string | Uint8Array | ((file: FileHandle) => Promise<unknown>);

export interface WriteOptions {
  /** Permissions of the new file; those of a replaced file are not inherited. */
  mode?: number;
  /** Whether a file of this name may be replaced; otherwise the write fails with EEXIST. */
  replace?: boolean;
}

/**
 * Writes a file completely or not at all. The content goes to a randomly named file in the same folder, is synced to
 * disk, and is then renamed. Others with write access to the folder cannot guess the name or plant a link in its place.
 */
export async function writeAtomically(
  path: string,
  content: FileContent,
  { mode = 0o600, replace = true }: WriteOptions = {},
): Promise<void> {
  await refuseDevice(path);
  const folder = dirname(path);
  const draft = draftOf(path);
  try {
    // `wx` neither follows a link nor opens an existing file.
    const file = await open(draft, "wx", mode);
    try {
      await (typeof content === "function" ? content(file) : file.writeFile(content));
      await file.sync().catch(ignoreNoSync);
    } finally {
      await file.close();
    }
    await (replace ? rename(draft, path) : placeWithoutReplacing(draft, path));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}

/** Writes a short file in the same way, where nothing may happen in between. The file is readable by its owner only. */
export function writeAtomicallySync(path: string, content: string): void {
  const { fd, draft } = openDraft(path);
  try {
    writeSync(fd, content);
    fsyncSync(fd);
    closeSync(fd);
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } catch (error) {
    ignoreNoSync(error);
  } finally {
    closeSync(folder);
  }
}

/** Opens a randomly named file beside `path`, which the caller writes and renames. */
export function openDraft(path: string): { fd: number; draft: string } {
  const draft = draftOf(path);
  return { fd: openSync(draft, "wx", 0o600), draft };
}

/** Throws what a write of the file would throw at its start: the folder is missing or not writable, or the name is taken. */
export async function tryToWrite(path: string): Promise<void> {
  await refuseDevice(path);
  const { fd, draft } = openDraft(path);
  closeSync(fd);
  rmSync(draft, { force: true });
}

function draftOf(path: string): string {
  return join(dirname(path), `.rollcall-${randomBytes(12).toString("hex")}.part`);
}

/** Returns why a file could not be written; `null` for an error that is not about the file. */
export function whyNotWritten(error: unknown, path: string): Fact | null {
  const code = error instanceof Error && "syscall" in error && "code" in error ? String(error.code) : "";
  const reasons: Record<string, Fact> = {
    ENOENT: fact("write.meets_no_folder", { folder: dirname(path) }),
    ENOTDIR: fact("write.meets_no_directory", { folder: dirname(path) }),
    EISDIR: fact("write.meets_folder", {}),
    EACCES: fact("write.is_denied", {}),
    EPERM: fact("write.is_denied", {}),
    EROFS: fact("write.meets_read_only_system", {}),
    ENOSPC: fact("write.meets_full_disk", {}),
    EDQUOT: fact("write.meets_used_quota", {}),
    EEXIST: fact("write.meets_existing_file", {}),
    ENAMETOOLONG: fact("write.has_too_long_name", {}),
    ELOOP: fact("write.follows_too_many_links", {}),
    EFBIG: fact("write.is_too_large", {}),
    EIO: fact("write.meets_disk_error", {}),
  };
  return code === "" ? null : (reasons[code] ?? fact("write.meets_error", { code }));
}

/** Renaming over /dev/null, a socket or a pipe would remove it for every user. */
async function refuseDevice(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null || found.isFile()) return;
  const why = found.isDirectory() ? fact("write.meets_folder", {}) : fact("write.meets_no_ordinary_file", {});
  throw new UsageProblem(fact("write.failed", { path, why }), fact("advice.choose_other_file", {}));
}

/** Uses a hard link, which fails if the name is taken; a rename would replace the file. Not every file system has links. */
async function placeWithoutReplacing(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
    await rm(draft);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL"].includes(code)) throw error;
    await rename(draft, path);
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Ignores file systems that cannot sync, but no disk error. */
function ignoreNoSync(error: unknown): void {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!["EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(code)) throw error;
}
