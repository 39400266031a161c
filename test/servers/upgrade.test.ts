/** Old and new versions side by side, as during an upgrade: real processes of both on one PostgreSQL. */
import { rmSync } from "node:fs";
import { Queue } from "bullmq";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { company, people, type Company } from "../helpers/company.ts";
import { inTheMiddle } from "../helpers/in-the-middle.ts";
import { NEXT_MIGRATION, nextRelease } from "../helpers/next-release.ts";
import { postgres, redis, type PostgresServer, type TestServer } from "../helpers/servers.ts";
import { ended, jobForDaemon, serving, servingBy } from "../helpers/serving.ts";

let database: PostgresServer;
let queue: TestServer;
let newer: { program: string; dir: string };

beforeAll(async () => {
  newer = nextRelease();
  [database, queue] = await Promise.all([postgres(), redis()]);
}, 300_000);
afterAll(async () => {
  await Promise.all([database?.close(), queue?.close()]);
  rmSync(newer.dir, { recursive: true, force: true });
});

async function rollingOut(n: number): Promise<{ c: Company; url: string }> {
  const url = await database.database();
  const c = await company({ where: { DATABASE_URL: url, REDIS_URL: queue.url }, faults: [{ path: "/users", delayMs: 60, times: -1 }] });
  c.hr(people(n));
  jobForDaemon(c);
  return { c, url };
}

async function asked<T extends pg.QueryResultRow>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Everything that a refused program could have changed, except heartbeats. */
const tables = (url: string): Promise<unknown[]> =>
  asked(
    url,
    `SELECT table_name, column_name, (xpath('/row/n/text()', query_to_xml(format('SELECT count(*) AS n FROM %I', table_name), false, true, '')))[1]::text AS rows
     FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`,
  );

const oneAccountEach = (c: Company, n: number): void => {
  const names = c.service.users().map(({ username }) => username);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(n);
};

test("four new processes migrate once between them, while an old one completes its run; an old one that starts later is refused", async () => {
  const { c, url } = await rollingOut(400);
  const { child: helper } = await serving(c, "--roles", "worker");
  const night = c.night("sync", ["jobs/nightly.yaml"]);
  const run = await inTheMiddle(c);
  const fresh = await Promise.all([1, 2, 3, 4].map(() => servingBy({ program: newer.program }, c, "--roles", "worker")));
  expect(c.service.users().length).toBeLessThan(400);
  run.goOn();
  expect(await asked(url, "SELECT name FROM hue")).toEqual([{ name: "once" }]);
  const result = await night;
  expect(result).toMatchObject({ code: 0, status: "completed", counts: { creates: 400, done: 400, failed: 0, uncertain: 0 } });
  oneAccountEach(c, 400);
  const versions = await asked<{ version: string }>(url, "SELECT version FROM process WHERE version <> '' ORDER BY version");
  expect(versions.map(({ version }) => version)).toEqual(["0.1.0", "0.2.0", "0.2.0", "0.2.0", "0.2.0"]);
  expect(await ended(helper, "SIGTERM")).toBe(0);
  for (const { child } of fresh) expect(await ended(child, "SIGTERM")).toBe(0);
  const before = await tables(url);
  for (const command of [
    ["sync", "jobs/nightly.yaml"],
    ["serve", "--roles", "worker"],
    ["runs", "list"],
  ]) {
    const { code, stderr } = await c.place.run(command);
    expect(code, `of ${command[0]}`).toBe(2);
    expect(stderr).toMatch(
      new RegExp(`newer version of Rollcall has updated the database schema \\(${NEXT_MIGRATION}\\).*Nothing was changed`),
    );
  }
  expect(await tables(url)).toEqual(before);
  const next = await c.place.run(["sync", "jobs/nightly.yaml", "--json"], { program: newer.program });
  expect(next.json<{ counts: object }>().counts).toMatchObject({ unchanged: 400, creates: 0, failed: 0 });
}, 300_000);

test("an old worker starts a run request of the new version, and a new worker completes it after the old one stops", async () => {
  const { c, url } = await rollingOut(300);
  const { child: old } = await serving(c, "--roles", "worker");
  jobForDaemon(c, { schedule: { cron: "* * * * *", timezone: "UTC" } });
  const { child: scheduler } = await servingBy({ program: newer.program }, c, "--roles", "scheduler");
  const run = await inTheMiddle(c);
  // Only this one.
  expect(await ended(scheduler, "SIGTERM")).toBe(0);
  const { child: fresh } = await servingBy({ program: newer.program }, c, "--roles", "worker");
  expect(await ended(old, "SIGTERM")).toBe(0);
  expect(c.service.users().length).toBeLessThan(300);
  run.goOn();
  for (let tries = 0; ; tries += 1) {
    const orders = await asked<{ over: boolean }>(url, "SELECT ended_at IS NOT NULL AS over FROM run_request");
    if (orders.length > 0 && orders.every(({ over }) => over)) break;
    if (tries > 240) throw new Error("the run request does not end");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  expect(await asked(url, "SELECT status, counts->>'done' AS done, hue FROM run")).toEqual([
    { status: "completed", done: "300", hue: "blue" },
  ]);
  expect(await ended(fresh, "SIGTERM")).toBe(0);
  oneAccountEach(c, 300);
}, 300_000);

test("an old worker leaves unknown steps and run requests to a newer one", async () => {
  const { c, url } = await rollingOut(1);
  await c.look(async ({ db }) => {
    const order = { job: "nightly", job_file: "jobs/nightly.yaml", detail: JSON.stringify({}), by_name: null, at: new Date() };
    await db
      .insertInto("run_request")
      .values([
        { ...order, id: "known", kind: "run", run: "r1" },
        { ...order, id: "kind", kind: "run", run: "r2" },
      ])
      .execute();
    await sql`UPDATE run_request SET kind = 'ponder' WHERE id = 'kind'`.execute(db);
  });
  const { port } = new URL(queue.url);
  const steps = new Queue("steps", { connection: { host: "127.0.0.1", port: Number(port) }, prefix: "{rollcall}" });
  const opts = { attempts: 10, removeOnComplete: true, removeOnFail: true };
  await steps.add("ponder", { order: "known", step: "ponder" }, { ...opts, jobId: "known.ponder" });
  await steps.add("notify", { order: "known", step: "notify" }, { ...opts, jobId: "known.notify", delay: 3_600_000 });
  await steps.add("apply", { order: "kind", step: "apply" }, { ...opts, jobId: "kind.apply" });
  const { child } = await serving(c, "--roles", "worker");
  for (const id of ["known.ponder", "kind.apply"])
    for (let tries = 0; (await steps.getJobState(id)) !== "delayed"; tries += 1) {
      if (tries > 200) throw new Error(`${id} is ${await steps.getJobState(id)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  expect(await ended(child, "SIGTERM")).toBe(0);
  expect(await asked(url, "SELECT id FROM run_request WHERE begun_at IS NOT NULL OR ended_at IS NOT NULL")).toEqual([]);
  expect(c.service.requests()).toEqual([]);
  await steps.close();
}, 120_000);

test("a migration gives way to processes that use the tables, and runs in between", async () => {
  const { c, url } = await rollingOut(3);
  expect(await c.sync()).toMatchObject({ code: 0 });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("BEGIN; LOCK TABLE run IN ROW EXCLUSIVE MODE");
  const started = c.place.run(["runs", "list", "--json"], { program: newer.program });
  const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ILIKE 'ALTER TABLE run %'";
  for (let tries = 0; (await asked(url, waiting)).length === 0; tries += 1) if (tries > 2000) throw new Error("nobody migrates");
  // Longer than PostgreSQL's deadlock timeout of the session that waits first.
  await new Promise((resolve) => setTimeout(resolve, 1500));
  // The migration holds what this session reads next, and waits for what it holds: it must not become the deadlock's victim.
  await client.query("SELECT count(*) FROM operation");
  await client.query("COMMIT");
  await client.end();
  expect(await started).toMatchObject({ code: 0 });
  expect(await asked(url, "SELECT name FROM hue")).toEqual([{ name: "once" }]);
}, 120_000);

test("a migration that fails in the middle changes nothing, and a correct one runs afterwards", async () => {
  const broken = nextRelease("ALTER TABLE there_is_none ADD hue text;\\n");
  onTestFinished(() => rmSync(broken.dir, { recursive: true, force: true }));
  const { c, url } = await rollingOut(3);
  expect(await c.sync()).toMatchObject({ code: 0 });
  const before = await tables(url);
  expect((await c.place.run(["runs", "list"], { program: broken.program })).code).not.toBe(0);
  expect(await tables(url)).toEqual(before);
  expect(await c.place.run(["runs", "list"])).toMatchObject({ code: 0 });
  expect(await c.place.run(["runs", "list"], { program: newer.program })).toMatchObject({ code: 0 });
  expect(await asked(url, "SELECT name FROM hue")).toEqual([{ name: "once" }]);
}, 120_000);
