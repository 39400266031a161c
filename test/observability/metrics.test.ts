import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createMetrics, type Metrics, type MetricsParts } from "../../src/observability/metrics.ts";
import { recordMissed } from "../../src/store/schedule/missed-runs.ts";
import { setRun } from "../../src/store/runs/runs.ts";
import { openWarmState } from "../helpers/warm-databases.ts";
import type { State } from "../helpers/state.ts";
import { company, header, mappingText } from "../helpers/company.ts";
import { standIn } from "../stand-ins/server.ts";
import { logInto, night } from "./counted-run.ts";

let dir = "";
let state: State;
const now = new Date("2026-05-02T08:00:00Z");

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-metrics-"));
  state = await openWarmState(join(dir, "state"));
});
afterAll(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});
afterEach(async () => {
  await sql`TRUNCATE run, operation, removal, intent, notification`.execute(state.db);
});

function metrics(more: Partial<MetricsParts> = {}): Metrics {
  return createMetrics({
    db: state.db,
    log: logInto("silent").log,
    version: "1.2.3",
    now: () => now,
    pace: { least: 0, times: 0 },
    ...more,
  });
}

/** The samples of ours that are not 0, without those of histograms. */
async function samples(of: Metrics): Promise<string[]> {
  return ours(await of.text());
}

function ours(text: string): string[] {
  return text.split("\n").filter((line) => line.startsWith("rollcall_") && !line.endsWith(" 0") && !line.includes("_duration_seconds_"));
}

async function addRun(
  id: string,
  values: { status: string; job?: string; at?: string; ended?: string | null; partial?: boolean },
): Promise<void> {
  const { status, job = "nightly", at = "2026-05-02T00:30:00Z", ended = "2026-05-02T00:40:00Z", partial = false } = values;
  await sql`INSERT INTO run (id, job, job_file, account, status, partial, started_at, ended_at, file, sha256, rows, context)
    VALUES (${id}, ${job}, 'x', 'acme', ${status}, ${partial}, ${at}, ${ended}, 'f', 's', 1, 'c')`.execute(state.db);
}

async function addOperations(run: string, kind: string, status: string, n: number): Promise<void> {
  await sql`INSERT INTO operation (run, seq, job, account, key, name, kind, status, desired, changes)
    SELECT ${run}, (SELECT count(*) FROM operation) + i, 'nightly', 'acme', i::text, 'n', ${kind}, ${status}, '[]', '[]'
    FROM generate_series(1, ${n}::int) i`.execute(state.db);
}

test("what was there before the first reading is not counted, and each thing that happens afterwards once", async () => {
  await addRun("old", { status: "completed" });
  await addOperations("old", "create", "done", 5);
  await addRun("r1", { status: "running", at: "2026-05-02T07:00:00Z", ended: null });
  await addOperations("r1", "update", "done", 3);
  await addOperations("r1", "update", "queued", 4);
  const seen = metrics();
  expect(await samples(seen)).toEqual([
    "rollcall_database_up 1",
    'rollcall_runs_open{job="nightly",status="running"} 1',
    'rollcall_queue_operations{job="nightly",status="queued"} 4',
    `rollcall_last_success_timestamp_seconds{job="nightly"} ${Date.parse("2026-05-02T00:40:00Z") / 1000}`,
    'rollcall_last_success_duration_seconds{job="nightly"} 600',
    'rollcall_build_info{version="1.2.3"} 1',
  ]);
  await sql`UPDATE operation SET status = 'done' WHERE run = 'r1' AND status = 'queued' AND key <= '3'`.execute(state.db);
  await sql`UPDATE operation SET status = 'failed' WHERE run = 'r1' AND status = 'queued' AND key = '4'`.execute(state.db);
  await setRun(state.db, "r1", { status: "completed", ended_at: now });
  await addRun("r2", { status: "failed", job: "weekly" });
  for (let again = 0; again < 2; again += 1) {
    const counted = (await samples(seen)).filter((line) => /_total|open|queue/.test(line));
    expect(counted).toEqual([
      'rollcall_runs_total{job="nightly",status="completed"} 1',
      'rollcall_runs_total{job="weekly",status="failed"} 1',
      'rollcall_operations_total{kind="update",result="done"} 3',
      'rollcall_operations_total{kind="update",result="failed"} 1',
    ]);
  }
  // Superseded the next night: nothing of it counts a second time.
  await setRun(state.db, "r2", { status: "superseded", ended_at: now });
  expect((await samples(seen)).filter((line) => /_total/.test(line))).toContain('rollcall_runs_total{job="weekly",status="superseded"} 1');
});

test("frequent requests get the last figures again, and concurrent ones share a reading", async () => {
  const slow = metrics({ pace: { least: 60_000, times: 20 } });
  const [one, two] = await Promise.all([slow.text(), slow.text()]);
  expect(ours(two)).toEqual(ours(one));
  await addRun("r1", { status: "failed" });
  expect(ours(await slow.text())).toEqual(ours(one));
});

test("only a completed run of a full export is a success", async () => {
  await addRun("a", { status: "completed", at: "2026-05-01T00:30:00Z", ended: "2026-05-01T00:31:00Z" });
  await addRun("b", { status: "completed", partial: true });
  await addRun("c", { status: "failed" });
  await addRun("d", { status: "held", ended: null });
  const text = await metrics().text();
  expect(text).toContain(`rollcall_last_success_timestamp_seconds{job="nightly"} ${Date.parse("2026-05-01T00:31:00Z") / 1000}\n`);
});

test("the last completed run of a full export reports how many rows it rejected, and how many people it blocked", async () => {
  await addRun("a", { status: "completed", at: "2026-05-01T00:30:00Z" });
  await addRun("b", { status: "completed", partial: true });
  await setRun(state.db, "a", { counts: JSON.stringify({ rejected: 3, blocked: 7 }) });
  await setRun(state.db, "b", { counts: JSON.stringify({ rejected: 30, blocked: 70 }) });
  const text = await metrics().text();
  expect(text).toContain('rollcall_last_success_rows{job="nightly",outcome="rejected"} 3\n');
  expect(text).toContain('rollcall_last_success_rows{job="nightly",outcome="blocked"} 7\n');
});

test("missing groups without a decision are counted by job", async () => {
  await addRun("a", { status: "completed", job: "calm" });
  for (const [id, decision, people] of [
    ["1", null, 3],
    ["2", "dismiss", 2],
    ["3", null, 0],
  ] as const)
    await sql`INSERT INTO missing_group (id, account, job, folded, path, people, detail, run, since, decision)
      VALUES (${id}, 'acme', 'nightly', ${id}, ${id}, ${people}, '{}', 'r', now(), ${decision})`.execute(state.db);
  const text = await metrics().text();
  expect(text).toContain('rollcall_missing_groups{job="nightly"} 1\n');
  expect(text).toContain('rollcall_missing_groups{job="calm"} 0\n');
});

test("pending removals have a number and an age by job, and a job without any has 0", async () => {
  await addRun("a", { status: "completed", job: "calm" });
  for (const [id, job, status, since] of [
    ["1", "nightly", "pending", "2026-05-01T08:00:00Z"],
    ["2", "nightly", "pending", "2026-05-02T07:00:00Z"],
    ["3", "nightly", "rejected", "2026-04-01T08:00:00Z"],
  ] as const) {
    await sql`INSERT INTO removal (id, account, job, key, name, user_id, group_id, group_path, status, cause, evidence, evidence_digest,
      first_run, last_run, since, seen_at) VALUES (${id}, 'acme', ${job}, ${id}, 'n', 'u', ${id}, 'p', ${status}, 'c', '{}', 'd', 'r', 'r', ${since}, ${since})`.execute(
      state.db,
    );
  }
  const text = await metrics().text();
  expect(text).toContain('rollcall_removals_pending{job="nightly"} 2\n');
  expect(text).toContain('rollcall_removals_oldest_pending_age_seconds{job="nightly"} 86400\n');
  expect(text).toContain('rollcall_removals_pending{job="calm"} 0\n');
  expect(text).toContain('rollcall_removals_oldest_pending_age_seconds{job="calm"} 0\n');
});

test("leavers are overdue while a run is on hold or their row is rejected, and not once their account is closed", async () => {
  const dates = "active: { column: Status, values: { Active: true, Left: false }, from: { column: Start }, until: { column: Leave } }";
  const mapping = mappingText.replace(/active: .*/, dates);
  const c = await company({ mapping, parts: { policy: { limits: { creates: 100, deactivations: { percent: 0, at_least: 1 } } } } });
  const day = (by: number): string => new Date(c.clock.now().getTime() + by * 86_400_000).toISOString().slice(0, 10);
  const rows = (last: string, mail = "three@acme.example"): string[] => [
    "0001,A,One,one@acme.example,IT,Active,,",
    `0002,B,Two,two@acme.example,IT,Left,,${last}`,
    `0003,C,Three,${mail},IT,Active,,${last}`,
    `0004,D,Four,four@acme.example,IT,Active,${last},`,
  ];
  const write = (lines: readonly string[]): void => void c.place.write("hr.csv", `${header},Start,Leave\n${lines.join("\n")}\n`);
  const overdue = (): Promise<string | undefined> =>
    c.look(async ({ db }) => /leavers_overdue\{job="nightly"\} (\d+)/.exec(await metrics({ db, now: c.clock.now }).text())?.[1]);
  const last = day(1);
  write(rows("").map((row) => row.replace("Left", "Active")));
  await c.sync();
  write(rows(last));
  await c.sync();
  c.clock.step(2 * 86_400_000);
  expect(await c.sync()).toMatchObject({ status: "held" });
  expect(await overdue()).toBe("0");
  c.clock.step(2 * 86_400_000);
  expect(await overdue()).toBe("2");
  // The report and the digest list them, too.
  const held = await c.sync();
  const due = day(-2);
  const first = [
    { key: "0002", username: "two@acme.example", due },
    { key: "0003", username: "three@acme.example", due },
  ];
  expect(JSON.parse(c.place.read(`.rollcall/reports/${held.run}.json`))).toMatchObject({
    result: { status: "held" },
    overdueLeavers: { people: 2, first },
  });
  expect(c.place.read(`.rollcall/reports/${held.run}.html`)).toContain("The accounts of 2 leavers are still active");
  expect((await c.run(`runs show ${held.run}`)).stdout).toContain(
    `Leavers with an active account\n  0002 two@acme.example: due since ${due}\n`,
  );
  // One row is rejected, so the other person alone stays below the limit.
  write(rows(last, "no address"));
  expect(await c.sync()).toMatchObject({ status: "completed", counts: { rejected: 1, deactivations: 1 } });
  expect(await overdue()).toBe("1");
  write(rows(last));
  expect(await c.sync()).toMatchObject({ status: "completed", counts: { deactivations: 1 } });
  expect(await overdue()).toBe("0");
});

test("a scheduled run that did not happen is counted, whichever process found it out", async () => {
  const seen = metrics({ jobs: async () => ["nightly"] });
  expect(await seen.text()).toContain('rollcall_missed_runs_total{job="nightly"} 0\n');
  await recordMissed(state.db, { job: "nightly", due: new Date("2026-05-02T00:30:00Z") }, now);
  expect(await samples(seen)).toContain('rollcall_missed_runs_total{job="nightly"} 1');
  expect(await samples(seen)).toContain('rollcall_missed_runs_total{job="nightly"} 1');
});

test("when the database is gone its figures are gone too, and those of the process stay", async () => {
  const other = await openWarmState(join(dir, "other"));
  const { log, lines } = logInto();
  const seen = metrics({
    db: other.db,
    log,
    jobs: async () => ["nightly"],
    queues: async () => [{ queue: "operations", state: "waiting", jobs: 7 }],
  });
  expect(await samples(seen)).toContain('rollcall_queue_jobs{queue="operations",state="waiting"} 7');
  await other.close();
  const text = await seen.text();
  expect(text).toContain("rollcall_database_up 0\n");
  const gauges = new Set([...text.matchAll(/^# TYPE (rollcall_\w+) gauge$/gm)].map(([, name]) => name));
  const left = [...text.matchAll(/^(rollcall_\w+)[ {]/gm)].map(([, name]) => name).filter((name) => gauges.has(name));
  expect(gauges.size).toBeGreaterThan(10);
  expect(left.sort()).toEqual(["rollcall_build_info", "rollcall_database_up", "rollcall_state_disk_free_bytes"]);
  expect(text).toMatch(/^process_cpu_seconds_total /m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
  expect(lines()).toMatchObject([{ event: "metrics_incomplete", level: "warn" }]);
});

test("a night is measured: calls by method and class of status, attempts by kind and result, and no label names anybody", async () => {
  const c = await company();
  c.hr([{ id: "K77701", first: "Zebulonia", mail: "zq.marked@acme.example" }, { id: "K77702" }]);
  c.service.failNext({ method: "POST", path: "/users$", status: 503, body: "" });
  await c.look(async (own) => {
    const seen = metrics({ db: own.db });
    await seen.text();
    const stop = seen.follow();
    await night(c, own);
    stop();
    const text = await seen.text();
    expect(text).toMatch(/^rollcall_service_request_duration_seconds_count\{method="GET",status="2xx"\} [1-9]/m);
    expect(text).toMatch(/^rollcall_service_request_duration_seconds_count\{method="POST",status="5xx"\} 1$/m);
    expect(text).toMatch(/^rollcall_operation_attempt_duration_seconds_count\{kind="create",result="done"\} [1-9]/m);
    expect(text).toMatch(/^rollcall_operations_total\{kind="create",result="done"\} [1-9]/m);
    expect(text).toContain('rollcall_runs_total{job="nightly",status="completed"} 1\n');
    expect(["K777", "Zebulonia", "marked", "acme"].filter((mark) => text.includes(mark))).toEqual([]);
  });
});

test("queues that do not answer leave their figures out, and nothing else", async () => {
  const { log, lines } = logInto();
  const seen = metrics({ log, queues: async () => Promise.reject(new Error("connect ECONNREFUSED redis.example")) });
  const stop = log.follow();
  const text = await seen.text();
  stop();
  expect(text).toContain("rollcall_database_up 1\n");
  expect(text).not.toMatch(/^rollcall_queue_jobs\{/m);
  expect(lines().map(({ event }) => event)).toEqual(["queue_trouble"]);
  expect(JSON.stringify(lines())).not.toContain("redis.example");
});

test("the answers of an HR system are counted, with their bytes, and logged without their content", async () => {
  const body = JSON.stringify([
    { "Employee ID": "K77701", First: "Zebulonia", Last: "Q", Email: "zq@acme.example", Department: "IT", Status: "Active" },
  ]);
  const hr = await standIn(() => ({ body, headers: { "content-type": "application/json" } }));
  const c = await company();
  c.job({ source: { file: undefined, http: { url: `${hr.url}/people?sig=marked`, private_network: true } } });
  await c.look(async (own) => {
    const seen = metrics({ db: own.db });
    const { log, lines } = logInto("info");
    const stop = seen.follow();
    const quiet = log.follow();
    await night(c, own);
    stop();
    quiet();
    const text = await seen.text();
    expect(text).toContain('rollcall_source_answer_duration_seconds_count{status="2xx"} 1\n');
    expect(text).toContain(`rollcall_source_bytes_total ${body.length}\n`);
    const said = lines().find(({ event }) => event === "source_answered");
    expect(said).toMatchObject({ host: new URL(hr.url).host, status: 200, bytes: body.length });
    expect(["K777", "Zebulonia", "marked"].filter((mark) => (text + JSON.stringify(lines())).includes(mark))).toEqual([]);
  });
});

test("an answer that announces the end of an interface is logged once a read, and fails nothing", async () => {
  const rows = [{ "Employee ID": "0001", First: "Ana", Last: "Berg", Email: "a@acme.example", Department: "IT", Status: "Active" }];
  const headers = { deprecation: "@1735689600", sunset: "Sun, 31 Jan 2027 23:59:59 GMT" };
  const hr = await standIn(({ query }) => ({
    body: query.has("page") ? [] : rows,
    headers: { ...headers, link: query.has("page") ? "" : '</people?page=2>; rel="next"' },
  }));
  const c = await company();
  c.job({ source: { file: undefined, http: { url: `${hr.url}/people`, private_network: true, pages: { next: "link" } } } });
  await c.look(async (own) => {
    const { log, lines } = logInto("info");
    const stop = log.follow();
    await night(c, own);
    stop();
    expect(hr.requests).toHaveLength(2);
    expect(lines().filter(({ event }) => event === "source_deprecated")).toMatchObject([
      { level: "warn", host: new URL(hr.url).host, sunset: "2027-01-31" },
    ]);
  });
});
