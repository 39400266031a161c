import { UsageProblem } from "../model/problem.ts";
import type { Substitute } from "../model/yaml.ts";
import { withTls } from "./database-tls.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Puts `${NAME}` from the environment into texts; `$${` stands for `${` itself. A variable that is not set, or
 * empty, is a fault: half a URL or an empty token would only fail later, and less clearly. So is one whose file
 * (`NAME_FILE`) cannot be used.
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
      const value = valueOf(env, variable, fault);
      if (value === null) return match;
      if (value === undefined) fault(`the environment variable ${variable} is not set`);
      else if (value.trim() === "") fault(`the environment variable ${variable} is empty`);
      else return value;
      // Long enough for every check: one fault for one variable is enough.
      return match;
    });
}

/** Where the state lies when not in a folder of this machine. */
export interface DatabasePlace {
  /** `postgres://…` */
  url: string;
  /** Where Redis is; `null`: the queues lie in PostgreSQL too. */
  redis: string | null;
}

/**
 * `DATABASE_URL` and `REDIS_URL`; `null` where neither is given. Neither is ever repeated: passwords stand in them.
 * @throws UsageProblem
 */
export function databasePlace(env: Environment): DatabasePlace | null {
  const url = env["DATABASE_URL"]?.trim() ?? "";
  const redis = env["REDIS_URL"]?.trim() ?? "";
  if (url === "" && redis === "") return null;
  if (url === "")
    throw new UsageProblem(
      "REDIS_URL is set and DATABASE_URL is not: Redis carries the queues only. Nothing was done.",
      "Set DATABASE_URL to a PostgreSQL database as well, or leave REDIS_URL out for the embedded state.",
    );
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new UsageProblem(
      "DATABASE_URL is not the address of a PostgreSQL database. Nothing was done.",
      "It reads postgres://USER:PASSWORD@HOST:5432/DATABASE.",
    );
  return { url: withPassword(withTls(url, "DATABASE_URL"), env), redis: redis === "" ? null : redis };
}

/** Returns the address with PGPASSWORD in it, where it names no password itself. */
export function withPassword(url: string, env: Environment): string {
  const password = env["PGPASSWORD"] ?? "";
  const parsed = URL.parse(url);
  if (password === "" || parsed === null || parsed.password !== "") return url;
  parsed.password = encodeURIComponent(password);
  return parsed.href;
}

/** `null` after the fault was told that hinders its reading. */
function valueOf(env: Environment, name: string, fault: (message: string) => void): string | undefined | null {
  try {
    return Object.hasOwn(env, name) ? env[name] : undefined;
  } catch (error) {
    if (!(error instanceof UsageProblem)) throw error;
    fault(error.message.replace(/ Nothing was done\.$/, ""));
    return null;
  }
}

const LEAST = 32;

/**
 * The keys that tokens and sensitive values are encrypted with at rest, one a line, the first of which seals, from
 * `ROLLCALL_SECRET_KEY`, where commas may stand between them too; `null` when there is none.
 * @throws UsageProblem when one is too short to protect anything
 */
export function secretKey(env: Environment): string | null {
  const given = (env["ROLLCALL_SECRET_KEY"] ?? "").split(/[\n,]/);
  const keys = given.map((key) => key.trim()).filter((key) => key !== "");
  if (keys.length === 0) return null;
  if (keys.every((key) => key.length >= LEAST)) return keys.join("\n");
  throw new UsageProblem(
    `${keys.length === 1 ? "ROLLCALL_SECRET_KEY" : "Each key of ROLLCALL_SECRET_KEY"} must have at least ${LEAST} characters. Nothing was done.`,
    "Set it to what `openssl rand -base64 32` prints, and keep that safe; or leave it out.",
  );
}
