import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ourCompose, processesOf, type Process } from "../helpers/compose.ts";

/** The processes of docker-compose.yml on this machine, with a folder that has their secrets, state and programs. */
export interface ComposePlace {
  dir: string;
  processes: Process[];
  found(service: string, what: Process["what"]): Process;
  /** Returns the environment of such a process, with nothing of this machine. */
  surroundings(environment: Record<string, string>): Record<string, string>;
  run(argv: readonly string[], environment?: Record<string, string>): { status: number | null; stdout: string; stderr: string };
  /** Starts a process that is killed at the end of the test. */
  start(argv: readonly string[], environment: Record<string, string>): ChildProcess;
  /** Puts a program of this name on the path that writes down how it was called. @returns its log */
  recorder(name: string, prints?: string): string;
  remove(): void;
}

export function composePlace(): ComposePlace {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-commands-"));
  for (const name of ["secrets", "state", "bin", "jobs"]) mkdirSync(join(dir, name));
  for (const name of Object.keys(ourCompose().secrets)) writeFileSync(join(dir, "secrets", name), `${name}-value`, { mode: 0o400 });
  const processes = processesOf(ourCompose(), { secrets: join(dir, "secrets"), state: join(dir, "state") });
  const surroundings = (environment: Record<string, string>): Record<string, string> => ({
    PATH: `${join(dir, "bin")}:/usr/bin:/bin`,
    HOME: dir,
    ...environment,
  });
  return {
    dir,
    processes,
    surroundings,
    found: (service, what) => {
      const one = processes.find((each) => each.service === service && each.what === what);
      if (one === undefined) throw new Error(`${service} has no ${what}`);
      return one;
    },
    run: ([program = "", ...args], environment = {}) => {
      const { status, stdout, stderr } = spawnSync(program, args, {
        cwd: dir,
        env: surroundings(environment),
        encoding: "utf8",
        timeout: 50_000,
      });
      return { status, stdout, stderr };
    },
    start: ([program = "", ...args], environment) => {
      const child = spawn(program, args, { cwd: dir, env: surroundings(environment), stdio: ["ignore", "pipe", "pipe"] });
      onTestFinished(async () => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill("SIGKILL");
        await once(child, "exit");
      });
      return child;
    },
    recorder: (name, prints = "") => {
      const log = join(dir, `${name}.log`);
      const file = join(dir, "bin", name);
      writeFileSync(
        file,
        `#!/bin/sh\n{ printf '%s\\n' "$@"; echo --; [ -t 0 ] || cat; echo "auth=$REDISCLI_AUTH"; } > ${log}\n${prints}\n`,
      );
      chmodSync(file, 0o755);
      return log;
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Returns the first line that a process prints; throws what it wrote to standard error when it ends before. */
export async function listening(child: ChildProcess): Promise<string> {
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [line] = (await Promise.race([
    once(child.stdout ?? child, "data"),
    once(child, "exit").then(() => Promise.reject(new Error(said))),
  ])) as [Buffer];
  return line.toString();
}

export function withPort(argv: readonly string[], port: number): string[] {
  const at = argv.indexOf("--port");
  if (at < 0) throw new Error("it names no port");
  return argv.with(at + 1, String(port));
}
