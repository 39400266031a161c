import { UsageProblem } from "../model/problem.ts";
import type { Environment } from "./environment.ts";

/** How much is logged, the most first. */
export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What the environment says about how a process is seen from outside. */
export interface OutsideEnvironment {
  logLevel: LogLevel;
  /** Whoever shows it may read the metrics; `null`: only this machine may. */
  metricsToken: string | null;
}

/**
 * Where a process without the console is asked how it is, from `ROLLCALL_HEALTH_PORT` and `ROLLCALL_HEALTH_HOST`;
 * `null` where no port is given.
 * @throws UsageProblem
 */
export function healthPlace(env: Environment): { host: string; port: number } | null {
  const text = env["ROLLCALL_HEALTH_PORT"]?.trim() ?? "";
  if (text === "") return null;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new UsageProblem("ROLLCALL_HEALTH_PORT is no port. Nothing was started.", "It takes a number from 1 to 65535, such as 9464.");
  return { host: env["ROLLCALL_HEALTH_HOST"]?.trim() || "127.0.0.1", port };
}

const LEAST = 16;

/**
 * Reads `ROLLCALL_LOG_LEVEL` and `ROLLCALL_METRICS_TOKEN`.
 * @throws UsageProblem for a level that there is not, and for a token that can be guessed or not be sent
 */
export function outsideEnvironment(env: Environment): OutsideEnvironment {
  const level = env["ROLLCALL_LOG_LEVEL"]?.trim() || "info";
  const logLevel = LOG_LEVELS.find((one) => one === level);
  if (logLevel === undefined)
    throw new UsageProblem("ROLLCALL_LOG_LEVEL names no level. Nothing was started.", `Levels are ${LOG_LEVELS.join(", ")}.`);
  const token = env["ROLLCALL_METRICS_TOKEN"]?.trim() ?? "";
  if (token !== "" && (token.length < LEAST || !/^[\x21-\x7e]+$/.test(token)))
    throw new UsageProblem(
      `ROLLCALL_METRICS_TOKEN must have at least ${LEAST} characters, without spaces. Nothing was started.`,
      "Set it to what `openssl rand -hex 24` prints, or leave it out: then only this machine may read the metrics.",
    );
  return { logLevel, metricsToken: token === "" ? null : token };
}
