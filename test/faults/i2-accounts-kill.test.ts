import { expect, test } from "vitest";
import { accounted, company, oneByOne, people, until } from "../helpers/company.ts";
import { create, creates } from "../promises/creates.ts";

test("I2: a create in flight at a kill -9 is not resent, also after an earlier attempt was refused, also without the database", async () => {
  const c = await company({ parts: { service: oneByOne } });
  c.hr(people(1));
  // The first attempt is refused for certain; the second one takes effect, but its answer is lost.
  c.service.failNext({ ...create, status: 429, retryAfter: 0 });
  c.service.failNext({ ...create, delayMs: 30_000, when: "after" });
  const child = await c.place.start(["sync", "job.yaml", "--json"]);
  await until(() => c.service.users().length === 1);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("close", resolve));

  // The only new account in exactly the groups of the create, with no other account beside it.
  c.hr([{ id: "0001", mail: "other@acme.example" }, { id: "0002" }]);
  const next = await c.sync();
  expect(next).toMatchObject({ code: 0, counts: { held: 0, updates: 1, creates: 1, done: 2 } });
  expect(creates(c, "0001")).toBe(2);
  expect(c.accountsOf("0001")).toEqual([]);
  expect(c.service.users().map(({ username }) => username)).toEqual(["other@acme.example", "p0002@acme.example"]);

  // Without the database the journal has the links.
  c.loseDatabase();
  c.job({ service: { ...oneByOne, auth: { refresh_token: c.service.issueRefreshToken() } } });
  c.hr([{ id: "0001", mail: "another@acme.example" }, { id: "0002" }, { id: "0003" }]);
  expect(await c.sync()).toMatchObject({ code: 0, counts: { held: 0, updates: 2, creates: 1, done: 3 } });
  expect(c.service.users()).toHaveLength(3);
  expect((await c.run("identities", "list", "job.yaml", "--json")).json()).toMatchObject({
    unsettled: [],
    links: [{ key: "0001", source: "observed" }, { key: "0002" }, { key: "0003" }],
  });
}, 120_000);

test("I2: a create in flight at a kill -9 that only the journal recorded needs a manual check", async () => {
  const c = await company({ parts: { service: oneByOne } });
  c.hr(people(1));
  c.service.failNext({ ...create, delayMs: 30_000, when: "after" });
  const child = await c.place.start(["sync", "job.yaml", "--json"]);
  await until(() => c.service.users().length === 1);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("close", resolve));
  c.loseDatabase();
  c.job({ service: { ...oneByOne, auth: { refresh_token: c.service.issueRefreshToken() } } });
  c.hr([
    { id: "0001", mail: "another@acme.example" },
    { id: "0002", dept: "Legal" },
  ]);
  const after = await c.sync();
  // The account without a link puts the creates of the first run on hold.
  expect(after).toMatchObject({ code: 3, counts: { held: 1, creates: 1 }, held: [{ limit: "unknown_accounts", found: 1 }] });
  expect(await c.night("runs approve", [after.run, "--reason", "looked at it"])).toMatchObject({
    code: 1,
    counts: { held: 1, creates: 1, done: 1 },
  });
  expect(creates(c, "0001")).toBe(1);
  expect((await c.run("identities", "list", "job.yaml", "--json")).json()).toMatchObject({
    unsettled: [{ key: "0001" }],
    links: [{ key: "0002" }],
  });
}, 120_000);

test("I2: a kill -9 between the answer and its recording creates no second account, and the interrupted run continues", async () => {
  const c = await company({ parts: { service: { rate: { per_second: 500, in_flight: 4 } } } });
  // Before a first completed run, unconfirmed creates reserve their groups, and the run could not continue.
  c.hr(people(1));
  await c.sync();
  c.hr(people(30));
  for (const answered of [4, 14]) {
    const runs = answered === 4 ? null : (await c.run("runs", "list", "--json")).json<{ run: string }[]>();
    const child = await c.place.start(runs === null ? ["sync", "job.yaml"] : ["runs", "resume", runs[0]?.run ?? ""]);
    // The instant at which the service writes its answer.
    await until(() => c.userCalls("POST").filter(({ status }) => status === 200).length >= answered);
    child.kill("SIGKILL");
    await new Promise((resolve) => child.on("close", resolve));
  }
  const [stopped] = (await c.run("runs", "list", "--json")).json<{ run: string; status: string }[]>();
  expect(stopped?.status).toBe("interrupted");
  const run = await c.night("runs resume", [stopped?.run ?? ""]);
  expect(run.status).toBe("completed");
  expect(accounted(run.counts)).toBe(30);
  const { links, unsettled } = (await c.run("identities", "list", "job.yaml", "--json")).json<{
    links: { key: string; user_id: string }[];
    unsettled: { key: string }[];
  }>();
  expect([...links, ...unsettled].map(({ key }) => key).sort()).toEqual(people(30).map(({ id }) => id));
  for (const { key } of links) expect(creates(c, key), `for ${key}`).toBe(1);
  // It is unknown whether these were sent, only that they were not sent twice.
  for (const { key } of unsettled) expect(creates(c, key), `for ${key}`).toBeLessThanOrEqual(1);
  expect(unsettled.length).toBeLessThanOrEqual(8);
  expect(new Set(links.map((link) => link.user_id)).size).toBe(links.length);
}, 120_000);

test("I2: of two concurrent syncs the second says who has the state, and sends nothing", async () => {
  const c = await company();
  c.hr(people(2));
  c.service.failNext({ ...create, delayMs: 300, when: "after" });
  const first = await c.place.start(["sync", "job.yaml", "--json"]);
  const ended = new Promise((resolve) => first.on("close", resolve));
  await until(() => c.service.users().length > 0);
  // Alive and in the middle of its run for as long as the second one needs.
  first.kill("SIGSTOP");
  const second = await c.run("sync", "job.yaml", "--json");
  first.kill("SIGCONT");
  expect(second.code).toBe(2);
  expect(second.stderr).toMatch(/in use by process \d+ .*rollcall sync/);
  expect(second.stderr).not.toContain("    at ");
  expect(await ended).toBe(0);
  expect(c.service.users()).toHaveLength(2);
  expect(c.userCalls("POST")).toHaveLength(2);
}, 120_000);
