import { fact } from "../domain/facts/fact.ts";
import { EnvironmentProblem } from "../domain/problem.ts";
import type { Environment } from "./environment.ts";

/** Log levels, the most detailed first. */
const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

/** Logging and metrics settings from the environment. */
export interface ObservabilityEnvironment {
  logLevel: LogLevel;
  /** The token for reading the metrics; `null` allows only this machine. */
  metricsToken: string | null;
}

/**
 * Reads where a process without the console serves its health, from `ROLLCALL_HEALTH_PORT` and
 * `ROLLCALL_HEALTH_HOST`; `null` if no port is set.
 * @throws EnvironmentProblem
 */
export function healthPlace(env: Environment): { host: string; port: number } | null {
  const text = env["ROLLCALL_HEALTH_PORT"]?.trim() ?? "";
  if (text === "") return null;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new EnvironmentProblem(fact("environment.health_port_invalid", {}), fact("environment.set_health_port", {}), "started");
  return { host: env["ROLLCALL_HEALTH_HOST"]?.trim() || "127.0.0.1", port };
}

const MIN_TOKEN_LENGTH = 16;

/**
 * Reads `ROLLCALL_LOG_LEVEL` and `ROLLCALL_METRICS_TOKEN`.
 * @throws EnvironmentProblem for an unknown level, and for a token that can be guessed or cannot be sent
 */
export function observabilityEnvironment(env: Environment): ObservabilityEnvironment {
  const level = env["ROLLCALL_LOG_LEVEL"]?.trim() || "info";
  const logLevel = LOG_LEVELS.find((one) => one === level);
  if (logLevel === undefined)
    throw new EnvironmentProblem(
      fact("environment.log_level_unknown", {}),
      fact("environment.use_one_of", { allowed: [...LOG_LEVELS] }),
      "started",
    );
  const token = env["ROLLCALL_METRICS_TOKEN"]?.trim() ?? "";
  if (token !== "" && (token.length < MIN_TOKEN_LENGTH || !/^[\x21-\x7e]+$/.test(token)))
    throw new EnvironmentProblem(
      fact("environment.metrics_token_short", { least: MIN_TOKEN_LENGTH }),
      fact("environment.make_metrics_token", {}),
      "started",
    );
  return { logLevel, metricsToken: token === "" ? null : token };
}
