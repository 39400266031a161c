import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { runCli } from "../../src/cli/run-cli.ts";
import type { State } from "../../src/state/state.ts";
import { testClock, type TestClock } from "./clock.ts";
import { testIo } from "./io.ts";
import { openStates } from "./open-states.ts";
import { lendDatabase, ownDatabase } from "./warm-databases.ts";

const bin = fileURLToPath(new URL("../../bin/rollcall.js", import.meta.url));

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Standard output as JSON; throws when it is none. */
  json<T>(): T;
}

interface RunOptions {
  env?: Record<string, string>;
  input?: string;
  /** Runs this program in a process of its own. */
  program?: string;
}

/** A folder of its own for one test, with a state in it, and the command line run from inside of it. */
export interface Workplace {
  dir: string;
  /** What time it is for the commands that run in this process. */
  clock: TestClock;
  /** Writes a file below the folder. */
  write(path: string, content: string | Buffer): string;
  read(path: string): string;
  /** The names in a folder below it, in order; none where there is no such folder. */
  list(path: string): string[];
  /** Runs a command in this process, as the command line would. */
  run(args: string[], options?: RunOptions): Promise<CliResult>;
  /** Runs a command as a process of its own, and waits for its end. */
  spawn(args: string[], options?: RunOptions): Promise<CliResult>;
  /** Starts the command line, that of this checkout or another `program`, as a process, and does not wait. */
  start(args: string[], env?: Record<string, string>, program?: string): Promise<ChildProcess>;
  /** The embedded state in a folder below, between two commands. */
  openState(dir?: string): Promise<State>;
  /** Closes the states that commands left open in this process: the next one opens them from the disk. */
  reopen(): Promise<void>;
  remove(): Promise<void>;
}

/** These take the state's directory for themselves, as a whole. */
const TAKES_DIRECTORY = new Set(["backup", "restore", "migrate-state", "demo", "serve"]);
/** Node reads these before any code of ours runs. */
const OF_THE_PROCESS = ["NODE_OPTIONS", "NODE_EXTRA_CA_CERTS"];

/**
 * @param always environment variables of every command
 * @param own whether the database is one that no other test has had: for tests that look into its files
 */
export function workplace(always: Record<string, string> = {}, own = false): Workplace {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-test-"));
  const clock = testClock();
  const states = openStates(own ? ownDatabase : lendDatabase);
  const environment = (env: Record<string, string>): Record<string, string> => ({
    PATH: process.env["PATH"] ?? "",
    HOME: dir,
    NO_COLOR: "1",
    ...always,
    ...env,
  });
  const child = (args: string[], env: Record<string, string> = {}, program = bin): ChildProcess =>
    spawn(process.execPath, [program, ...args], { cwd: dir, env: environment(env), stdio: ["pipe", "pipe", "pipe"] });

  const place: Workplace = {
    dir,
    clock,
    write(path, content) {
      const file = join(dir, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    read: (path) => readFileSync(join(dir, path), "utf8"),
    list: (path) => (existsSync(join(dir, path)) ? readdirSync(join(dir, path)).sort() : []),
    async run(args, options = {}) {
      const env = environment(options.env ?? {});
      if (options.program !== undefined || OF_THE_PROCESS.some((name) => env[name] !== undefined)) return place.spawn(args, options);
      if (TAKES_DIRECTORY.has(args[0] ?? "")) await states.close();
      const { io, stdout, stderr } = testIo(dir, {
        env,
        now: clock.now,
        sleep: clock.sleep,
        timer: clock.timer,
        openState: states.open,
        input: options.input ?? "",
      });
      const code = await runCli(args, io);
      return resultOf(code, stdout(), stderr());
    },
    async spawn(args, { env = {}, input = "", program } = {}) {
      await states.close();
      return new Promise((done, reject) => {
        const started = child(args, env, program);
        let stdout = "";
        let stderr = "";
        started.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
        started.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
        started.on("error", reject);
        started.on("close", (code) => done(resultOf(code, stdout, stderr)));
        started.stdin?.end(input);
      });
    },
    async start(args, env, program) {
      await states.close();
      return child(args, env, program);
    },
    openState: (path = ".rollcall") => states.open(resolve(dir, path), {}),
    reopen: () => states.close(),
    remove: async () => {
      await states.end();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return place;
}

/** `words("sync nightly --json")`, or one word an argument where words have blanks in them. */
export function words(typed: readonly string[]): string[] {
  return typed.length === 1 ? (typed[0] ?? "").split(" ") : [...typed];
}

function resultOf(code: number | null, stdout: string, stderr: string): CliResult {
  const json = <T>(): T => {
    try {
      return JSON.parse(stdout) as T;
    } catch (cause) {
      throw new Error(`no JSON on standard output (exit ${code}): ${stdout}\n${stderr}`, { cause });
    }
  };
  return { code, stdout, stderr, json };
}
