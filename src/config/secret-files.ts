import { readFileSync, statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { fact, type Fact, type PlainCode } from "../domain/facts/fact.ts";
import { EnvironmentProblem } from "../domain/problem.ts";
import type { Environment } from "./environment.ts";

const FILE = "_FILE";
/** Longer than any secret. */
const MAX_FILE_BYTES = 65_536;

/**
 * Returns an environment in which a file can supply any variable: `NAME_FILE` is the path of a file with the value of
 * `NAME`. Each access reads the file: other programs' `_FILE` variables are never read, and a replaced secret takes
 * effect with the next run.
 *
 * Reading such a variable throws an EnvironmentProblem if both forms are set, or if the file cannot be used. The message names
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
        if (plain !== undefined && plain !== "")
          throw new EnvironmentProblem(fact("environment.both_set", { variable, file_variable: name }), fact("environment.set_one", {}));
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
    if (!found.isFile()) throw unusable(name, path, fact("environment.file_special", {}));
    // Kubernetes gives a non-root user a secret as a group-readable file.
    if (process.platform !== "win32" && (found.mode & 0o007) !== 0)
      throw unusable(name, path, fact("environment.file_open_to_all", {}), fact("environment.remove_access", { file: path }));
    if (found.size > MAX_FILE_BYTES) throw unusable(name, path, fact("environment.file_too_large", { most: MAX_FILE_BYTES / 1024 }));
    bytes = readFileSync(file);
  } catch (error) {
    if (error instanceof EnvironmentProblem) throw error;
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const reason = REASONS[code];
    throw unusable(name, path, reason === undefined ? fact("environment.file_unreadable", { code }) : fact(reason, {}));
  }
  const text = decoded(bytes);
  if (text === null) throw unusable(name, path, fact("environment.file_not_utf8", {}));
  const value = text.replace(/\r?\n$/, "");
  if (value.trim() === "") throw unusable(name, path, fact("environment.file_empty", {}));
  return value;
}

const REASONS: Readonly<Record<string, PlainCode>> = {
  ENOENT: "environment.file_missing",
  ENOTDIR: "environment.file_missing",
  EACCES: "environment.file_denied",
  EPERM: "environment.file_denied",
};

function decoded(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function unusable(name: string, path: string, why: Fact, next?: Fact): EnvironmentProblem {
  // The value may be the secret itself.
  const isShown = isAbsolute(path) || path.startsWith("./") || path.startsWith("../");
  if (isShown) return new EnvironmentProblem(fact("environment.secret_file_unusable", { variable: name, file: path, why }), next);
  const example = `/run/secrets/${name.slice(0, -FILE.length).toLowerCase()}`;
  return new EnvironmentProblem(
    fact("environment.secret_file_hidden", { variable: name, why }),
    fact("environment.set_secret_path", { variable: name, example }),
  );
}
