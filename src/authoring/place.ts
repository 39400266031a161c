import { access, mkdir } from "node:fs/promises";
import { basename, dirname, extname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { UsageProblem } from "../model/problem.ts";
import { writeWhole } from "../model/write-file.ts";

/** Others may read both files: they hold no personal data, and credentials only if somebody writes them in. */
const READABLE = 0o644;

/** Where the two files go; absolute paths. */
export interface Place {
  /** The name of the job, and of its file. */
  name: string;
  job: string;
  mapping: string;
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u;

/**
 * Where job and mapping of a file belong.
 * @throws UsageProblem for a name that cannot be one, and where something lies there already that must not be overwritten
 */
export async function findPlace(
  cwd: string,
  file: string,
  { job, mapping, force = false }: { job?: string; mapping?: string; force?: boolean },
): Promise<Place> {
  const name = job?.trim() ?? nameFrom(file);
  if (!NAME.test(name) || /\.ya?ml$/i.test(name))
    throw new UsageProblem(
      `“${name}” cannot be the name of a job: it takes letters, digits, blanks, dots, - and _, without .yaml. Nothing was written.`,
      "Name it with --job NAME.",
    );
  const place = { name, job: join(cwd, "jobs", `${name}.yaml`), mapping: resolve(cwd, mapping ?? join("mappings", `${name}.yaml`)) };
  if (![".yaml", ".yml"].includes(extname(place.mapping)))
    throw new UsageProblem("A mapping is a .yaml file. Nothing was written.", "Name it as in --mapping mappings/people.yaml.");
  if (place.mapping === place.job)
    throw new UsageProblem("Mapping and job cannot be one file. Nothing was written.", "Name another file with --mapping.");
  if (force) return place;
  // A job of this name with the other extension would be hidden behind the new one.
  const taken = await Promise.all(
    [place.job, place.job.replace(/yaml$/, "yml"), place.mapping].map(async (path) => ((await exists(path)) ? path : null)),
  );
  const found = taken.filter((path) => path !== null).map((path) => shownPath(path, cwd));
  if (found.length === 0) return place;
  throw new UsageProblem(
    `${found.join(" and ")} ${found.length === 1 ? "is" : "are"} there already. Nothing was written.`,
    "Choose other names with --job NAME and --mapping FILE, or write over what is there with --force.",
  );
}

/** Writes both files, and none over another that came in the meantime. */
export async function writeBoth(place: Place, texts: { job: string; mapping: string }, force: boolean): Promise<void> {
  for (const kind of ["mapping", "job"] as const) {
    await mkdir(dirname(place[kind]), { recursive: true });
    await writeWhole(place[kind], texts[kind], { mode: READABLE, replace: force }).catch((error: unknown) => {
      if (error instanceof UsageProblem) throw error;
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      const before = kind === "job" ? ` ${place.mapping} was written.` : " Nothing was written.";
      throw new UsageProblem(`${place[kind]} cannot be written (${code}).${before}`, "Check the folder and who may write to it.");
    });
  }
}

/** A path as one file names another: relative, with `/`. */
export function pathFrom(file: string, to: string): string {
  const path = relative(dirname(file), to);
  return isAbsolute(path) ? path : path.split(sep).join("/");
}

/** The schema of a format, for an editor: seen from the file where this package lies below the working directory. */
export function schemaFor(kind: "job" | "mapping", file: string, cwd: string): string {
  const own = join("docs", "schemas", `${kind}.json`);
  const installed = fileURLToPath(new URL(`../../docs/schemas/${kind}.json`, import.meta.url));
  return relative(cwd, installed) === own || !relative(cwd, installed).startsWith("..") ? pathFrom(file, installed) : installed;
}

export function shownPath(path: string, cwd: string): string {
  const below = relative(cwd, path);
  return below.startsWith("..") || isAbsolute(below) ? path : below;
}

/** `employees-2026-11-21.csv` is an export of the job `employees`. */
function nameFrom(file: string): string {
  const stem = basename(file)
    .replace(/\.[^.]*$/, "")
    .replace(/\d{4}([-_.]?)\d{2}\1\d{2}/, "")
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, "-")
    .replaceAll(/[-_. ]{2,}/g, "-")
    .replaceAll(/^[-_. ]+|[-_. ]+$/g, "");
  return stem === "" ? "people" : stem;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
