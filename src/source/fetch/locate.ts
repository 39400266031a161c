import { mkdir, stat } from "node:fs/promises";
import { fact } from "../../domain/facts/fact.ts";
import type { FileSettings } from "../../domain/settings.ts";
import { resolveFile } from "./resolve.ts";
import { fetchFile } from "./sftp.ts";
import type { LocatedFile, Locating } from "./located.ts";
import { refuseOld, waitUntilUnchanged } from "./write-in-progress.ts";
import { createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { unusable } from "../unusable.ts";
import { readRows, type Wanted } from "../http/read-rows.ts";

/**
 * Finds the file that a job names, fetches a remote one, and refuses one that is too old or still being written. The
 * answers of a request become a file.
 * @throws FileProblem
 */
export async function locate(settings: FileSettings, at: Locating, wanted: Wanted): Promise<LocatedFile> {
  if (settings.file === "-") {
    await mkdir(at.incoming, { recursive: true, mode: 0o700 });
    return { name: "standard input", path: await copyStandardInput(at.stdin, at.incoming), remote: null, copied: true };
  }
  const { http } = settings;
  if (http !== null) {
    await mkdir(at.incoming, { recursive: true, mode: 0o700 });
    const last = at.reads?.use === "last" ? await at.reads.store.open(settings, at.incoming) : null;
    if (last !== null) {
      const name = `${settings.file} (read ${last.at.toISOString().slice(0, 16).replace("T", " ")} UTC)`;
      return { name, path: last.path, remote: null, copied: true };
    }
    if (at.http === null) throw noRead(settings.file);
    const path = await readRows({ ...settings, http }, at.incoming, wanted, at.http);
    if (at.reads?.use === "keep") await at.reads.store.keep(settings, path, at.now());
    return { name: settings.file, path, remote: null, copied: true };
  }
  if (settings.sftp !== null) {
    await mkdir(at.incoming, { recursive: true, mode: 0o700 });
    return fetchFile(settings.sftp, settings.file, at, settings.maxUnpacked);
  }
  const found = await resolveFile(settings.file, { marked: at.marked });
  const { path } = found;
  await waitUntilUnchanged(path, at);
  if (at.maxAge !== null) refuseOld(path, (await stat(path)).mtime, at.now(), at.maxAge);
  return { ...found, name: path, remote: null, copied: false };
}

/** Finds a file given with --file, regardless of its age or mark. */
export async function locateGiven(
  file: string,
  at: Pick<Locating, "incoming" | "settle" | "now" | "sleep" | "stdin">,
): Promise<LocatedFile> {
  if (file === "-") {
    await mkdir(at.incoming, { recursive: true, mode: 0o700 });
    return { name: "standard input", path: await copyStandardInput(at.stdin, at.incoming), remote: null, copied: true };
  }
  const found = await resolveFile(file);
  await waitUntilUnchanged(found.path, at);
  return { ...found, name: found.path, remote: null, copied: false };
}

function noRead(file: string): Error {
  return unusable("no_requests", file, fact("file.no_kept_read", {}), fact("advice.plan_first", {}));
}

/**
 * Copies standard input to a file: nothing may happen before it is complete, and workbooks are read from their end.
 * @param stdin `null` if it is a terminal
 * @returns the path of the copy
 * @throws FileProblem if standard input is empty
 */
async function copyStandardInput(stdin: Readable | null, folder: string): Promise<string> {
  if (stdin === null) {
    throw unusable("empty_file", "standard input", fact("file.nothing_piped", {}), fact("advice.pipe_file", {}));
  }
  const path = join(folder, `standard-input-${randomBytes(6).toString("hex")}`);
  await pipeline(stdin, createWriteStream(path, { mode: 0o600, flags: "wx" }));
  if ((await stat(path)).size === 0)
    throw unusable("empty_file", "standard input", fact("file.empty_input", {}), fact("advice.check_command", {}));
  return path;
}
