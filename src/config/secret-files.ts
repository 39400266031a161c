import { readFileSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { UsageProblem } from "../model/problem.ts";
import type { Environment } from "./environment.ts";

const FILE = "_FILE";
/** Longer than any secret: whoever names such a file means another. */
const LARGEST = 65_536;

/**
 * The environment in which every variable may also be given as a file: `NAME_FILE` holds a path, and the file the
 * value of `NAME`. A file is read when its variable is asked for, and each time anew: a variable of another program
 * that ends in `_FILE` concerns nobody, and a secret that was replaced counts from the next run on.
 *
 * Reading such a variable throws a UsageProblem where both forms are given, and where the file cannot be used; it
 * names the variable and the file, never the value.
 * @param cwd where relative paths start
 */
export function withSecretFiles(given: Environment, cwd: string): Record<string, string | undefined> {
  const env = { ...given };
  for (const [name, path] of Object.entries(given)) {
    const variable = name.slice(0, -FILE.length);
    if (!name.endsWith(FILE) || variable === "" || path === undefined || path.trim() === "") continue;
    const plain = given[variable];
    // Not enumerable: what copies the environment, as a child process does, copies no secret out of a file.
    Object.defineProperty(env, variable, {
      enumerable: false,
      configurable: true,
      get: (): string => {
        if (plain !== undefined && plain !== "") throw fault(`${variable} and ${name} are both set.`, "Set one of them.");
        return secretIn(path, name, cwd);
      },
    });
  }
  return env;
}

/** Where a value of the environment comes from: the variable itself or a file; `null` where it is not set. */
export type Origin = { name: string; from: "variable" } | { name: string; from: "file"; file: string } | { name: string; from: null };

/** Says where values come from, never what they are. */
export function originOf(env: Environment, name: string): Origin {
  const file = env[name + FILE]?.trim() ?? "";
  if (file !== "") return { name, from: "file", file };
  return { name, from: Object.hasOwn(env, name) && env[name]?.trim() ? "variable" : null };
}

function secretIn(path: string, name: string, cwd: string): string {
  const file = resolve(cwd, path);
  let bytes: Buffer;
  try {
    const found = statSync(file);
    if (!found.isFile()) throw unusable(name, path, "is not a regular file");
    // A file of the group's is how Kubernetes hands a secret to a user that is not root.
    if (process.platform !== "win32" && (found.mode & 0o007) !== 0)
      throw unusable(name, path, "can be used by every user of the machine", `Take the rights of others away: chmod o-rwx ${path}`);
    if (found.size > LARGEST) throw unusable(name, path, `is larger than ${LARGEST / 1024} KB, which is no secret`);
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof UsageProblem) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    throw unusable(name, path, REASONS[code] ?? `cannot be read (${code || "unknown error"})`);
  }
  const text = decoded(bytes);
  if (text === null) throw unusable(name, path, "is not text in UTF-8");
  const value = text.replace(/\r?\n$/, "");
  if (value.trim() === "") throw unusable(name, path, "is empty");
  return value;
}

const REASONS: Record<string, string> = {
  ENOENT: "is not there",
  ENOTDIR: "is not there",
  EACCES: "cannot be read: permission denied",
  EPERM: "cannot be read: permission denied",
};

function decoded(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function unusable(name: string, path: string, what: string, next?: string): UsageProblem {
  // Somebody may have put the secret itself there.
  const shown = isAbsolute(path) || path.startsWith("./") || path.startsWith("../") ? path : null;
  if (shown !== null) return fault(`the file ${shown}, which ${name} names, ${what}.`, next);
  return fault(
    `the file that ${name} names ${what}. What it names is not shown, because it does not begin as a path does.`,
    `${name} takes the path of a file, such as /run/secrets/${name.slice(0, -FILE.length).toLowerCase()}.`,
  );
}

function fault(message: string, next?: string): UsageProblem {
  return new UsageProblem(`In the environment ${message} Nothing was done.`, next);
}
