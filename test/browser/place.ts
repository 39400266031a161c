import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Role } from "../../src/actions/access/rights.ts";
import { openState, type State } from "../helpers/state.ts";
import { freePort, signIn, twoNights, type ConsoleOptions, type Nights, type Signed } from "../console/helpers.ts";
import { until } from "../helpers/company.ts";

const bin = fileURLToPath(new URL("../../bin/rollcall.js", import.meta.url));

/** A company with two nights behind it, and `rollcall serve` as a process of its own over its state. */
export interface Place extends Omit<Nights, "state"> {
  url: string;
  /** Someone of each role, with a password and an open session. */
  people: Readonly<Record<Role, Signed>>;
  /** One more reviewer, whom an identity provider knows. */
  colleague: Signed;
  /** Changes the job's policy; the next run goes by it. */
  policy(policy: Record<string, unknown>): void;
  /** Stops the console, looks into its state, and starts it again at the same address. */
  asleep(work: (state: State) => Promise<void>): Promise<void>;
  /** Everything that the console said on standard error. */
  log(): string;
  close(): Promise<void>;
}

/** Makes the company and starts the console, with more in its environment where that is given. */
export async function servedPlace(options: ConsoleOptions = {}, env: Readonly<Record<string, string>> = {}): Promise<Place> {
  const { state, ...nights } = await twoNights({ open: openState, ...options });
  const { dir, sandbox } = nights;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const person = (role: Role): Promise<Signed> => signIn(state, url, role);
  const people = {
    viewer: await person("viewer"),
    reviewer: await person("reviewer"),
    operator: await person("operator"),
    admin: await person("admin"),
  };
  const colleague = await signIn(state, url, "reviewer", "oidc");
  await state.close();
  let log = "";
  const start = (): Promise<ChildProcess> => startConsole(dir, port, ["--state", join(dir, "state")], (text) => (log += text), bin, env);
  let child = await start();
  return {
    ...nights,
    url,
    people,
    colleague,
    policy: (policy) => {
      const file = join(dir, "jobs", "nightly.yaml");
      const job = JSON.parse(readFileSync(file, "utf8")) as { policy: object };
      writeFileSync(file, JSON.stringify({ ...job, policy: { ...job.policy, ...policy } }));
    },
    asleep: async (work) => {
      await stopConsole(child);
      const open = await openState(join(dir, "state"));
      try {
        await work(open);
      } finally {
        await open.close();
      }
      child = await start();
    },
    log: () => log,
    close: async () => {
      await stopConsole(child);
      await sandbox.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** `rollcall serve` as a process of its own, in a folder; resolves when it listens. */
export async function startConsole(
  dir: string,
  port: number,
  options: string[],
  say: (text: string) => void,
  program = bin,
  env: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, "serve", "--port", String(port), ...options], {
    cwd: dir,
    env: { PATH: process.env["PATH"] ?? "", HOME: dir, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
    say(chunk.toString("utf8"));
  });
  await until(() => printed.includes("The console is at") || child.exitCode !== null, 50_000);
  if (child.exitCode !== null) throw new Error(`the console ended at once: ${said}`);
  return child;
}

/** Ends it in peace. */
export async function stopConsole(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const end = once(child, "close");
  child.kill("SIGTERM");
  const [code] = (await end) as [number | null];
  if (code !== 0) throw new Error(`the console ended with ${code}`);
}
