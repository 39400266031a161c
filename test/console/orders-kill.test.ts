import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { company, people, until, type Company } from "../helpers/company.ts";
import { freePort } from "../helpers/servers.ts";

/** `rollcall serve` on the embedded state, and what it has printed. */
async function serving(c: Company): Promise<{ child: ChildProcess; link: string; url: string }> {
  const port = await freePort();
  const child = c.place.start(["serve", "--port", String(port), "--json", "--link", "--quiet"]);
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
  return { child, link, url };
}

test("I10: a run that was started in the console and met a kill -9 goes on by itself at the next start, and nobody gets two accounts", async () => {
  const c = await company({
    faults: [{ path: "/users", delayMs: 60, times: -1 }],
    parts: { service: { identities: { settle: "1s" } } },
  });
  c.hr(people(200));
  c.place.write(
    "jobs/nightly.yaml",
    c.place.read("job.yaml").replaceAll('"hr.csv"', '"../hr.csv"').replaceAll('"mapping.yaml"', '"../mapping.yaml"'),
  );
  const token = JSON.parse(
    (await c.run("tokens", "create", "machine", "--role", "operator", "--expires", "1d", "--json")).stdout || "{}",
  ) as { token?: string };
  const headers = { authorization: `Bearer ${token.token ?? ""}`, "content-type": "application/json" };
  const first = await serving(c);
  const started = await fetch(`${first.url}/api/v1/jobs/nightly/run`, { method: "POST", headers, body: "{}" });
  const { run } = (await started.json()) as { run: string };
  expect(run).toMatch(/^\d{8}-/);
  await until(() => c.service.users().length > 40, 60_000);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  expect(c.service.users().length).toBeLessThan(200);
  const second = await serving(c);
  const status = async (): Promise<string> => {
    const answer = await fetch(`${second.url}/api/v1/runs/${run}`, { headers });
    return ((await answer.json()) as { run?: { status?: string } }).run?.status ?? "";
  };
  for (let tries = 0; (await status()) !== "completed"; tries += 1) {
    if (tries > 240) throw new Error(`the run is ${await status()}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  second.child.kill("SIGTERM");
  await once(second.child, "exit");
  expect(second.child.exitCode).toBe(0);
  // What it had under way is settled by the next night.
  const night = await c.night("sync", ["jobs/nightly.yaml"]);
  expect(night.counts).toMatchObject({ failed: 0, uncertain: 0 });
  const names = c.service.users().map(({ username }) => username);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(200);
}, 300_000);
