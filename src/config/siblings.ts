import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { globsIntersect } from "../domain/globs.ts";
import type { Job } from "../domain/settings.ts";
import { readConfiguration } from "./read-configuration.ts";
import { isPlainMap, YamlSource } from "./yaml.ts";
import type { Environment } from "./environment.ts";
import { fromEnvironment } from "./environment.ts";

/** The readable parts of another job file. */
export interface SiblingJob {
  name: string;
  /** Absolute path. */
  file: string;
  /** `account`, otherwise `base_url`, with values from the environment; `null` if it has neither. */
  account: string | null;
  /** False if the text is not valid YAML, so that parts may be missing. */
  sound: boolean;
  /** False for a file without a service, such as a mapping in the same folder, which cannot be run. */
  service: boolean;
  /** Absolute path of the mapping. */
  mapping: string | null;
}

/** Returns the other job files in the folder of a job. Skips unreadable ones. */
export async function siblingJobs(job: Job, env: Environment): Promise<SiblingJob[]> {
  const folder = dirname(job.file);
  const names = await readdir(folder).catch(() => []);
  const siblings: SiblingJob[] = [];
  for (const name of names.toSorted()) {
    const file = join(folder, name);
    if (![".yaml", ".yml"].includes(extname(name)) || file === job.file) continue;
    const text = await readConfiguration(file, file, "the_job");
    const source = typeof text === "string" ? new YamlSource(text, file, fromEnvironment(env)) : null;
    const raw = source?.value;
    if (!isPlainMap(raw)) continue;
    const service = isPlainMap(raw["service"]) ? raw["service"] : {};
    const account = filled(service["account"]) ?? filled(service["base_url"])?.replace(/\/{1,100}$/, "") ?? null;
    const mapping = filled(raw["mapping"]);
    siblings.push({
      name: filled(raw["name"]) ?? basename(name, extname(name)),
      file,
      account,
      service: raw["service"] !== undefined,
      sound: source?.sound === true,
      mapping: mapping === undefined ? null : resolve(folder, mapping),
    });
  }
  return siblings;
}

/** Returns two globs, one of each authority, that may match the same group; `null` if there are none. */
export function authoritiesOverlap(a: readonly string[], b: readonly string[]): { a: string; b: string } | null {
  for (const mine of a) {
    for (const other of b) if (globsIntersect(mine, other)) return { a: mine, b: other };
  }
  return null;
}

function filled(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
