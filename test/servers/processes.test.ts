/** Several processes on one PostgreSQL, with the queues on Redis: one continues the work of another. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { company, people, until, type Company, type Where } from "../helpers/company.ts";
import { inTheMiddle } from "../helpers/in-the-middle.ts";
import { postgres, redis, type PostgresServer, type TestServer } from "../helpers/servers.ts";
import { ended, jobForDaemon, serving } from "../helpers/serving.ts";
import { makeTemplate } from "../identities/template.ts";
import { threeLost } from "../identities/three-lost.ts";

let database: PostgresServer;
let queue: TestServer;

beforeAll(async () => {
  [database, queue] = await Promise.all([postgres(), redis()]);
}, 300_000);
afterAll(async () => {
  await Promise.all([database?.close(), queue?.close()]);
});

/** A company of `n` joiners, with a slow service. */
async function joiners(n: number, where: Where, parts: { rate?: object; latency?: number; settle?: string } = {}): Promise<Company> {
  const c = await company({
    where,
    faults: [{ path: "/users", delayMs: parts.latency ?? 20, times: -1 }],
    parts: {
      service: {
        rate: { per_second: 500, in_flight: 8, ...parts.rate },
        ...(parts.settle === undefined ? {} : { identities: { settle: parts.settle } }),
      },
    },
  });
  c.hr(people(n));
  jobForDaemon(c);
  return c;
}

const oneAccountEach = (c: Company, n: number): void => {
  const names = c.service.users().map(({ username }) => username);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(n);
};

test("other workers help with a run, under one limit of requests in flight, and no one gets two accounts (I2)", async () => {
  const where = { DATABASE_URL: await database.database(), REDIS_URL: queue.url };
  const c = await joiners(600, where, { latency: 80, rate: { in_flight: 32 } });
  await serving(c, "--roles", "worker");
  await serving(c, "--roles", "worker");
  const night = await c.night("sync", ["jobs/nightly.yaml"]);
  expect(night).toMatchObject({ code: 0, status: "completed", counts: { creates: 600, done: 600, failed: 0, uncertain: 0 } });
  oneAccountEach(c, 600);
  const { byMe, all } = await c.look(async ({ db }) => {
    const rows = await db.selectFrom("operation").select(["claimed_by"]).where("run", "=", night.run).execute();
    return { byMe: new Set(rows.map((row) => row.claimed_by)).size, all: rows.length };
  });
  expect(all).toBe(600);
  expect(byMe).toBeGreaterThan(1);
}, 240_000);

test("a worker killed while it sends operations loses nothing, and no one gets two accounts (I2, I10)", async () => {
  const where = { DATABASE_URL: await database.database(), REDIS_URL: queue.url };
  const c = await joiners(400, where, { latency: 120, rate: { in_flight: 32 }, settle: "1s" });
  const { child: helper } = await serving(c, "--roles", "worker");
  const night = c.night("sync", ["jobs/nightly.yaml"]);
  await until(() => c.service.users().length > 60, 120_000);
  await ended(helper, "SIGKILL");
  const result = await night;
  expect(result).toMatchObject({ status: "completed", counts: { failed: 0 } });
  // A create that is sent after one of the worker's is known to be unconfirmed is blocked if its groups are the same.
  const { done = 0, uncertain = 0, blocked = 0 } = result.counts;
  expect(done + uncertain + blocked).toBe(400);
  const blockedFor = await c.look(({ db }) =>
    db.selectFrom("operation").select("code").distinct().where("run", "=", result.run).where("status", "=", "held").execute(),
  );
  expect(blockedFor.map(({ code }) => code)).toEqual(blocked === 0 ? [] : ["equal_groups_unsettled"]);
  // The next run resolves its unconfirmed creates, and sends those that were blocked.
  const next = await c.night("sync", ["jobs/nightly.yaml"]);
  expect(next.counts).toMatchObject({ uncertain: 0, failed: 0, blocked: 0 });
  oneAccountEach(c, 400);
}, 300_000);

test("Redis killed and restarted empty in the middle of a run: the run completes", async () => {
  const own = await redis();
  const where = { DATABASE_URL: await database.database(), REDIS_URL: own.url };
  const c = await joiners(300, where, { latency: 60 });
  const night = c.night("sync", ["jobs/nightly.yaml"]);
  await until(() => c.service.users().length > 40, 120_000);
  await own.kill();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await own.start();
  const result = await night;
  expect(result).toMatchObject({ code: 0, status: "completed", counts: { done: 300, failed: 0, uncertain: 0 } });
  oneAccountEach(c, 300);
  await own.close();
}, 300_000);

test("PostgreSQL away for seconds during a run: answers are kept, no create is unconfirmed, and the run continues", async () => {
  const own = await postgres();
  const where = { DATABASE_URL: await own.database(), REDIS_URL: queue.url };
  const c = await joiners(300, where, { latency: 60 });
  const night = c.night("sync", ["jobs/nightly.yaml"]);
  await until(() => c.service.users().length > 40, 120_000);
  await own.kill();
  // The observation at the end of the run would hide them.
  c.service.failNext({ method: "GET", path: "/groups", status: 500, times: -1 });
  await new Promise((resolve) => setTimeout(resolve, 5000));
  await own.start();
  expect(await night).toMatchObject({ code: 0, status: "completed", counts: { done: 300, failed: 0, uncertain: 0 } });
  oneAccountEach(c, 300);
  await own.close();
}, 300_000);

test("I2: a process killed while PostgreSQL is away leaves no answered create unconfirmed", async () => {
  const own = await postgres();
  const where = { DATABASE_URL: await own.database(), REDIS_URL: queue.url };
  const c = await joiners(300, where, { latency: 60, settle: "1h" });
  const child = await c.place.start(["sync", "jobs/nightly.yaml"]);
  await until(() => c.service.users().length > 40, 120_000);
  await own.kill();
  await until(() => c.userCalls("POST").every(({ status }) => status !== null));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  await ended(child, "SIGKILL");
  await own.start();
  const answered = new Set(c.userCalls("POST").map(({ body }) => String(body["first_name"])));
  const { stdout } = await c.place.run(["identities", "list", "jobs/nightly.yaml", "--unsettled", "--json"]);
  const open = (JSON.parse(stdout) as { key: string }[]).filter(({ key }) => answered.has(`First${key}`));
  expect(open).toEqual([]);
  await own.close();
}, 300_000);

test("I2: a create that another process sends again while the report is made is not settled by it", async () => {
  const c = await threeLost({ DATABASE_URL: await database.database() });
  await makeTemplate(c, { name: "Who is who", reportType: "users" });
  c.service.failNext({ method: "GET", path: "/reports/.+/data", delayMs: 2000, times: -1 });
  const night = c.sync();
  await until(() => c.service.requests().some(({ path }) => path.endsWith("/run")), 60_000);
  const at = new Date(Date.now() + 1000);
  await c.look(({ db }) => db.updateTable("intent").set({ at }).where("key", "=", "0003").execute());
  expect((await night).status).toBe("completed");
  const { unsettled } = (await c.run("identities", "list", "job.yaml", "--json")).json<{ unsettled: { key: string }[] }>();
  expect(unsettled.map(({ key }) => key).toSorted()).toEqual(["0003", "0004"]);
}, 120_000);

test("a second sync of a running job is refused, and changes nothing", async () => {
  const where = { DATABASE_URL: await database.database() };
  const c = await joiners(200, where, { latency: 60 });
  const night = c.night("sync", ["jobs/nightly.yaml"]);
  const middle = await inTheMiddle(c, 5);
  const second = await c.place.run(["sync", "jobs/nightly.yaml", "--json"]);
  middle.goOn();
  expect(second.code).toBe(2);
  expect(second.stderr).toMatch(/Run \S+ of nightly is still active .*only one run at a time.*Nothing was started/s);
  expect(await night).toMatchObject({ code: 0, counts: { done: 200 } });
  oneAccountEach(c, 200);
}, 240_000);

test("a file of ten people does not wait behind a first run of another job", async () => {
  const where = { DATABASE_URL: await database.database(), REDIS_URL: queue.url };
  const c = await joiners(600, where, { latency: 60 });
  const night = c.night("sync", ["jobs/nightly.yaml"]);
  const middle = await inTheMiddle(c, 20);
  c.hr(people(10, 9001), "ten.csv");
  const ten = await c.night("sync", ["jobs/nightly.yaml", "--file", "ten.csv"]);
  expect(ten).toMatchObject({ code: 0, status: "completed", counts: { creates: 10, done: 10 } });
  expect(c.service.users().length).toBeLessThan(600);
  middle.goOn();
  expect(await night).toMatchObject({ code: 0, counts: { done: 600 } });
  oneAccountEach(c, 610);
}, 300_000);

test("SIGTERM lets a worker finish its requests in flight, hand back the rest, and exit with 0", async () => {
  const where = { DATABASE_URL: await database.database(), REDIS_URL: queue.url };
  const c = await joiners(300, where, { latency: 60 });
  const { child: worker } = await serving(c, "--roles", "worker");
  const night = c.night("sync", ["jobs/nightly.yaml"]);
  await until(() => c.service.users().length > 60, 120_000);
  expect(await ended(worker, "SIGTERM")).toBe(0);
  expect(await night).toMatchObject({ code: 0, counts: { done: 300, uncertain: 0 } });
  oneAccountEach(c, 300);
}, 240_000);
