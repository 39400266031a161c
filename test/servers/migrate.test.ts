/** An embedded state with all kinds of data, migrated to a real PostgreSQL and used there. */
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openState } from "../helpers/state.ts";
import { company, mappingText, oneByOne, people, staff, until, type Company } from "../helpers/company.ts";
import { ask, contents, key, migrate, ok, onServer, oneAccountEach, rowsIn } from "../helpers/migration.ts";
import { postgres, type PostgresServer } from "../helpers/servers.ts";

let database: PostgresServer;
beforeAll(async () => {
  database = await postgres();
}, 300_000);
afterAll(async () => {
  await database?.close();
});

interface Removal {
  id: string;
  status: string;
  person: { key: string };
}

const sensitive = mappingText.replace("last_name: Last", "last_name: { column: Last, sensitive: true }");

/** Three runs, and a fourth that was killed with one create in flight and others not sent. */
async function eventful(c: Company): Promise<{ stopped: string; approved: string; pending: string }> {
  const moved = (id: string, dept: string) => ({ id, dept });
  c.hr(people(6));
  expect((await c.sync()).code).toBe(0);
  c.job({ policy: { approval: { delay: "1h" } } });
  const second = [moved("0001", "IT"), moved("0002", "Legal"), moved("0003", "IT"), ...people(3, 4)];
  c.hr([...second, "0007,,Broken,,Nowhere,Active"]);
  await c.sync();
  const waiting = JSON.parse(await ok(c, "review", "list", "--json")) as Removal[];
  const of = (who: string): string => waiting.find(({ person }) => person.key === who)?.id ?? "";
  await ok(c, "review", "reject", of("0003"), "--reason", "Keeps it — “für immer”\tand a tab");
  // It is not sent before an hour has passed.
  expect((await c.run("review", "approve", of("0002"), "--reason", "Moved", "--reviewer", "Ana")).code).toBeLessThan(2);
  await ok(c, "tokens", "create", "ci", "--role", "viewer");
  c.hr([...second, { id: "0009" }]);
  c.service.failNext({ method: "POST", path: "/users$", status: 500, when: "after" });
  c.service.failNext({ method: "GET", path: "/groups", nth: 3, status: 500, times: 20 });
  expect((await c.sync()).counts).toMatchObject({ uncertain: 1 });
  c.service.clearFaults();
  c.hr([...second, ...people(5, 9)]);
  c.service.failNext({ method: "POST", path: "/users$", delayMs: 1500, when: "before" });
  const sent = c.userCalls("POST").length;
  const child = await c.place.start(["sync", "job.yaml"]);
  const ended = new Promise((resolve) => child.on("close", resolve));
  await until(() => c.userCalls("POST").length > sent, 60_000);
  child.kill("SIGKILL");
  await ended;
  c.job();
  const runs = JSON.parse(await ok(c, "runs", "list", "--json")) as { run: string; status: string }[];
  const stopped = runs.find(({ status }) => status === "interrupted")?.run ?? "";
  expect(stopped).not.toBe("");
  return { stopped, approved: of("0002"), pending: of("0001") };
}

test("all data arrives unchanged, and open work continues: no second account, nothing sent twice, no approval lost", async () => {
  const c = await company({ mapping: sensitive, parts: { service: { ...oneByOne, identities: { settle: "1s" } } } });
  const { stopped, approved, pending } = await eventful(c);
  const copy = join(c.place.dir, "copy");
  cpSync(join(c.place.dir, ".rollcall"), copy, { recursive: true });
  const url = await database.database();
  c.service.clearRequests();
  const result = await migrate(c, url);
  expect(result.code, `for ${result.stderr}`).toBe(0);
  expect(c.service.requests()).toEqual([]);
  const moved = result.json<{ to: string; copied: { rows: number; tables: { name: string; rows: number }[]; resealed: object } }>();
  expect(result.stdout + result.stderr).not.toContain("rollcall@");
  expect(moved.to).toMatch(/^127\.0\.0\.1:\d+\/rollcall_\d+$/);

  // The content of the embedded state, by its own queries.
  const old = await openState(copy);
  const { rows: tables } = await sql<{ name: string }>`SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'`.execute(
    old.db,
  );
  const before: Record<string, string[]> = {};
  for (const { name } of tables) {
    if (/^(process|kysely_.*)$/.test(name)) continue;
    const { rows } = await sql<{ t: string }>`SELECT t::text AS t FROM ${sql.table(name)} t`.execute(old.db);
    before[name] = rows.map(({ t }) => t).toSorted();
  }
  await old.close();
  const after = await contents(url);
  expect(Object.keys(after).toSorted()).toEqual(Object.keys(before).toSorted());
  expect(moved.copied.tables.map(({ name }) => name).toSorted()).toEqual(Object.keys(before).toSorted());
  expect(moved.copied.rows).toBe(rowsIn(before));
  // Encrypted with the key of the server's processes; one more entry; and no journal.
  const changed = new Set(["token", "portion", "person_cells", "staged_row", "setting"]);
  for (const [name, rows] of Object.entries(before)) {
    if (name === "audit")
      expect(
        after[name]
          ?.slice()
          .toSorted()
          .filter((row) => !rows.includes(row)),
      ).toEqual([expect.stringContaining("state_moved")]);
    else if (name === "setting") expect(after[name]).toHaveLength(rows.length - 1);
    else if (changed.has(name)) expect(after[name], `for ${name}`).toHaveLength(rows.length);
    else expect(after[name], `for ${name}`).toEqual(rows);
  }
  const filled = [
    "run",
    "link",
    "intent",
    "removal",
    "operation",
    "portion",
    "person_cells",
    "token",
    "api_token",
    "audit",
    "rejected_row",
    "job_version",
    "seen_account",
  ];
  for (const name of filled) expect(before[name]?.length, `for ${name}`).toBeGreaterThan(0);

  // The old state is refused by every command, and stays refused.
  for (const args of [
    ["sync", "job.yaml"],
    ["runs", "list"],
    ["backup", "x.rcb"],
    ["serve", "--port", "18423"],
    ["migrate-state", "--to", url],
  ]) {
    const refused = await c.run(...args);
    expect([args[0], refused.code, refused.stderr]).toEqual([
      args[0],
      2,
      expect.stringMatching(/was migrated to the PostgreSQL database 127\.0\.0\.1:\d+\/rollcall_\d+ at .*Set DATABASE_URL/s),
    ]);
  }
  expect(c.service.requests()).toEqual([]);
  expect(existsSync(join(c.place.dir, "x.rcb"))).toBe(false);

  const there = onServer(c, url);
  expect(JSON.parse(await there.ok("audit", "verify", "--json"))).toMatchObject({ broken: null });
  const resumed = await there.night("runs", "resume", stopped);
  expect([resumed.run, resumed.status]).toEqual([stopped, "completed"]);
  // Sent once, by any process: 0009 whose answer was lost, and 0010 whose process was killed.
  const final = await there.night("sync", "job.yaml");
  expect(final.counts).toMatchObject({ failed: 0, uncertain: 0 });
  oneAccountEach(c, 6 + 5);
  for (const { id } of people(5, 9)) expect(c.accountsOf(id), `for ${id}`).toHaveLength(1);
  expect(c.userCalls("PUT").filter(({ body }) => "confirm_group_removal" in body)).toEqual([]);

  const removals = JSON.parse(await there.ok("review", "list", "--status", "all", "--json")) as Removal[];
  expect(new Map(removals.map(({ person, status }) => [person.key, status]))).toEqual(
    new Map([
      ["0001", "pending"],
      ["0002", "approved"],
      ["0003", "rejected"],
    ]),
  );
  expect(removals.map(({ id }) => id)).toEqual(expect.arrayContaining([approved, pending]));
  await there.ok("review", "approve", pending, "--reason", "She moved to IT.");
  expect([...(c.accountsOf("0001")[0]?.groups ?? [])].toSorted()).toEqual([staff, "HR/Departments/IT"].toSorted());
  expect(c.accountsOf("0003")[0]?.groups).toContain("HR/Departments/Sales");
  expect((await there.night("sync", "job.yaml")).counts).toMatchObject({ creates: 0, updates: 0, failed: 0, uncertain: 0 });
  await there.ok("audit", "verify");
}, 480_000);

test("without a key for the server nothing is migrated, and the key that the state generated may be used", async () => {
  const c = await company({ mapping: sensitive });
  c.hr(people(3));
  await c.sync();
  const url = await database.database();
  const refused = await migrate(c, url, {});
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(/ROLLCALL_SECRET_KEY is not set\..* Nothing was changed\./)]);
  expect(await contents(url)).toEqual({});
  const own = join(c.place.dir, ".rollcall", "secret.key");
  const env = { ROLLCALL_SECRET_KEY_FILE: own };
  const moved = await migrate(c, url, env);
  expect([moved.code, moved.json()]).toMatchObject([
    0,
    { copied: { resealed: { tokens: 0, keys: 0, operations: 0, people: 0, lost: 0 } } },
  ]);
  c.hr(people(4));
  expect(
    (await onServer(c, url, { ROLLCALL_SECRET_KEY: readFileSync(own, "utf8").trim() }).night("sync", "job.yaml")).counts,
  ).toMatchObject({ unchanged: 3, creates: 1, done: 1 });
  oneAccountEach(c, 4);
}, 240_000);

test("run requests queued in the old place are run once, by the first worker of the new one", async () => {
  const c = await company();
  c.hr(people(2));
  await c.sync();
  c.hr(people(3));
  await c.look(({ db }) =>
    sql`INSERT INTO run_request (id, kind, run, job, job_file, detail, by_name, at)
      VALUES ('20260430T0230-waits', 'run', '20260430T0230-waits', 'nightly', ${join(c.place.dir, "job.yaml")}, '{}', 'Ana', now())`.execute(
      db,
    ),
  );
  const url = await database.database();
  const moved = await migrate(c, url);
  expect([moved.code, moved.json()]).toMatchObject([0, { orders: 1 }]);
  c.place.write(
    "jobs/nightly.yaml",
    c.place.read("job.yaml").replaceAll('"hr.csv"', '"../hr.csv"').replaceAll('"mapping.yaml"', '"../mapping.yaml"'),
  );
  const child = await c.place.start(["serve", "--roles", "worker", "--quiet"], { DATABASE_URL: url, ROLLCALL_SECRET_KEY: key });
  const ended = new Promise((resolve) => child.on("close", resolve));
  try {
    await until(() => c.service.users().length === 3 || child.exitCode !== null, 60_000);
    for (let left = 1; left > 0;) left = (await ask(url, "SELECT id FROM run_request WHERE ended_at IS NULL")).length;
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
  oneAccountEach(c, 3);
}, 240_000);
