import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { accounted, company, people, until, type Company } from "../helpers/company.ts";

/** A sandbox whose data outlives it, so that the service can stop and come back. */
function durable(): { dir: string; portOf: (c: Company) => number } {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-service-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return { dir, portOf: (c) => Number(new URL(c.service.url).port) };
}

test("I7: a service that is down or refuses the token ends with 5 and keeps the run, and resume completes it", async () => {
  const { dir, portOf } = durable();
  const c = await company({ dir });
  c.hr(people(3));
  await c.service.close();
  const down = await c.sync();
  expect(down).toMatchObject({ code: 5, status: "interrupted", source: { rows: 3 }, problem: { code: "no_connection" } });
  expect(down.stderr).toContain("service.base_url");
  expect(down.stderr).not.toMatch(/^\s+at /m);

  const back = await createSandbox({ seed: "empty", dir, port: portOf(c) });
  const resumed = await c.night("runs resume", [down.run]);
  expect(resumed).toMatchObject({ code: 0, status: "completed", run: down.run, counts: { creates: 3, done: 3 } });
  expect(back.users()).toHaveLength(3);

  back.killTokens("refresh");
  back.killTokens("access");
  c.hr([...people(2), { id: "0003", dept: "IT" }]);
  const refused = await c.sync();
  expect(refused).toMatchObject({ code: 5, status: "interrupted", problem: { code: "credentials_refused" } });
  expect(refused.stderr).toMatch(/refresh token/);
  expect(refused.stderr).toMatch(/job file/);
  c.job({ service: { auth: { refresh_token: back.issueRefreshToken() } } });
  expect(await c.night("runs resume", [refused.run])).toMatchObject({ code: 0, counts: { updates: 1, unchanged: 2, done: 1 } });
  await back.close();
}, 120_000);

test("I7: a run that begins while the service is down waits for it, as long as sending does", async () => {
  const { dir, portOf } = durable();
  const c = await company({ dir, parts: { service: { retry: { delay: "50ms", max_delay: "200ms", attempts: 1, give_up: "60s" } } } });
  c.hr(people(3));
  await c.service.close();
  const child = await c.start("sync job.yaml");
  let said = "";
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString("utf8")));
  const code = new Promise((resolve) => child.on("close", resolve));
  await until(() => said.includes("Waiting for the service"), 60_000);
  const back = await createSandbox({ seed: "empty", dir, port: portOf(c) });
  expect(await code).toBe(0);
  expect(said).toContain("The service answers again.");
  expect(back.users()).toHaveLength(3);
  await back.close();
}, 120_000);

test("I7: a run waits for a service that dies and comes back; if it stays away, the rest is kept for resume", async () => {
  const { dir, portOf } = durable();
  const slow = {
    rate: { per_second: 12, in_flight: 1 },
    retry: { attempts: 2, delay: "50ms", max_delay: "200ms", give_up: "6s", pause_after: 2 },
  };
  const c = await company({ dir, parts: { service: slow } });
  c.hr(people(30));
  const updates = people(30).map(({ id }) => ({ id, dept: "IT" }));

  const first = c.sync();
  await until(() => c.service.users().length >= 3);
  await c.service.close();
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const second = await createSandbox({ seed: "empty", dir, port: portOf(c) });
  const night = await first;
  expect(night.stderr).toContain("Waiting for the service");
  expect(night.stderr).toContain("answers again");
  expect(night.status).toBe("completed");
  expect(accounted(night.counts)).toBe(30);
  // Only requests in flight at that instant, and those tried before the outage was noticed, may be unconfirmed.
  expect(night.counts["uncertain"]).toBeLessThanOrEqual(1);
  expect((night.counts["done"] ?? 0) + (night.counts["failed"] ?? 0) + (night.counts["uncertain"] ?? 0)).toBe(30);
  expect(night.counts["failed"]).toBeLessThanOrEqual(2);

  c.job({ service: { ...slow, retry: { ...slow.retry, give_up: "500ms" } } });
  c.hr(updates);
  const third = c.sync();
  await until(() => second.requests().filter(({ method }) => method === "PUT").length >= 3);
  await second.close();
  const stopped = await third;
  expect(stopped).toMatchObject({ code: 5, status: "interrupted" });
  expect(stopped.stderr).toContain(`rollcall runs resume ${stopped.run}`);
  const last = await createSandbox({ seed: "empty", dir, port: portOf(c) });
  const done = await c.night("runs resume", [stopped.run]);
  expect(done.status).toBe("completed");
  expect(accounted(done.counts)).toBe(30);
  const settled = await c.sync();
  expect(settled.counts).toMatchObject({ failed: 0, uncertain: 0 });
  expect(last.users().filter(({ fields }) => fields["department"] === "IT").length + (settled.counts["held"] ?? 0)).toBe(30);
  expect(new Set(last.users().map(({ username }) => username)).size).toBe(last.users().length);
  await last.close();
}, 120_000);
