import { readFileSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { UsageProblem } from "../domain/problem.ts";
import type { Environment } from "./environment.ts";

const FILE = "_FILE";
/** Longer than any secret. */
const MAX_FILE_BYTES = 65_536;

/**
 * Returns an environment in which a file can supply any variable: `NAME_FILE` is the path of a file with the value of
 * `NAME`. Each access reads the file: other programs' `_FILE` variables are never read, and a replaced secret takes
 * effect with the next run.
 *
 * Reading such a variable throws a UsageProblem if both forms are set, or if the file cannot be used. The message names
 * the variable and the file, never the value.
 * @param cwd where relative paths start
 */
export function withSecretFiles(given: Environment, cwd: string): Record<string, string | undefined> {
  const env = { ...given };
  for (const [name, path] of Object.entries(given)) {
    const variable = name.slice(0, -FILE.length);
    if (!name.endsWith(FILE) || variable === "" || path === undefined || path.trim() === "") continue;
    const plain = given[variable];
    // Not enumerable, so that copying the environment, for example for a child process, copies no secret.
    Object.defineProperty(env, variable, {
      enumerable: false,
      configurable: true,
      get: (): string => {
        if (plain !== undefined && plain !== "") throw fault(`${variable} and ${name} are both set.`, "Set only one of them.");
        return secretIn(path, name, cwd);
      },
    });
  }
  return env;
}

/** The source of an environment value: the variable itself or a file; `null` if unset. */
export type Origin = { name: string; from: "variable" } | { name: string; from: "file"; file: string } | { name: string; from: null };

/** Returns where a value comes from, never the value. */
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
    // Kubernetes gives a non-root user a secret as a group-readable file.
    if (process.platform !== "win32" && (found.mode & 0o007) !== 0)
      throw unusable(name, path, "is accessible to every user of this machine", `Remove that access: chmod o-rwx ${path}`);
    if (found.size > MAX_FILE_BYTES) throw unusable(name, path, `is larger than ${MAX_FILE_BYTES / 1024} KB, too large for a secret`);
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
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
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
  // The value may be the secret itself.
  const shown = isAbsolute(path) || path.startsWith("./") || path.startsWith("../") ? path : null;
  if (shown !== null) return fault(`${name} is set to the file ${shown}, which ${what}.`, next);
  return fault(
    `${name} is set to a file that ${what}. The value is not shown, because it does not look like a path.`,
    `Set ${name} to the path of a file, such as /run/secrets/${name.slice(0, -FILE.length).toLowerCase()}.`,
  );
}

function fault(message: string, next?: string): UsageProblem {
  return new UsageProblem(`In the environment ${message} Nothing was changed.`, next);
}
