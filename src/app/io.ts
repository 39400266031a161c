import type { Readable, Writable } from "node:stream";
import type { Environment } from "../config/environment.ts";
import type { Clock } from "../domain/clock.ts";
import type { ExitCode } from "../domain/problem.ts";
import type { Opening, State } from "../state/state.ts";

/** Everything that a command takes from its process. Two calls with different `Io` share nothing. */
export interface Io {
  /** Absolute; relative paths of the command line start here. */
  cwd: string;
  env: Environment;
  /** Where relative paths of files with secrets start; default: `cwd`. */
  secretsFrom?: string;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  /** Which of the streams are terminals. */
  isTTY: { stdin: boolean; stdout: boolean; stderr: boolean };
  /** The width of the terminal, in characters; `undefined` if there is none. */
  columns: number | undefined;
  /** Aborted when someone asks the command to stop. */
  signal: AbortSignal;
  now(): Date;
  /** Waits on the clock of `now`; by default the system clock. */
  sleep?: Clock["sleep"];
  timer?: Clock["timer"];
  /** The path of the called script, for suggested commands. */
  script?: string | undefined;
  /** Calls the listener on each request to reload the job files. @returns a function that unsubscribes */
  onReload?(listener: () => void): () => void;
  /** Opens the embedded state of a directory; by default from disk. Daemons and tests share one across commands. */
  openState?(dir: string, opening: Opening): Promise<State>;
  /** A daemon runs the command, on its own state. */
  served?: boolean;
}

/** One call of the command line: its input and output, and the exit code it has reached so far. */
export interface Call extends Io {
  /** The command without its options, which may contain a password: `review approve`. */
  readonly command: string;
  /** `--state` as it was given, for suggested commands; `null`: it was not. */
  readonly givenState: string | null;
  /** Runs another command, in this process. */
  run(argv: readonly string[], io: Io): Promise<ExitCode | 0>;
  exitCode: ExitCode | 0;
  /** The last line after the error of a failed run: the number of its changes. */
  lastLine: string | null;
  sleep: Clock["sleep"];
  timer: Clock["timer"];
}
