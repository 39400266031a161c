import { createHash, randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LANGUAGES } from "../languages/words.ts";
import { vocabularyOf } from "../languages/vocabulary.ts";
import { readExport, type ExportRead } from "../sample/read-export.ts";
import { readSetupSample, type JobSetup } from "../../store/setup/setups.ts";
import type { Db } from "../../store/schema/tables.ts";
import type { SetupAnswers } from "./types.ts";

export const vocabulary = vocabularyOf(LANGUAGES);

/** Counted samples that stay in memory, so that a step doesn't read the file again. */
const MAX_CACHED = 3;
const CACHE_VALID_MS = 600_000;

/** Reads the sealed samples of setups. A sample is on the disk in plain only while it is read. */
export class Samples {
  readonly #db: Db;
  readonly #folder: string;
  readonly #now: () => Date;
  readonly #cached = new Map<string, { at: number; read: Promise<ExportRead> }>();

  /** @param folder the folder of uploads, which only this user can read */
  constructor(db: Db, folder: string, now: () => Date) {
    this.#db = db;
    this.#folder = folder;
    this.#now = now;
  }

  /** Calls `work` with the path of the sample; `null` if it was deleted. The file is deleted afterwards, unless it is kept. */
  async within<T>(
    { id, file_name }: Pick<JobSetup, "id" | "file_name">,
    work: (path: string) => Promise<T>,
    keep = false,
  ): Promise<T | null> {
    const bytes = await readSetupSample(this.#db, id);
    if (bytes === null) return null;
    const own = join(this.#folder, randomBytes(12).toString("hex"));
    await mkdir(own, { recursive: true, mode: 0o700 });
    try {
      const path = join(own, file_name);
      await writeFile(path, bytes, { mode: 0o600 });
      return await work(path);
    } finally {
      if (!keep) await rm(own, { recursive: true, force: true });
    }
  }

  /**
   * Reads and counts the sample as the answers say; `null` if it was deleted.
   * @throws FileProblem or UsageProblem if it cannot be read like that
   */
  async read(
    setup: Pick<JobSetup, "id" | "file_name">,
    { form, sample }: Pick<SetupAnswers, "form" | "sample">,
  ): Promise<ExportRead | null> {
    const key = JSON.stringify([setup.id, sample, form]);
    const now = this.#now().getTime();
    for (const [other, { at }] of this.#cached) if (now - at > CACHE_VALID_MS) this.#cached.delete(other);
    const known = this.#cached.get(key);
    if (known !== undefined) return known.read;
    const reading = this.within(setup, async (path) => readExport(path, form, vocabulary));
    const read = reading.then((result) => result ?? Promise.reject(new SampleDeleted()));
    this.#cached.set(key, { at: now, read });
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > MAX_CACHED && oldest !== undefined) this.#cached.delete(oldest);
    return read.catch((error: unknown) => {
      this.#cached.delete(key);
      if (error instanceof SampleDeleted) return null;
      throw error;
    });
  }

  /** Removes what is in memory of a setup that is over. */
  forget(id: string): void {
    for (const key of this.#cached.keys()) if (key.startsWith(`["${id}"`)) this.#cached.delete(key);
  }
}

class SampleDeleted extends Error {}

export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
