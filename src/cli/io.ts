import type { Readable, Writable } from "node:stream";
import type { Environment } from "../config/environment.ts";
import type { Clock } from "../model/clock.ts";
import type { ExitCode } from "../model/problem.ts";
import type { Opening, State } from "../store/state.ts";

/** Everything that a command takes from the process it runs in. Two calls with two of these share nothing. */
export interface Io {
  /** Absolute; relative paths of the command line start here. */
  cwd: string;
  env: Environment;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  /** Which of the streams are terminals. */
  isTTY: { stdin: boolean; stdout: boolean; stderr: boolean };
  /** The width of the terminal, in characters; `undefined` where there is none. */
  columns: number | undefined;
  /** Aborted when someone asks the command to stop. */
  signal: AbortSignal;
  now(): Date;
  /** How to wait on that clock; left out: it is the machine's own. */
  sleep?: Clock["sleep"];
  timer?: Clock["timer"];
  /** The path of the script that was called, for the commands that an output suggests. */
  script?: string;
  /** Calls the listener whenever the job files are to be read again. Returns what ends that. */
  onReload?(listener: () => void): () => void;
  /** Opens the embedded state in a directory; left out: from the disk. Tests keep one open across commands. */
  openState?(dir: string, opening: Opening): Promise<State>;
}

/** One call of the command line: its input and output, and the exit code it has reached so far. */
export interface Call extends Io {
  /** The command without its options, in which someone may have put a password: `review approve`. */
  readonly command: string;
  exitCode: ExitCode | 0;
  sleep: Clock["sleep"];
  timer: Clock["timer"];
}
