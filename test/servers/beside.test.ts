/** Commands in another terminal, while `rollcall serve` has the embedded state open. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { company, people, until, type Company } from "../helpers/company.ts";
import { inTheMiddle } from "../helpers/in-the-middle.ts";
import { jobForDaemon, serving } from "../helpers/serving.ts";

const slow = { faults: [{ path: "/users", delayMs: 60, times: -1 }], parts: { service: { identities: { settle: "1s" } } } };

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A running command and its result. */
async function begun(c: Company, ...args: string[]): Promise<{ child: ChildProcess; ended: Promise<Ended> }> {
  const child = await c.place.start(args);
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
  child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  child.stdin?.end();
  return { child, ended: once(child, "close").then(([code]) => ({ code: code as number | null, stdout, stderr })) };
}

function expectOneEach(c: Company, n: number, held = 0): void {
  const names = c.service.users().map(({ username }) => username);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeLessThanOrEqual(n);
  expect(names.length).toBeGreaterThanOrEqual(n - held);
}

/** Creates that cannot be resolved, because two new accounts look alike, are blocked; no one has a second account. */
async function expectWhole(c: Company, n: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1200));
  await c.sync();
  const night = await c.sync();
  expect(night.counts).toMatchObject({ failed: 0, uncertain: 0, creates: 0 });
  const { unchanged = 0, held = 0 } = night.counts;
  expect(unchanged + held).toBe(n);
  expectOneEach(c, n, held);
  expect((await c.run("audit", "verify")).code).toBe(0);
}

test("runs, a decision, queries and an erasure go through the daemon, and its audit trail stays valid", async () => {
  const c = await company();
  const daemon = await serving(c);
  c.hr(people(20));
  expect(await c.sync()).toMatchObject({ code: 0, status: "completed", counts: { creates: 20, done: 20 } });
  c.hr([{ id: "0001", dept: "IT" }, ...people(19, 2)]);
  expect((await c.night("plan", ["job.yaml"])).counts).toMatchObject({ updates: 1, unchanged: 19 });
  expect((await c.sync()).counts).toMatchObject({ updates: 1, removals_pending: 1 });
  const [waiting] = (await c.run("review", "list", "--json")).json<{ id: string }[]>();
  const approved = await c.run("review", "approve", waiting?.id ?? "", "--reason", "She moved to IT.");
  expect(approved).toMatchObject({ code: 0 });
  expect(c.accountsOf("0001")[0]?.groups).not.toContain("HR/Departments/Sales");
  expect((await c.run("explain", "job.yaml", "0001", "--json")).code).toBe(0);
  c.hr([{ id: "0001", dept: "IT" }, ...people(18, 2)]);
  expect((await c.sync()).code).toBe(0);
  expect(c.place.read(".rollcall/journal.jsonl")).toContain("p0020@");
  const forgotten = await c.run("people", "forget", "0020", "--job", "job.yaml", "--reason", "She asked for it.", "--yes");
  expect(forgotten.stderr + String(forgotten.code)).toBe("0");
  expect(c.place.read(".rollcall/journal.jsonl")).not.toContain("p0020@");
  expect((await c.run("audit", "verify")).code).toBe(0);
  daemon.child.kill("SIGTERM");
  await once(daemon.child, "exit");
  expect(daemon.child.exitCode).toBe(0);
  expect(existsSync(join(c.place.dir, ".rollcall/socket"))).toBe(false);
  // Data written through it is there without it.
  expect((await c.run("audit", "verify")).code).toBe(0);
  expect((await c.run("runs", "list", "--json")).json<unknown[]>().length).toBeGreaterThan(2);
}, 180_000);

test("concurrent commands share the state and the service's limits; a job never runs twice, and no one gets two accounts", async () => {
  const c = await company(slow);
  await serving(c);
  c.hr(people(80));
  const first = await begun(c, "sync", "job.yaml", "--json");
  const middle = await inTheMiddle(c, 5);
  const [second, list, trail] = await Promise.all([
    c.run("sync", "job.yaml", "--json"),
    c.run("runs", "list", "--json"),
    c.run("audit", "verify"),
  ]);
  expect(second).toMatchObject({ code: 2 });
  expect(second.stderr).toContain("a job can have only one run at a time");
  expect(list.json<{ status: string }[]>()[0]?.status).toBe("running");
  expect(trail.code).toBe(0);
  c.hr(people(3, 200), "few.csv");
  const few = await c.sync("--file", "few.csv");
  expect(few).toMatchObject({ code: 0, counts: { creates: 3, done: 3 } });
  middle.goOn();
  expect(await first.ended).toMatchObject({ code: 0 });
  expectOneEach(c, 83);
}, 180_000);

test("I10: a command killed in the middle affects neither the daemon nor others, and its run continues", async () => {
  const c = await company(slow);
  const daemon = await serving(c);
  c.hr(people(120));
  const first = await begun(c, "sync", "job.yaml", "--json");
  await until(() => c.service.users().length > 20, 60_000);
  first.child.kill("SIGKILL");
  await first.ended;
  // The daemon lets the requests in flight finish.
  let [run] = (await c.run("runs", "list", "--json")).json<{ run: string; status: string }[]>();
  for (let looks = 0; run?.status === "running" && looks < 50; looks += 1)
    [run] = (await c.run("runs", "list", "--json")).json<{ run: string; status: string }[]>();
  expect(run).toMatchObject({ status: "interrupted" });
  const gone = await c.night("runs resume", [run?.run ?? ""]);
  expect([0, 1, 3]).toContain(gone.code);
  await expectWhole(c, 120);
  expect(daemon.child.exitCode).toBe(null);
}, 240_000);

test("I10: when the daemon is killed a command reports it and ends, and its work continues without it", async () => {
  const c = await company(slow);
  const daemon = await serving(c);
  c.hr(people(120));
  const first = await begun(c, "sync", "job.yaml", "--json");
  await until(() => c.service.users().length > 20, 60_000);
  daemon.child.kill("SIGKILL");
  const { code, stderr } = await first.ended;
  expect(code).toBe(2);
  expect(stderr).toMatch(/process .* has ended: process \d+ on .*\. Data stored earlier is kept\./);
  expect(stderr).not.toMatch(/\n\s+at /);
  const calls = c.userCalls().length;
  const [run] = (await c.run("runs", "list", "--json")).json<{ run: string; status: string }[]>();
  expect(run).toMatchObject({ status: "interrupted" });
  expect(c.userCalls().length).toBe(calls);
  await c.night("runs resume", [run?.run ?? ""]);
  await expectWhole(c, 120);
}, 240_000);

test("SIGTERM of the daemon: a command finishes its requests in flight, says how to continue, and both end", async () => {
  const c = await company(slow);
  const daemon = await serving(c);
  c.hr(people(120));
  const first = await begun(c, "sync", "job.yaml", "--json");
  await until(() => c.service.users().length > 20, 60_000);
  daemon.child.kill("SIGTERM");
  const [{ code, stderr }] = await Promise.all([first.ended, once(daemon.child, "exit")]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/Resume it with `rollcall runs resume [\w-]+`\./);
  expect(daemon.child.exitCode).toBe(0);
  const [run] = (await c.run("runs", "list", "--json")).json<{ run: string; status: string }[]>();
  const resumed = await c.night("runs resume", [run?.run ?? ""]);
  expect(resumed).toMatchObject({ code: 0, counts: { uncertain: 0, failed: 0 } });
  expectOneEach(c, 120);
}, 180_000);

test("handles a path too long for a socket, a socket left by a kill, and the socket's permissions", async () => {
  const c = await company();
  const deep = join("a".repeat(60), "b".repeat(60));
  const first = await serving(c, "--state", deep);
  expect((await c.run("runs", "list", "--state", deep)).code).toBe(0);
  const socket = join(c.place.dir, deep, "socket");
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  expect(statSync(join(c.place.dir, deep)).mode & 0o777).toBe(0o700);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  expect(existsSync(socket)).toBe(true);
  expect((await c.run("runs", "list", "--state", deep)).code).toBe(0);
  await serving(c, "--state", deep);
  expect((await c.run("runs", "list", "--state", deep)).code).toBe(0);
}, 120_000);

test("a command given while the daemon is starting waits for it", async () => {
  const c = await company();
  const daemon = serving(c);
  // The file is there before the daemon has the lock, and empty until then.
  const note = join(c.place.dir, ".rollcall/lock.json");
  await until(() => existsSync(note) && readFileSync(note, "utf8") !== "", 30_000);
  const listed = await c.run("runs", "list", "--json");
  expect(listed.stderr + listed.stdout.trim()).toBe("[]");
  await daemon;
}, 120_000);

test("a command that needs the directory itself says who has it", async () => {
  const c = await company();
  await serving(c);
  const commands = [
    ["serve", "--port", "18423"],
    ["backup", "state.rcb"],
    ["keys", "rotate"],
  ];
  for (const args of commands) {
    const refused = await c.run(...args);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(/is in use by process \d+ on .* \(`rollcall serve`, since/);
  }
}, 120_000);

test("a job on the sandbox uses the daemon's sandbox, and starts it there", async () => {
  const c = await company();
  const daemon = await serving(c);
  c.job({ service: { base_url: "sandbox", account: "sandbox", auth: undefined } });
  c.hr(people(3));
  const night = await c.sync();
  // It has no people of its own, who would put the first run on hold.
  expect(night).toMatchObject({ code: 0, counts: { creates: 3, done: 3 } });
  expect((await c.sync()).counts).toMatchObject({ creates: 0, unchanged: 3 });
  expect(daemon.child.exitCode).toBe(null);
}, 120_000);

test("the daemon closes an account whose urgent deactivation a command ordered and could not send, and keeps it closed", async () => {
  const c = await company();
  c.hr(people(3));
  jobForDaemon(c);
  expect((await c.night("sync", ["jobs/nightly.yaml"])).counts).toMatchObject({ creates: 3, done: 3 });
  const token = (await c.run("tokens", "create", "machine", "--role", "operator", "--expires", "1d", "--json")).json<{ token: string }>();
  const daemon = await serving(c);
  const headers = { authorization: `Bearer ${token.token}`, "content-type": "application/json" };
  const runByDaemon = async (): Promise<unknown> => {
    const started = await fetch(`${daemon.url}/api/v1/jobs/nightly/run`, { method: "POST", headers, body: "{}" });
    const { run } = (await started.json()) as { run: string };
    for (let tries = 0; tries < 240; tries += 1) {
      const shown = (await (await fetch(`${daemon.url}/api/v1/runs/${run}`, { headers })).json()) as { run?: { status?: string } };
      if (["completed", "failed", "interrupted", "held"].includes(shown.run?.status ?? "")) return shown.run?.status;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return "not ended";
  };
  const deactivate = (key: string) => c.run("people", "deactivate", key, "--reason", "Dismissed today", "--json");
  const active = (): unknown[] => ["0001", "0002", "0003"].map((id) => c.accountsOf(id)[0]?.active);

  expect(await deactivate("0001")).toMatchObject({ code: 0 });
  c.service.failNext({ method: "PUT", path: "/users", status: 403 });
  expect(await deactivate("0002")).toMatchObject({ code: 1 });
  expect(active()).toEqual([false, true, true]);
  c.service.clearRequests();
  expect(await runByDaemon()).toBe("completed");
  expect(active()).toEqual([false, false, true]);
  expect(c.userCalls().map(({ body }) => body)).toMatchObject([{ active: false }]);
  // HR's rows even change.
  c.hr([{ id: "0001", dept: "IT" }, { id: "0002", last: "Renamed" }, { id: "0003" }]);
  expect(await runByDaemon()).toBe("completed");
  expect(active()).toEqual([false, false, true]);
  const inForce = (await c.run("people", "deactivated", "--json")).json<{ key: string; closed: boolean }[]>();
  expect(inForce.map(({ key, closed }) => [key, closed]).sort()).toEqual([
    ["0001", true],
    ["0002", true],
  ]);
  expect((await c.run("audit", "verify")).code).toBe(0);
}, 180_000);
