import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { until, type Company } from "./company.ts";
import { freePort } from "./free-port.ts";

export interface ServedCompany {
  child: ChildProcess;
  url: string;
  /** The one-time link, where one was asked for. */
  link: string;
  /** What it has said on standard error so far. */
  errors(): string;
}

/** `rollcall serve` of a company as a process of its own, ready; it is killed at the end of the test. */
export function serving(c: Company, ...args: string[]): Promise<ServedCompany> {
  return servingBy({}, c, ...args);
}

/** The same by another program than that of this checkout, or with more in its environment. */
export async function servingBy(
  { program, env = {} }: { program?: string; env?: Record<string, string> },
  c: Company,
  ...args: string[]
): Promise<ServedCompany> {
  const port = await freePort();
  const child = await c.place.start(["serve", "--port", String(port), "--json", "--quiet", ...args], env, program);
  onTestFinished(async () => void (await ended(child, "SIGKILL")));
  let said = "";
  let errors = "";
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  await until(() => {
    if (child.exitCode !== null) throw new Error(`serve ended: ${errors}`);
    return said.trimEnd().endsWith("}");
  }, 60_000);
  const { link_file: file, url } = JSON.parse(said) as { link_file?: string; url: string };
  const link = file === undefined ? "" : readFileSync(file, "utf8").trim();
  return { child, link, url, errors: () => errors };
}

/** @returns the exit code; `null` where a signal has ended it */
export function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once("exit", (code) => resolve(code));
    child.kill(signal);
  });
}

/** Puts the job where a daemon looks for jobs, with these entries more. */
export function jobForDaemon(c: Company, more: Record<string, unknown> = {}): void {
  const text = c.place.read("job.yaml").replaceAll('"hr.csv"', '"../hr.csv"').replaceAll('"mapping.yaml"', '"../mapping.yaml"');
  c.place.write("jobs/nightly.yaml", JSON.stringify({ ...(JSON.parse(text) as object), ...more }));
}
