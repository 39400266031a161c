import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const bin = fileURLToPath(new URL("../../src/cli/bin.js", import.meta.url));

export interface CliResult {
  code: number | null;
  stdout: string;
  stderr: string;
  /** Standard output as JSON; throws when it is none. */
  json<T>(): T;
}

/** A folder of its own for one test, with a state in it, and the command line run from inside of it. */
export interface Workplace {
  dir: string;
  /** Writes a file below the folder. */
  write(path: string, content: string | Buffer): string;
  read(path: string): string;
  /** The names in a folder below it, in order; none where there is no such folder. */
  list(path: string): string[];
  run(args: string[], options?: { env?: Record<string, string>; input?: string; program?: string }): Promise<CliResult>;
  /** Starts the command line, that of this checkout or another `program`, and does not wait. */
  start(args: string[], env?: Record<string, string>, program?: string): ChildProcess;
  remove(): void;
}

/** @param always environment variables of every command */
export function workplace(always: Record<string, string> = {}): Workplace {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-test-"));
  const start = (args: string[], env: Record<string, string> = {}, program = bin): ChildProcess =>
    spawn(process.execPath, [program, ...args], {
      cwd: dir,
      env: { PATH: process.env["PATH"] ?? "", HOME: dir, NO_COLOR: "1", ...always, ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
  return {
    dir,
    write(path, content) {
      const file = join(dir, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
      return file;
    },
    read: (path) => readFileSync(join(dir, path), "utf8"),
    list: (path) => (existsSync(join(dir, path)) ? readdirSync(join(dir, path)).sort() : []),
    start,
    run: (args, { env = {}, input = "", program } = {}) =>
      new Promise((resolve, reject) => {
        const child = start(args, env, program);
        let stdout = "";
        let stderr = "";
        child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
        child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
        child.on("error", reject);
        child.on("close", (code) => resolve({ code, stdout, stderr, json: <T>() => JSON.parse(stdout) as T }));
        child.stdin?.end(input);
      }),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
