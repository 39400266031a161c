import { YamlSource } from "./yaml.ts";
import type { Environment } from "./environment.ts";
import { originOf, type Origin } from "./secret-files.ts";

/** Addresses and secrets that Rollcall itself reads from the environment. */
const OWN = ["DATABASE_URL", "REDIS_URL", "ROLLCALL_SECRET_KEY", "ROLLCALL_OIDC_CLIENT_SECRET", "ROLLCALL_TOKEN"];

/** Returns the origins of the `${NAME}` values in a job file and of Rollcall's own variables that are set, by name. */
export function originsIn(text: string, env: Environment): Origin[] {
  const names = new Set<string>();
  const collect = (value: string): string => {
    for (const [, name] of value.matchAll(/\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g)) if (name !== undefined) names.add(name);
    return value;
  };
  // Parsed like a job, so that names in comments don't count.
  if (new YamlSource(text, "", collect).value === undefined) return [];
  const own = OWN.map((name) => originOf(env, name)).filter(({ from }) => from !== null);
  const named = [...names].filter((name) => !own.some((origin) => origin.name === name)).map((name) => originOf(env, name));
  return [...named, ...own].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
