import { withSecretFiles } from "../config/secret-files.ts";
import { systemClock } from "../domain/clock.ts";
import { EXIT, type ExitCode } from "../domain/problem.ts";
import { withOwnTelemetry } from "../domain/telemetry/telemetry.ts";
import { startTraces, type Traces } from "../observability/traces.ts";
import { startCommandLog, type CommandLog } from "./command-log.ts";
import { exitFor } from "./failure.ts";
import type { Call, Io } from "../app/io.ts";
import { outliveOutputs } from "./lost-output.ts";
import { buildProgram } from "./program.ts";
import { version } from "../app/version.ts";

export type { Io } from "../app/io.ts";

/**
 * Runs one command: `runCli(["sync", "nightly"], io)`. It takes everything from `io`, leaves nothing behind in the
 * process, and never ends it.
 *
 * @returns the exit code; errors are printed to `io.stderr`, never thrown
 */
export function runCli(argv: readonly string[], io: Io): Promise<ExitCode | 0> {
  return withOwnTelemetry(() => run(argv, io));
}

async function run(argv: readonly string[], io: Io): Promise<ExitCode | 0> {
  // From here on, every variable may also be given as a file.
  const given: Call = {
    ...systemClock,
    ...io,
    env: withSecretFiles(io.env, io.secretsFrom ?? io.cwd),
    command: commandName(argv),
    givenState: stateIn(argv),
    lastLine: null,
    exitCode: EXIT.done,
    run: runCli,
  };
  const release = outliveOutputs(given);
  let call = given;
  let log: CommandLog | null = null;
  let traces: Traces | null = null;
  let failure: unknown;
  try {
    const ended = isServed(argv, given) ? await (await import("./through-daemon.ts")).throughDaemon(argv, given) : null;
    if (ended === null) {
      log = await startCommandLog(given);
      call = log?.call ?? given;
      traces = await startTraces(call.env, { version: version() });
      await runHere(argv, call);
    } else call.exitCode = ended;
  } catch (error) {
    call.exitCode = await exitFor(call, error);
    failure = error;
  } finally {
    log?.ended(call.exitCode, failure);
    await traces?.stop();
    await release();
  }
  return call.exitCode;
}

/** Commands that use no state, a state of their own, or the directory itself. */
const OWN = new Set(["", "demo", "init", "schema", "completion", "sandbox", "serve", "backup", "restore", "migrate-state", "keys", "help"]);

/** Returns whether a daemon that has the state open runs the command. */
function isServed([name = ""]: readonly string[], { served = false }: Call): boolean {
  return !served && !name.startsWith("-") && !OWN.has(name);
}

async function runHere(argv: readonly string[], call: Call): Promise<void> {
  const [command = "", ...words] = argv;
  const args = command === "service" ? [command, ...(await import("./commands/service/command-names.ts")).toCommandNames(words)] : argv;
  await (await buildProgram(call, args)).parseAsync([...args], { from: "user" });
}

/** Returns the value of `--state`; the last one counts. */
function stateIn(argv: readonly string[]): string | null {
  const options = argv.slice(0, argv.includes("--") ? argv.indexOf("--") : undefined);
  const last = options.findLastIndex((word) => word === "--state" || word.startsWith("--state="));
  const word = options[last];
  return word === undefined ? null : word === "--state" ? (options[last + 1] ?? null) : word.slice("--state=".length);
}

/** Returns the command without its options, which may contain a password: `review approve`. */
function commandName(argv: readonly string[]): string {
  const words = argv.slice(0, 2);
  const option = words.findIndex((word) => word.startsWith("-"));
  return words.slice(0, option < 0 ? words.length : option).join(" ");
}
