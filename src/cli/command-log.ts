import { Writable } from "node:stream";
import { observabilityEnvironment } from "../config/observability.ts";
import { fact } from "../domain/facts/fact.ts";
import { EXIT, UsageProblem, type ExitCode } from "../domain/problem.ts";
import type { Call } from "../app/io.ts";

export interface CommandLog {
  /** The same call, in which messages for people go nowhere: they may name people. */
  call: Call;
  /** Logs how the command ended. */
  ended(code: ExitCode | 0, error?: unknown): void;
}

/**
 * Begins to log a command as `rollcall serve` logs, if `ROLLCALL_LOG=json` and standard error is not a terminal: one
 * JSON object per line. Returns `null` otherwise, and for the daemon, which has its own log.
 * @throws UsageProblem for another value
 */
export async function startCommandLog(call: Call): Promise<CommandLog | null> {
  const format = call.env["ROLLCALL_LOG"]?.trim() || "text";
  if (format !== "text" && format !== "json")
    throw new UsageProblem(fact("usage.log_format_is_unknown", {}), fact("advice.set_log_format", {}));
  if (format === "text" || call.isTTY.stderr || call.command === "serve") return null;
  const { createLog } = await import("../observability/log.ts");
  const log = createLog(call.stderr, {
    level: observabilityEnvironment(call.env).logLevel,
    name: `rollcall ${call.command.split(" ")[0]}`,
  });
  log.follow();
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return {
    call: { ...call, stderr: nowhere },
    ended: (code, error) => {
      if (code !== EXIT.done || error !== undefined) log.event("command_ended", { exit: code }, error);
    },
  };
}
