import { expect, test } from "vitest";
import { listUnsettled } from "../../src/store/intents.ts";
import type { FaultInput } from "../../src/sandbox/faults.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { accounted, company, oneByOne, people, until, type Company } from "../helpers/company.ts";

/** How often a create of this person reached the service. */
function creates(c: Company, id: string): number {
  return c.userCalls("POST").filter(({ body }) => body["first_name"] === `First${id}`).length;
}

const create = { method: "POST", path: "/users$" };

test("I2: whatever a create is answered with, the person gets one account or none, and is held until somebody settles it", async () => {
  const c = await company({ parts: { service: { ...oneByOne, timeout: "700ms" } } });
  c.hr(people(1));
  await c.sync();
  const [first] = c.service.users();
  const answers: FaultInput[] = [
    { status: 500, when: "before" },
    { status: 500, when: "after" },
    { reset: true, when: "before" },
    { reset: true, when: "after" },
    { delayMs: 1500, when: "after" },
    { status: 502, when: "after" },
    { status: 503, when: "after", retryAfter: 0 },
    { status: 504, when: "after" },
    { status: 408, when: "after" },
    { body: '{"user_id": "', when: "after" },
    { status: 200, body: JSON.stringify({ user_id: first?.user_id }), when: "before" },
    { status: 599, when: "after" },
  ];
  for (const answer of answers) c.service.failNext({ ...create, ...answer });
  const doubtful = people(answers.length, 2).map(({ id }) => id);
  c.hr([...people(answers.length + 1), { id: "9001" }]);

  const night = await c.sync();
  expect(night.code).toBe(1);
  expect(night.counts).toMatchObject({ uncertain: doubtful.length, done: 1, failed: 0 });
  for (const operation of c.operations(night.run).filter(({ status }) => status === "uncertain")) {
    expect(operation.reason).toContain("not sent again");
  }
  expect(c.service.users()).toHaveLength(11);

  // Where it said 200 there is an account, and no reading can prove that there is none.
  expect(
    await c.look(async ({ db }) => (await listUnsettled(db, "acme")).filter(({ status }) => status === "unlinked").map(({ key }) => key)),
  ).toEqual([doubtful[9], doubtful[10]]);

  // A new e-mail address would make the service accept a second account.
  for (const suffix of ["a", "b"]) {
    c.hr([...people(1), ...doubtful.map((id) => ({ id, mail: `${id}${suffix}@acme.example` })), { id: "9001" }]);
    const next = await c.sync();
    expect(next.counts).toMatchObject({ held: doubtful.length, unchanged: 2, creates: 0 });
    expect(accounted(next.counts)).toBe(next.source.rows);
    for (const operation of c.operations(next.run)) expect(operation).toMatchObject({ status: "held", code: "unsettled_create" });
  }
  for (const id of doubtful) expect(creates(c, id), `for ${id}`).toBe(1);
  expect(c.service.users()).toHaveLength(11);

  const unsettled = await c.run("identities", "list", "job.yaml", "--unsettled", "--json");
  expect(
    unsettled
      .json<{ key: string }[]>()
      .map(({ key }) => key)
      .sort(),
  ).toEqual(doubtful);
  // The second answer was lost after its effect: its account is there.
  const [made] = c.accountsOf("0003");
  const linked = await c.run("identities", "link", "job.yaml", "0003", made?.user_id ?? "", "--json");
  expect(linked.json()).toMatchObject({ key: "0003", linked: true });
  const settled = await c.sync();
  expect(settled.counts).toMatchObject({ updates: 1, held: doubtful.length - 1, done: 1 });
  expect(c.service.users().find((user) => user.user_id === made?.user_id)?.username).toBe("0003b@acme.example");
  expect(c.userCalls("POST")).toHaveLength(doubtful.length + 2);
}, 120_000);

test("I2: a create that never left is sent again: refused connections and 429 cost nobody an account", async () => {
  const dir = (await import("node:fs")).mkdtempSync(`${(await import("node:os")).tmpdir()}/rollcall-sandbox-`);
  const c = await company({ dir, parts: { service: { ...oneByOne, rate: { per_second: 8, in_flight: 1 } } } });
  c.service.failNext({ ...create, status: 429, retryAfter: 0, times: 2 });
  c.hr(people(6));
  const night = c.sync();
  await until(() => c.service.users().length >= 2 && c.userCalls("POST").at(-1)?.status === 200);
  await c.service.close();
  const before = c.userCalls("POST").filter(({ status }) => status === 200).length;
  await new Promise((resolve) => setTimeout(resolve, 500));
  const again = await createSandbox({ seed: "empty", dir, port: Number(new URL(c.service.url).port) });
  try {
    expect(await night).toMatchObject({ code: 0, status: "completed", counts: { creates: 6, done: 6, uncertain: 0, failed: 0 } });
    expect(again.users()).toHaveLength(6);
    expect(again.requests().filter(({ method, path }) => method === "POST" && path.endsWith("/users"))).toHaveLength(6 - before);
  } finally {
    await again.close();
    (await import("node:fs")).rmSync(dir, { recursive: true });
  }
}, 120_000);

test("I2: a create in flight at a kill -9 is not sent again, also after an earlier attempt was refused, also without the database", async () => {
  const c = await company({ parts: { service: oneByOne } });
  c.hr(people(1));
  // The first attempt is refused for certain; the second one takes effect while nobody hears the answer.
  c.service.failNext({ ...create, status: 429, retryAfter: 0 });
  c.service.failNext({ ...create, delayMs: 30_000, when: "after" });
  const child = await c.place.start(["sync", "job.yaml", "--json"]);
  await until(() => c.service.users().length === 1);
  child.kill("SIGKILL");
  await new Promise((resolve) => child.on("close", resolve));

  // The only new account of exactly the groups that the create named, and no stranger beside it.
  c.hr([{ id: "0001", mail: "other@acme.example" }, { id: "0002" }]);
  const next = await c.sync();
  expect(next).toMatchObject({ code: 0, counts: { held: 0, updates: 1, creates: 1, done: 2 } });
  expect(creates(c, "0001")).toBe(2);
  expect(c.accountsOf("0001")).toEqual([]);
  expect(c.service.users().map(({ username }) => username)).toEqual(["other@acme.example", "p0002@acme.example"]);

  // Without the database the journal knows who is who.
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

test("I2: a create in flight at a kill -9 that only the journal remembers waits for a person", async () => {
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
  // The account that nobody is linked to holds the creates of the first night.
  expect(after).toMatchObject({ code: 3, counts: { held: 1, creates: 1 }, held: [{ limit: "unknown_accounts", found: 1 }] });
  expect(await c.night("runs approve", [after.run])).toMatchObject({ code: 0, counts: { held: 1, creates: 1, done: 1 } });
  expect(creates(c, "0001")).toBe(1);
  expect((await c.run("identities", "list", "job.yaml", "--json")).json()).toMatchObject({
    unsettled: [{ key: "0001" }],
    links: [{ key: "0002" }],
  });
}, 120_000);

test("I2: a kill -9 between the answer and its recording makes no second account, and the stopped run goes on", async () => {
  const c = await company({ parts: { service: { rate: { per_second: 500, in_flight: 4 } } } });
  c.hr(people(30));
  for (const answered of [3, 14]) {
    const runs = answered === 3 ? null : (await c.run("runs", "list", "--json")).json<{ run: string }[]>();
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
  // Of these nobody knows whether they left, only that it was not twice.
  for (const { key } of unsettled) expect(creates(c, key), `for ${key}`).toBeLessThanOrEqual(1);
  expect(unsettled.length).toBeLessThanOrEqual(8);
  expect(new Set(links.map((link) => link.user_id)).size).toBe(links.length);
}, 120_000);

test("I2: of two syncs at the same time the second says who has the state, and sends nothing", async () => {
  const c = await company();
  c.hr(people(2));
  c.service.failNext({ ...create, delayMs: 300, when: "after" });
  const first = await c.place.start(["sync", "job.yaml", "--json"]);
  const ended = new Promise((resolve) => first.on("close", resolve));
  await until(() => c.service.users().length > 0);
  // Alive, and in the middle of it, for as long as the second one needs.
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

test("I2: rows that share a key, a username or an e-mail address make no account, also beside a person who was settled", async () => {
  const mapping = `
key: Employee ID
user: { username: { column: First, transform: lower }, first_name: First, last_name: Last, email: Email, department: Department }
`;
  const c = await company({ mapping });
  c.hr([
    { id: "1", first: "Ana" },
    { id: "2", first: "Bo" },
  ]);
  await c.sync();
  c.hr([
    { id: "1", first: "Ana" },
    { id: "2", first: "Bo" },
    { id: "3", first: "ANA" },
    { id: "4", first: "Cy", mail: "P2@acme.example" },
    { id: "5", first: "Di" },
    { id: "5", first: "Dee" },
    { id: "05", first: "Ed" },
    { id: "6", first: "Flo" },
    { id: "6", first: "Flo" },
  ]);
  const night = await c.sync();
  expect(night.code).toBe(1);
  expect(night.counts).toMatchObject({ rejected: 6, duplicates: 1, creates: 2, updates: 0, done: 2 });
  expect(accounted(night.counts)).toBe(9);
  expect(night.rejects.map(({ row, code }) => [row, code])).toEqual([
    [2, "shared_username"],
    [3, "shared_email"],
    [4, "shared_username"],
    [5, "shared_email"],
    [6, "conflicting_rows"],
    [7, "conflicting_rows"],
  ]);
  expect(
    c.service
      .users()
      .map((user) => user.username)
      .sort(),
  ).toEqual(["ana", "bo", "ed", "flo"]);
}, 120_000);

test("I2: a service that fails every create is waited for: the whole company does not become uncertain", async () => {
  const retry = { attempts: 3, delay: "50ms", max_delay: "100ms", give_up: "30s", pause_after: 3 };
  const c = await company({ parts: { service: { rate: { per_second: 500, in_flight: 2 }, retry } } });
  c.hr(people(40));
  c.service.failNext({ ...create, status: 500, times: -1 });
  c.service.failNext({ method: "GET", path: "/subscriptions", status: 503, times: -1 });
  const night = c.sync();
  await until(() => c.service.requests().filter(({ path }) => path.includes("/subscriptions")).length >= 4);
  c.service.clearFaults();
  const { counts, status, stderr } = await night;
  expect(status).toBe("completed");
  expect(stderr).toContain("Waiting for the service");
  expect(counts["uncertain"]).toBeGreaterThanOrEqual(3);
  // What was in flight, or taken from the queue already, when the third one failed.
  expect(counts["uncertain"]).toBeLessThanOrEqual(3 + 3);
  expect((counts["done"] ?? 0) + (counts["uncertain"] ?? 0)).toBe(40);
}, 120_000);
