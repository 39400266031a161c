import type { ChildProcess } from "node:child_process";
import { onTestFinished } from "vitest";
import { until, type Company } from "./company.ts";
import { freePort } from "./servers.ts";

export interface ServedCompany {
  child: ChildProcess;
  url: string;
  /** The one-time link, where one was asked for. */
  link: string;
  /** What it has said on standard error so far. */
  errors(): string;
}

/** `rollcall serve` of a company as a process of its own, ready; it is killed at the end of the test. */
export async function serving(c: Company, ...args: string[]): Promise<ServedCompany> {
  const port = await freePort();
  const child = c.place.start(["serve", "--port", String(port), "--json", "--quiet", ...args]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  let errors = "";
  child.stdout?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  await until(() => {
    if (child.exitCode !== null) throw new Error(`serve ended: ${errors}`);
    return said.trimEnd().endsWith("}");
  }, 60_000);
  const { link, url } = JSON.parse(said) as { link: string; url: string };
  return { child, link, url, errors: () => errors };
}
