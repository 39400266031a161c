import { YamlSource } from "../model/yaml.ts";
import type { Environment } from "./environment.ts";
import { originOf, type Origin } from "./secret-files.ts";

/** What Rollcall itself asks the environment for, wherever it is given: places and secrets. */
const OWN = ["DATABASE_URL", "REDIS_URL", "ROLLCALL_SECRET_KEY", "ROLLCALL_OIDC_CLIENT_SECRET", "ROLLCALL_TOKEN"];

/** Where the values come from that a job file names by `${NAME}`, and Rollcall's own that are given; by name. */
export function originsIn(text: string, env: Environment): Origin[] {
  const names = new Set<string>();
  const collect = (value: string): string => {
    for (const [, name] of value.matchAll(/\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g)) if (name !== undefined) names.add(name);
    return value;
  };
  // Read as the job is read, so that a comment names nothing.
  if (new YamlSource(text, "", collect).value === undefined) return [];
  const own = OWN.map((name) => originOf(env, name)).filter(({ from }) => from !== null);
  const named = [...names].filter((name) => !own.some((origin) => origin.name === name)).map((name) => originOf(env, name));
  return [...named, ...own].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
