import { fact, type Fact } from "../domain/facts/fact.ts";
import { EnvironmentProblem } from "../domain/problem.ts";
import type { Substitute } from "./yaml.ts";
import { isUnencryptedRedis } from "../domain/loopback.ts";
import { withTls } from "./database-tls.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Replaces `${NAME}` in texts with values from the environment; `$${` is a literal `${`. An unset or empty variable,
 * or an unusable `NAME_FILE`, is an error: an incomplete URL or empty token would fail later, and less clearly.
 */
export function fromEnvironment(env: Environment): Substitute {
  return (text, fault) =>
    text.replaceAll(/\$\$\{|\$\{([^}]*)(\}?)/g, (match: string, name: string | undefined, closed: string | undefined) => {
      if (match === "$${") return "${";
      const variable = name ?? "";
      if (closed !== "}" || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
        fault(fact("environment.reference_invalid", {}));
        return match;
      }
      const value = valueOf(env, variable, fault);
      if (value === null) return match;
      if (value === undefined) fault(fact("environment.unset", { variable }), variable);
      else if (value.trim() === "") fault(fact("environment.empty", { variable }));
      else return value;
      // The unreplaced text passes other checks, so each variable has one error.
      return match;
    });
}

/** The place of a state that isn't in a local folder. */
export interface DatabasePlace {
  /** `postgres://…` */
  url: string;
  /** The address of Redis; `null` if the queues are in PostgreSQL too. */
  redis: string | null;
}

/**
 * Reads `DATABASE_URL` and `REDIS_URL`; `null` if neither is set. No message shows them: they may contain passwords.
 * @throws EnvironmentProblem
 */
export function databasePlace(env: Environment): DatabasePlace | null {
  const url = env["DATABASE_URL"]?.trim() ?? "";
  const redis = env["REDIS_URL"]?.trim() ?? "";
  if (url === "" && redis === "") return null;
  if (url === "") throw new EnvironmentProblem(fact("environment.database_missing", {}), fact("environment.set_database", {}));
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new EnvironmentProblem(fact("environment.database_invalid", {}), fact("environment.set_database_address", {}));
  if (isUnencryptedRedis(redis) && env["ROLLCALL_REDIS_INSECURE"] !== "true")
    throw new EnvironmentProblem(fact("environment.redis_unencrypted", {}), fact("environment.encrypt_redis", {}));
  return { url: withPassword(withTls(url, "DATABASE_URL"), env), redis: redis === "" ? null : redis };
}

/** Returns the address with the password in PGPASSWORD, unless it already has one. */
export function withPassword(url: string, env: Environment): string {
  const password = env["PGPASSWORD"] ?? "";
  const parsed = URL.parse(url);
  if (password === "" || parsed === null || parsed.password !== "") return url;
  parsed.password = encodeURIComponent(password);
  return parsed.href;
}

/** Returns `null` after adding the error that prevents reading the variable. */
function valueOf(env: Environment, name: string, fault: (said: Fact) => void): string | undefined | null {
  try {
    return Object.hasOwn(env, name) ? env[name] : undefined;
  } catch (error) {
    if (!(error instanceof EnvironmentProblem)) throw error;
    fault(error.about);
    return null;
  }
}

const MIN_KEY_LENGTH = 32;

/**
 * Reads the keys that encrypt tokens and sensitive values at rest from `ROLLCALL_SECRET_KEY`, separated by line breaks
 * or commas. Returns one per line, `null` if there is none; the first one encrypts.
 * @throws EnvironmentProblem if a key is too short
 */
export function secretKey(env: Environment): string | null {
  const given = (env["ROLLCALL_SECRET_KEY"] ?? "").split(/[\n,]/);
  const keys = given.map((key) => key.trim()).filter((key) => key !== "");
  if (keys.length === 0) return null;
  if (keys.every((key) => key.length >= MIN_KEY_LENGTH)) return keys.join("\n");
  throw new EnvironmentProblem(
    fact("environment.key_short", { keys: keys.length, least: MIN_KEY_LENGTH }),
    fact("environment.make_key", {}),
  );
}
