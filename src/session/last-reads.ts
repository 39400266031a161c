import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FileSettings, Job } from "../domain/settings.ts";
import type { LastReads } from "../source/http/access.ts";
import { ROWS_EXTENSION } from "../source/http/rows-file.ts";
import type { State } from "../state/state.ts";
import type { Keyring } from "../store/sealing/seal.ts";
import { openSealedFile, sealFile } from "../store/sealing/seal-file.ts";
import { getSetting, setSetting } from "../store/settings.ts";

/** The folder of a state with the last reads of sources over HTTP, encrypted. */
export const READS_FOLDER = "reads";
const EXTENSION = ".sealed";
const DIGEST_CHARACTERS = 32;

/** Returns the folder of a job's reads. Its name reveals nothing, and fits every file system. */
export function readsFolder(dir: string, job: string): string {
  return join(dir, READS_FOLDER, createHash("sha256").update(job).digest("hex").slice(0, 16));
}

/** Reads of another generation than the state's are void, also those on other hosts. */
const GENERATION = "reads_generation";

/**
 * Returns the kept reads of a job: the last complete one of each request. They are always encrypted, because they also
 * have the columns that the mapping does not use. Without a key, nothing is kept.
 * @param generation of the state; "" if none of its reads was ever void
 */
export function lastReads(
  dir: string,
  { name, source }: Pick<Job, "name" | "source">,
  ring: Keyring | null,
  generation: string,
): LastReads | null {
  if (ring === null) return null;
  const folder = readsFolder(dir, name);
  const fileOf = (form: FileSettings): string => `${digestOf(form)}${generation}${EXTENSION}`;
  return {
    async keep(form, path, at) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const current = new Set([source, ...source.more, ...source.join].map(fileOf));
      // Reads of requests that the job no longer makes.
      for (const file of await readdir(folder)) if (!current.has(file)) await rm(join(folder, file), { force: true });
      await sealFile(path, join(folder, fileOf(form)), ring, { purpose: fileOf(form), at });
    },
    async open(form, into) {
      const path = join(into, `${randomBytes(6).toString("hex")}${ROWS_EXTENSION}`);
      const at = await openSealedFile(join(folder, fileOf(form)), path, ring, fileOf(form));
      return at === null ? null : { path, at };
    },
  };
}

/** Voids the kept reads of all jobs on all hosts, and deletes those of this host. The next run keeps its own. */
export async function dropLastReads({ db, dir }: Pick<State, "db" | "dir">): Promise<void> {
  await setSetting(db, GENERATION, `-${randomBytes(8).toString("hex")}`);
  await rm(join(dir, READS_FOLDER), { recursive: true, force: true });
}

/** Returns the generation of reads that a state accepts, and deletes this host's reads of others. */
export async function readsGeneration({ db, dir }: Pick<State, "db" | "dir">): Promise<string> {
  const generation = (await getSetting<string>(db, GENERATION)) ?? "";
  for (const { folder, file } of await readFiles(dir))
    if (generationOf(file) !== generation) await rm(join(dir, READS_FOLDER, folder, file), { force: true });
  return generation;
}

/** Returns the generation of the kept reads of a state that is not open. */
export async function keptGeneration(dir: string): Promise<string> {
  const [first] = await readFiles(dir);
  return first === undefined ? "" : generationOf(first.file);
}

async function readFiles(dir: string): Promise<{ folder: string; file: string }[]> {
  const root = join(dir, READS_FOLDER);
  const found = [];
  for (const folder of await readdir(root).catch(() => []))
    for (const file of await readdir(join(root, folder)).catch(() => []))
      // Others are still being written.
      if (file.endsWith(EXTENSION)) found.push({ folder, file });
  return found;
}

function generationOf(file: string): string {
  return file.slice(DIGEST_CHARACTERS, -EXTENSION.length);
}

/** Returns a digest of the settings that decide what a read contains; another request has another one. */
function digestOf({ http, csv, xlsx, skip, pgp }: FileSettings): string {
  const { url, method, query, body, format, rows, columns, absent, pages } = http ?? {};
  const deciding = [url, method, query, body, format, rows, columns, absent, pages, csv, xlsx, skip, pgp === null];
  return createHash("sha256").update(JSON.stringify(deciding)).digest("hex").slice(0, DIGEST_CHARACTERS);
}
