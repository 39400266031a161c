import { Kysely, PostgresDialect } from "kysely";
import { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMetrics } from "../../src/observability/metrics.ts";
import { Readiness } from "../../src/observability/readiness.ts";
import { MissedWatch } from "../../src/observability/watch.ts";
import { listMigrations } from "../../src/store/runs/metrics.ts";
import { listMissed, listStillMissed } from "../../src/store/schedule/missed-runs.ts";
import { migrate } from "../../src/store/schema/migrations.ts";
import { insertRun } from "../../src/store/runs/runs.ts";
import type { Db, Tables } from "../../src/store/schema/tables.ts";
import { postgres, type TestServer } from "../helpers/servers.ts";
import { logInto } from "../observability/counted-run.ts";

let server: TestServer;
let pool: Pool | null = null;
let db: Db;

beforeAll(async () => {
  server = await postgres();
  pool = new Pool({ connectionString: server.url, max: 4 });
  // The pool is not under test when the server ends in the middle of a test.
  pool.on("error", () => undefined);
  db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await migrate(db);
}, 120_000);
afterAll(async () => {
  await pool?.end();
  await server?.close();
});

test("metrics, missed runs and readiness work the same on PostgreSQL, and an unreachable server is reported", async () => {
  const { log, lines } = logInto();
  const clock = { now: new Date("2026-05-01T10:00:00Z") };
  const now = (): Date => clock.now;
  const metrics = createMetrics({ db, log, version: "1", now, jobs: async () => ["nightly"], pace: { least: 0, times: 0 } });
  await metrics.text();
  const schedule = { cron: "30 2 * * *", timezone: "Europe/Madrid" };
  const watches = [1, 2].map(
    () => new MissedWatch({ db, log, jobs: async () => [{ name: "nightly", schedule }], notify: async () => true, now }),
  );
  await Promise.all(watches.map((watch) => watch.check()));
  clock.now = new Date("2026-05-02T01:00:00Z");
  await Promise.all(watches.map((watch) => watch.check()));
  const due = new Date("2026-05-02T00:30:00Z");
  expect(await listMissed(db, new Date("2026-05-01"))).toEqual([{ job: "nightly", due }]);
  expect(await listStillMissed(db, new Date("2026-05-01"))).toEqual([{ job: "nightly", due }]);
  expect(lines().filter(({ event }) => event === "run_missed")).toHaveLength(1);
  await insertRun(db, {
    id: "r1",
    job: "nightly",
    job_file: "x",
    account: "acme",
    status: "completed",
    partial: false,
    started_at: clock.now,
    ended_at: clock.now,
    file: "f",
    sha256: "s",
    rows: 1,
    context: "c",
    released_by: null,
  });
  const text = await metrics.text();
  expect(text).toContain('rollcall_missed_runs_total{job="nightly"} 1\n');
  expect(text).toContain('rollcall_runs_total{job="nightly",status="completed"} 1\n');
  expect(text).toContain(`rollcall_last_success_timestamp_seconds{job="nightly"} ${clock.now.getTime() / 1000}\n`);

  const readiness = new Readiness({ db, log, migrations: await listMigrations(db) });
  expect(await readiness.failing()).toEqual([]);
  await server.kill();
  const failing = await readiness.failing();
  expect(failing.map(({ check }) => check)).toEqual(["database", "schema"]);
  expect(JSON.stringify(failing)).not.toContain("test-only");
  expect(await metrics.text()).toContain("rollcall_database_up 0\n");
});
