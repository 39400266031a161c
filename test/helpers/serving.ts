import type { ChildProcess } from "node:child_process";
import { onTestFinished } from "vitest";
import { until, type Company } from "./company.ts";

/** A `rollcall serve` that is ready. */
export interface ServingProcess {
  child: ChildProcess;
  /** What it printed when it was ready. */
  link: string | null;
  url: string | null;
  /** What it has said on standard error so far. */
  errors(): string;
}

/** Starts `rollcall serve` in the folder of a company, and comes back when it is ready. It ends with the test. */
export async function serving(c: Company, args: readonly string[], program?: string): Promise<ServingProcess> {
  const child = c.place.start(["serve", ...args, "--json", "--quiet"], {}, program);
  onTestFinished(async () => void (await ended(child, "SIGKILL")));
  let said = "";
  let errors = "";
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  await until(() => {
    if (child.exitCode !== null) throw new Error(`serve ended: ${errors}`);
    return said.trimEnd().endsWith("}");
  }, 60_000);
  return { child, ...(JSON.parse(said) as { link: string | null; url: string | null }), errors: () => errors };
}

/** @returns the exit code; `null` where the signal has ended it */
export function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
    child.once("exit", (code) => resolve(code));
    child.kill(signal);
  });
}

/** Puts the job where a daemon looks for jobs, with these lines more. */
export function jobForDaemon(c: Company, more: Record<string, unknown> = {}): void {
  const text = c.place.read("job.yaml").replaceAll('"hr.csv"', '"../hr.csv"').replaceAll('"mapping.yaml"', '"../mapping.yaml"');
  c.place.write("jobs/nightly.yaml", JSON.stringify({ ...(JSON.parse(text) as object), ...more }));
}
