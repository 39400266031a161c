import { readdir } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { globsIntersect } from "../model/globs.ts";
import type { Job } from "../model/settings.ts";
import { isPlainMap, readConfiguration, YamlSource } from "../model/yaml.ts";
import type { Environment } from "./environment.ts";
import { fromEnvironment } from "./environment.ts";

/** As much of another job file as can be read. */
export interface SiblingJob {
  name: string;
  /** Absolute path. */
  file: string;
  /** `account`, else `base_url`, with values from the environment where they are set; `null` where it says neither. */
  account: string | null;
  /** False for text that is not valid YAML: what was read of it may be half of what it says. */
  sound: boolean;
  /** False for a file without a service, such as a mapping in the same folder: no run can begin with it. */
  service: boolean;
  /** Absolute path of the mapping. */
  mapping: string | null;
}

/** The other job files in the folder of a job. Never fails: what cannot be read is left out. */
export async function siblingJobs(job: Job, env: Environment): Promise<SiblingJob[]> {
  const folder = dirname(job.file);
  const names = await readdir(folder).catch(() => []);
  const siblings: SiblingJob[] = [];
  for (const name of names.toSorted()) {
    const file = join(folder, name);
    if (![".yaml", ".yml"].includes(extname(name)) || file === job.file) continue;
    const text = await readConfiguration(file, file, "the job");
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
      sound: source?.faults.every(({ message }) => !message.startsWith("not valid YAML")) === true,
      mapping: mapping === undefined ? null : resolve(folder, mapping),
    });
  }
  return siblings;
}

/** Two globs, one of each authority, that may fit the same group; `null` when there are none. */
export function authoritiesOverlap(a: readonly string[], b: readonly string[]): { a: string; b: string } | null {
  for (const mine of a) {
    for (const other of b) if (globsIntersect(mine, other)) return { a: mine, b: other };
  }
  return null;
}

function filled(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
}
