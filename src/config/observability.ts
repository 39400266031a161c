import { UsageProblem } from "../domain/problem.ts";
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
 * @throws UsageProblem
 */
export function healthPlace(env: Environment): { host: string; port: number } | null {
  const text = env["ROLLCALL_HEALTH_PORT"]?.trim() ?? "";
  if (text === "") return null;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new UsageProblem("ROLLCALL_HEALTH_PORT is not a port. Nothing was started.", "Set it to a number from 1 to 65535, such as 9464.");
  return { host: env["ROLLCALL_HEALTH_HOST"]?.trim() || "127.0.0.1", port };
}

const MIN_TOKEN_LENGTH = 16;

/**
 * Reads `ROLLCALL_LOG_LEVEL` and `ROLLCALL_METRICS_TOKEN`.
 * @throws UsageProblem for an unknown level, and for a token that can be guessed or cannot be sent
 */
export function observabilityEnvironment(env: Environment): ObservabilityEnvironment {
  const level = env["ROLLCALL_LOG_LEVEL"]?.trim() || "info";
  const logLevel = LOG_LEVELS.find((one) => one === level);
  if (logLevel === undefined)
    throw new UsageProblem("ROLLCALL_LOG_LEVEL is not a log level. Nothing was started.", `Use one of ${LOG_LEVELS.join(", ")}.`);
  const token = env["ROLLCALL_METRICS_TOKEN"]?.trim() ?? "";
  if (token !== "" && (token.length < MIN_TOKEN_LENGTH || !/^[\x21-\x7e]+$/.test(token)))
    throw new UsageProblem(
      `ROLLCALL_METRICS_TOKEN must have at least ${MIN_TOKEN_LENGTH} characters, without spaces. Nothing was started.`,
      "Set it to the output of `openssl rand -hex 24`, or unset it so that only this machine can read the metrics.",
    );
  return { logLevel, metricsToken: token === "" ? null : token };
}
