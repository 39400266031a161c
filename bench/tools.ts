/** Each step of the bench in a process of its own, and the sandbox in another. */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { PageFigures } from "./console.ts";

/** What one step took. */
export interface Step {
  ms: number;
  peakMb: number;
  run?: string;
  counts?: Record<string, number>;
  operations?: number;
  status?: string;
  file?: string;
  /** Size of the database. */
  bytes?: number;
  /** Processor time of the whole process. */
  cpuMs?: number;
  blockedMs?: number;
  /** Time until the source was open: over HTTP, until its last answer. */
  openMs?: number;
  pages?: PageFigures[];
}

/** Runs a step of step.ts, and waits. */
export function step(...args: string[]): Step {
  const script = fileURLToPath(new URL("step.ts", import.meta.url));
  const child = spawnSync(process.execPath, [script, ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  if (child.status !== 0) throw new Error(`${args[0]} failed: ${child.stderr}`);
  return JSON.parse(child.stdout.trim().split("\n").at(-1) ?? "") as Step;
}

/** The same with more in the environment, while others go on here. @param stop kills it */
export async function stepBeside(env: Record<string, string>, args: string[], stop?: AbortSignal): Promise<Step> {
  const script = fileURLToPath(new URL("step.ts", import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  stop?.addEventListener("abort", () => child.kill("SIGKILL"), { once: true });
  let [said, errors] = ["", ""];
  child.stdout.on("data", (part: Buffer) => (said += part.toString()));
  child.stderr.on("data", (part: Buffer) => (errors += part.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${args[0]} failed: ${errors}`);
  return JSON.parse(said.trim().split("\n").at(-1) ?? "") as Step;
}

/** A sandbox that runs; `token` is its first refresh token. */
export interface Sandbox {
  child: ChildProcess;
  url: string;
  token: string;
}

/** Starts sandbox.ts with these arguments. */
export async function startSandbox(...args: string[]): Promise<Sandbox> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("sandbox.ts", import.meta.url)), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, ...(JSON.parse(line.toString()) as { url: string; token: string }) };
}

/** One more refresh token of a sandbox. */
export async function freshToken(url: string): Promise<string> {
  const answer = await fetch(`${url}/_sandbox/tokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"action":"issue"}',
  });
  return ((await answer.json()) as { refresh_token: string }).refresh_token;
}
