import { withSecretFiles } from "../config/secret-files.ts";
import { systemClock } from "../model/clock.ts";
import { EXIT, type ExitCode } from "../model/problem.ts";
import { withOwnTelemetry } from "../model/telemetry.ts";
import { startTraces, type Traces } from "../outside/traces.ts";
import { outliveReaders } from "./closed-pipe.ts";
import { commandName } from "./command-name.ts";
import { exitFor } from "./failure.ts";
import type { Call, Io } from "./io.ts";
import { buildProgram } from "./program.ts";
import { version } from "./version.ts";

export type { Io } from "./io.ts";

/**
 * Runs one command: `runCli(["sync", "nightly"], io)`. It takes everything from `io`, leaves nothing behind in the
 * process, and never ends it.
 *
 * @returns the exit code; errors are printed on `io.stderr` and never thrown
 */
export function runCli(argv: readonly string[], io: Io): Promise<ExitCode | 0> {
  return withOwnTelemetry(() => run(argv, io));
}

async function run(argv: readonly string[], io: Io): Promise<ExitCode | 0> {
  // Every variable that is read from here on may also be given as a file.
  const call: Call = { ...systemClock, ...io, env: withSecretFiles(io.env, io.cwd), command: commandName(argv), exitCode: EXIT.done };
  const release = outliveReaders([io.stdout, io.stderr]);
  let traces: Traces | null = null;
  try {
    traces = await startTraces(call.env, { version: version() });
    const [command = "", ...words] = argv;
    const args = command === "service" ? [command, ...(await import("./by-hand/names.ts")).plainWords(words)] : argv;
    await (await buildProgram(call, command)).parseAsync([...args], { from: "user" });
  } catch (error) {
    call.exitCode = exitFor(call, error);
  } finally {
    await traces?.stop();
    release();
  }
  return call.exitCode;
}
