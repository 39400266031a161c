import { mkdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import { runCli, type Io } from "../../../src/cli/run-cli.ts";
import { sleepOnThisMachine } from "../../../src/domain/clock.ts";
import { openEmbedded, type Opening, type State } from "../../../src/state/state.ts";
import type { Database } from "./database.ts";
import { runAs, SimulatedProcess, type NamedInstant } from "./process.ts";
import { pass, virtualNow } from "./time.ts";

/** The end of a command. */
export interface Ended {
  command: string;
  /** `null` after a crash. */
  code: number | null;
  stdout: string;
  stderr: string;
  crashedAt: string | null;
  /** How many points it passed. */
  points: number;
}

/** Where a process crashes: at the point with a number, or the n-th time at a point with a name. */
export interface Crash {
  crashAt?: number;
  crashOn?: NamedInstant;
}

/** The computer on which the commands run: its folder, its database, its environment. */
export class Machine {
  readonly dir: string;
  readonly env: Record<string, string>;
  readonly database: Database;

  constructor(dir: string, database: Database) {
    this.dir = dir;
    this.database = database;
    this.env = { HOME: dir, NO_COLOR: "1" };
    rmSync(dir, { recursive: true, force: true });
    mkdirSync(dir, { recursive: true });
  }

  /** Runs one command as a process of its own. */
  run(
    args: readonly string[],
    { crashAt = Infinity, crashOn, stopAt = null }: Crash & { stopAt?: AbortSignal | null } = {},
  ): Promise<Ended> {
    const process = new SimulatedProcess(args.join(" "), crashAt, crashOn);
    return this.start(process, args, this.#opener(process), stopAt);
  }

  /**
   * Runs several commands in one process with one open state, as the daemon does with its jobs and with the decisions of
   * reviewers.
   * @param options.after returns after how many milliseconds a command starts
   */
  async runTogether(
    commands: readonly (readonly string[])[],
    { crashAt = Infinity, after = () => 0 }: { crashAt?: number; after?: () => number } = {},
  ): Promise<Ended[]> {
    const process = new SimulatedProcess("daemon", crashAt);
    const open = this.#opener(process);
    let shared: Promise<State> | null = null;
    let users = 0;
    const openShared = async (dir: string, opening: Opening): Promise<State> => {
      users += 1;
      shared ??= open(dir, opening);
      const state = await shared;
      return {
        ...state,
        close: async () => {
          users -= 1;
          if (users > 0) return;
          shared = null;
          await state.close();
        },
      };
    };
    const starts = commands.map((args) => ({ args, ms: after() }));
    const ended = await Promise.all(
      starts.map(async ({ args, ms }) => {
        if (ms > 0) await pass(ms);
        return this.start(process, args, openShared, null, false);
      }),
    );
    process.end();
    return ended;
  }

  async start(
    process: SimulatedProcess,
    args: readonly string[],
    openState: NonNullable<Io["openState"]>,
    stop: AbortSignal | null,
    alone = true,
  ): Promise<Ended> {
    const out = collector();
    const errors = collector();
    const before = process.points;
    const io: Io = {
      cwd: this.dir,
      env: this.env,
      stdin: Readable.from([]),
      stdout: out.stream,
      stderr: errors.stream,
      isTTY: { stdin: false, stdout: false, stderr: false },
      columns: undefined,
      signal: stop ?? new AbortController().signal,
      now: () => virtualNow(),
      sleep: sleepOnThisMachine,
      timer: (ms) => ms,
      openState,
    };
    const work = runAs(process, () => runCli(args, io));
    const code = await Promise.race([work, process.crashed.then(() => null)]);
    if (alone) process.end();
    return {
      command: args.join(" "),
      code,
      stdout: out.text(),
      stderr: errors.text(),
      crashedAt: process.crashedAt,
      points: process.points - before,
    };
  }

  /** Opens the state of the machine for one process. */
  #opener(process: SimulatedProcess): NonNullable<Io["openState"]> {
    return async (directory, opening) => {
      const dir = resolve(directory);
      const embedded = await openEmbedded(dir, { ...opening, database: () => this.database.openFor(process) });
      try {
        const state = await embedded.attach(opening.command ?? "");
        return {
          ...state,
          close: async () => {
            await state.close();
            await state.db.destroy();
            await embedded.close();
          },
        };
      } catch (error) {
        await embedded.close().catch(() => undefined);
        throw error;
      }
    };
  }
}

function collector(): { stream: Writable; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString("utf8") };
}
