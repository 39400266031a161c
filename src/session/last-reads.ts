import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FileSettings, Job } from "../domain/settings.ts";
import type { LastReads } from "../source/http/access.ts";
import { ROWS_EXTENSION } from "../source/http/rows-file.ts";
import type { Keyring } from "../store/sealing/seal.ts";
import { openSealedFile, sealFile } from "../store/sealing/seal-file.ts";

/** The folder of a state with the last reads of sources over HTTP, encrypted. */
export const READS_FOLDER = "reads";

/** Returns the folder of a job's reads. Its name reveals nothing, and fits every file system. */
export function readsFolder(dir: string, job: string): string {
  return join(dir, READS_FOLDER, createHash("sha256").update(job).digest("hex").slice(0, 16));
}

/**
 * Returns the kept reads of a job: the last complete one of each request. They are always encrypted, because they also
 * have the columns that the mapping does not use. Without a key, nothing is kept.
 */
export function lastReads(dir: string, { name, source }: Pick<Job, "name" | "source">, ring: Keyring | null): LastReads | null {
  if (ring === null) return null;
  const folder = readsFolder(dir, name);
  const fileOf = (form: FileSettings): string => `${digestOf(form)}.sealed`;
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

/** Deletes the kept reads of all jobs: the next run keeps its own. */
export async function dropLastReads(dir: string): Promise<void> {
  await rm(join(dir, READS_FOLDER), { recursive: true, force: true });
}

/** Returns a digest of the settings that decide what a read contains; another request has another one. */
function digestOf({ http, csv, xlsx, skip, pgp }: FileSettings): string {
  const { url, method, query, body, format, rows, columns, absent, pages } = http ?? {};
  const deciding = [url, method, query, body, format, rows, columns, absent, pages, csv, xlsx, skip, pgp === null];
  return createHash("sha256").update(JSON.stringify(deciding)).digest("hex").slice(0, 32);
}
