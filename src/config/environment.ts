import { readFileSync } from "node:fs";
import { UsageProblem } from "../model/problem.ts";
import type { Substitute } from "../model/yaml.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Puts `${NAME}` from the environment into texts; `$${` stands for `${` itself. A variable that is not set, or
 * empty, is a fault: half a URL or an empty token would only fail later, and less clearly.
 */
export function fromEnvironment(env: Environment): Substitute {
  return (text, fault) =>
    text.replaceAll(/\$\$\{|\$\{([^}]*)(\}?)/g, (match: string, name: string | undefined, closed: string | undefined) => {
      if (match === "$${") return "${";
      const variable = name ?? "";
      if (closed !== "}" || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
        fault("this ${ is not the start of ${NAME}; write $${ for the characters themselves");
        return match;
      }
      const value = Object.hasOwn(env, variable) ? env[variable] : undefined;
      if (value === undefined) fault(`the environment variable ${variable} is not set`);
      else if (value.trim() === "") fault(`the environment variable ${variable} is empty`);
      else return value;
      // Long enough for every check: one fault for one variable is enough.
      return match;
    });
}

const LEAST = 32;

/**
 * The keys that tokens and sensitive values are encrypted with at rest, one a line, the first of which seals: from
 * `ROLLCALL_SECRET_KEY`, where commas may stand between them too, or from the file that `ROLLCALL_SECRET_KEY_FILE`
 * names; `null` when there is none.
 * @throws UsageProblem when one is too short to protect anything, or the file cannot be read
 */
export function secretKey(env: Environment): string | null {
  const text = env["ROLLCALL_SECRET_KEY"]?.trim() ?? "";
  const file = env["ROLLCALL_SECRET_KEY_FILE"]?.trim() ?? "";
  if (text !== "" && file !== "")
    throw new UsageProblem(
      "ROLLCALL_SECRET_KEY and ROLLCALL_SECRET_KEY_FILE are both set. Nothing was done.",
      "Leave one of them out: two places for one key go apart some day.",
    );
  const name = file === "" ? "ROLLCALL_SECRET_KEY" : "The key in ROLLCALL_SECRET_KEY_FILE";
  const keys = (file === "" ? text.split(/[\n,]/) : readKeys(file)).map((key) => key.trim()).filter((key) => key !== "");
  if (keys.length === 0) return null;
  if (keys.every((key) => key.length >= LEAST)) return keys.join("\n");
  const which = keys.length === 1 ? name : `Each key of ${name.replace("The key in ", "")}`;
  throw new UsageProblem(
    `${which} must have at least ${LEAST} characters. Nothing was done.`,
    "Set it to what `openssl rand -base64 32` prints, and keep that safe; or leave it out.",
  );
}

/** One that was given twice counts once. */
export function secretKeys(env: Environment): string[] {
  return [...new Set(secretKey(env)?.split("\n") ?? [])];
}

function readKeys(file: string): string[] {
  let lines: string[];
  try {
    lines = readFileSync(file, "utf8").split("\n");
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : "it cannot be opened";
    throw new UsageProblem(`The file of ROLLCALL_SECRET_KEY_FILE, ${file}, cannot be read: ${why}. Nothing was done.`);
  }
  // Whoever names a file means to have a key: going on without one would write in the clear.
  if (lines.every((line) => line.trim() === ""))
    throw new UsageProblem(
      `The file of ROLLCALL_SECRET_KEY_FILE, ${file}, is empty. Nothing was done.`,
      "Put what `openssl rand -base64 32` prints into it.",
    );
  return lines;
}
