import { mkdir, readdir } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { shownPath } from "../../config/find.ts";
import { foldName } from "../../domain/names.ts";
import { fact, inTurn } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { writeAtomically } from "../../domain/write-file.ts";

/** Readable by others: the files contain no personal data, and no credentials unless someone adds them. */
const READABLE = 0o644;

/** Absolute paths of the two files. */
export interface Place {
  /** The name of the job, and of its file. */
  name: string;
  job: string;
  mapping: string;
}

/** Whether a text can be the name of a job, and of its file. */
export function isJobName(name: string): boolean {
  return NAME.test(name) && !/\.ya?ml$/i.test(name);
}

const OTHER_MAPPING = fact("advice.choose_other", { option: "--mapping FILE.yaml" });
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u;

/**
 * Returns the paths for the job and mapping of a file.
 * @throws UsageProblem for an invalid name, and if a file already exists
 */
export async function findPlace(
  cwd: string,
  file: string,
  { job, mapping, force = false }: { job?: string; mapping?: string; force?: boolean },
): Promise<Place> {
  const name = job?.trim() ?? nameFrom(file);
  if (!isJobName(name))
    throw new UsageProblem(fact("usage.job_name_is_wrong", { given: name }), fact("advice.choose_other", { option: "--job NAME" }));
  const place = { name, job: join(cwd, "jobs", `${name}.yaml`), mapping: resolve(cwd, mapping ?? join("mappings", `${name}.yaml`)) };
  if (![".yaml", ".yml"].includes(extname(place.mapping))) throw new UsageProblem(fact("usage.mapping_is_not_yaml", {}), OTHER_MAPPING);
  if (place.mapping === place.job) throw new UsageProblem(fact("usage.mapping_is_job_file", {}), OTHER_MAPPING);
  await refuseTaken(place, force, cwd);
  return place;
}

/** Returns the place of a mapping for a job that exists. The file of the sample is in a folder of its own, which goes. */
export async function findMappingPlace(
  cwd: string,
  file: string,
  { name, mapping }: Pick<Place, "name" | "mapping">,
  force = false,
): Promise<Place> {
  const place = { name, job: join(dirname(file), "job.yaml"), mapping };
  await refuseTaken(place, force, cwd);
  return place;
}

async function refuseTaken(place: Place, force: boolean, cwd: string): Promise<void> {
  if (force) return;
  const found = (await takenPaths(place)).map((path) => shownPath(path, cwd));
  if (found.length === 0) return;
  throw new UsageProblem(fact("usage.files_exist", { files: found, n: found.length }), fact("advice.choose_names_or_force", {}));
}

/**
 * Returns the files of a place that exist already, in any case: many file systems ignore it. A job with the same name and
 * the other extension would be shadowed.
 */
export async function takenPaths({ job, mapping }: Place): Promise<string[]> {
  const taken = await Promise.all([job, job.replace(/yaml$/, "yml"), mapping].map(sameName));
  return taken.filter((path) => path !== null);
}

/** Returns the file in the folder of a path whose name differs at most in case. */
async function sameName(path: string): Promise<string | null> {
  const names = await readdir(dirname(path)).catch(() => []);
  const name = names.find((one) => foldName(one) === foldName(basename(path)));
  return name === undefined ? null : join(dirname(path), name);
}

/** Writes the files. Without `force`, never overwrites a file, even one created meanwhile. */
export async function writeBoth(place: Place, texts: { job?: string; mapping?: string }, force: boolean): Promise<void> {
  for (const kind of ["mapping", "job"] as const) {
    const text = texts[kind];
    if (text === undefined) continue;
    await mkdir(dirname(place[kind]), { recursive: true });
    await writeAtomically(place[kind], text, { mode: READABLE, replace: force }).catch((error: unknown) => {
      if (error instanceof UsageProblem) throw error;
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      const before = kind === "job" ? fact("usage.file_was_written", { file: place.mapping }) : undefined;
      throw new UsageProblem(
        inTurn(fact("usage.file_cannot_be_written", { file: place[kind], code }), before),
        fact("advice.check_folder", {}),
      );
    });
  }
}

/** Returns the relative path from one file to another, with `/` separators. */
export function pathFrom(file: string, to: string): string {
  const path = relative(dirname(file), to);
  return isAbsolute(path) ? path : path.split(sep).join("/");
}

/** Returns the path of a schema for editors; relative if this package is below the working directory. */
export function schemaFor(kind: "job" | "mapping", file: string, cwd: string): string {
  const own = join("docs", "schemas", `${kind}.json`);
  const installed = fileURLToPath(new URL(`../../../docs/schemas/${kind}.json`, import.meta.url));
  return relative(cwd, installed) === own || !relative(cwd, installed).startsWith("..") ? pathFrom(file, installed) : installed;
}

/** `employees-2026-11-21.csv` is an export of the job `employees`. */
export function nameFrom(file: string): string {
  const stem = basename(file)
    .replace(/\.[^.]*$/, "")
    .replace(/\d{4}([-_.]?)\d{2}\1\d{2}/, "")
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, "-")
    .replaceAll(/[-_. ]{2,}/g, "-")
    .replaceAll(/^[-_. ]+|[-_. ]+$/g, "");
  return stem === "" ? "people" : stem;
}
