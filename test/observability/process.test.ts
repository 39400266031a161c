import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startObservability, type ProcessParts } from "../../src/daemon/observe.ts";
import { SERVICE_DEFAULTS, type Job } from "../../src/domain/settings.ts";
import { listMigrations } from "../../src/store/runs/metrics.ts";
import { listMissed, setWatched } from "../../src/store/schedule/missed-runs.ts";
import { openWarmState } from "../helpers/warm-databases.ts";
import type { State } from "../helpers/state.ts";
import { testCall } from "../helpers/io.ts";

let dir = "";
let state: State;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-process-"));
  state = await openWarmState(join(dir, "state"));
});
afterAll(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});

const hourly = { cron: "0 * * * *", timezone: "UTC" };
const job = {
  name: "hourly",
  schedule: hourly,
  service: { baseUrl: "https://x.example", account: "acme", ...SERVICE_DEFAULTS },
  notify: { mail: null, webhook: { url: "http://127.0.0.1:9/x", language: "en" }, digest: null },
} as unknown as Job;

async function opened(more: Partial<ProcessParts> = {}) {
  const stream = new PassThrough();
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const seen = await startObservability(testCall("/"), {
    db: state.db,
    env: {},
    version: "1.2.3",
    roles: ["scheduler", "worker"],
    stream,
    migrations: await listMigrations(state.db),
    jobs: async () => [{ job }, { job: { ...job, name: "by hand", schedule: null } }],
    console: async () => null,
    listen: { host: "127.0.0.1", port: 0 },
    ...more,
  });
  const events = (): unknown[] =>
    text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => (JSON.parse(line) as { event: string }).event);
  return { seen, events, get: async (path: string) => fetch(`${seen.url}${path}`) };
}

test("a scheduler and worker without a console is seen from its start to its end, and tells which run did not happen", async () => {
  const two = new Date(Date.now() - 2 * 3_600_000);
  await setWatched(state.db, "hourly", { ...hourly, until: two.toISOString() });
  const { seen, events, get } = await opened();
  expect((await get("/readyz")).status).toBe(200);
  expect(await (await get("/metrics")).text()).toContain('rollcall_missed_runs_total{job="hourly"} 0\n');
  seen.ready();
  await expect.poll(events, { timeout: 20_000 }).toContain("notice_failed");
  const missed = await listMissed(state.db, two);
  expect(missed.length).toBeGreaterThan(0);
  expect(missed.every((one) => one.job === "hourly")).toBe(true);
  seen.stopping("SIGTERM");
  expect((await get("/readyz")).status).toBe(503);
  await seen.close();
  await expect(get("/healthz")).rejects.toThrow("fetch failed");
  const told = events();
  expect(told.slice(0, 2)).toEqual(["process_started", "process_ready"]);
  expect(told).toContain("run_missed");
  expect(told.slice(-1)).toEqual(["process_stopped"]);
  expect(told).toContain("process_stopping");
});

test("a worker alone looks for no missed runs, and says nothing where its log is silent", async () => {
  const before = (await listMissed(state.db, new Date(0))).length;
  await setWatched(state.db, "hourly", { ...hourly, until: new Date(Date.now() - 9 * 3_600_000).toISOString() });
  const { seen, events } = await opened({ roles: ["worker"], env: { ROLLCALL_LOG_LEVEL: "silent" } });
  seen.ready();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await seen.close();
  expect(await listMissed(state.db, new Date(0))).toHaveLength(before);
  expect(events()).toEqual([]);
});

test("settings that cannot be meant end the start", async () => {
  await expect(opened({ env: { ROLLCALL_LOG_LEVEL: "loud" } })).rejects.toMatchObject({ code: "usage", exit: 2 });
});
