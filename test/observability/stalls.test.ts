import { createServer } from "node:http";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Job } from "../../src/domain/settings.ts";
import { notifyStalled } from "../../src/notify/notify.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { StallWatch } from "../../src/observability/stalls.ts";
import { endRunRequest, insertRunRequest, setProgress } from "../../src/store/schedule/run-requests.ts";
import { insertRun, setRun } from "../../src/store/runs/runs.ts";
import { openWarmState } from "../helpers/warm-databases.ts";
import type { State } from "../helpers/state.ts";
import { logInto } from "./counted-run.ts";

let dir = "";
let state: State;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-stalls-"));
  state = await openWarmState(join(dir, "state"));
});
afterAll(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql`TRUNCATE run, run_request, setting, notification`.execute(state.db);
});

const MINUTE = 60_000;
const START = new Date("2026-05-01T02:30:00Z");
const after = (minutes: number): Date => new Date(START.getTime() + minutes * MINUTE);

function watching() {
  let now = START;
  const told: string[] = [];
  const { log, lines } = logInto();
  const watch = new StallWatch({
    db: state.db,
    log,
    notify: async (job, run, since) => void told.push(`${job} ${run} ${since.toISOString()}`),
    now: () => now,
  });
  return {
    told,
    lines,
    lookAfter: async (minutes: number) => {
      now = after(minutes);
      await watch.check();
    },
  };
}

const aRun = (id: string, job = "nightly"): Promise<void> =>
  insertRun(state.db, {
    id,
    job,
    job_file: "x",
    account: "acme",
    status: "reading",
    partial: false,
    started_at: START,
    file: "f",
    sha256: "",
    rows: 0,
    context: "c",
    released_by: null,
    owner_process: state.processId,
  });
const aRequest = (id: string, run: string | null, job = "nightly"): Promise<void> =>
  insertRunRequest(state.db, { id, kind: "run", run, job, job_file: "x", detail: "{}", by_name: null, at: START });

async function stalled(now: Date): Promise<string> {
  const { log } = logInto();
  const metrics = createMetrics({ db: state.db, log, version: "1", now: () => now, jobs: async () => ["nightly"] });
  return /^rollcall_runs_stalled\{job="nightly"\} (\d+)$/m.exec(await metrics.text())?.[1] ?? "";
}

test("a run without progress for 15 minutes is reported once, by log, metric and notice, by one of several processes", async () => {
  await aRun("r1");
  const { lookAfter, told, lines } = watching();
  const other = watching();
  await lookAfter(0);
  await lookAfter(14);
  expect([told, await stalled(after(14))]).toEqual([[], "0"]);
  await lookAfter(15);
  await other.lookAfter(16);
  await lookAfter(40);
  expect([...told, ...other.told]).toEqual(["nightly r1 2026-05-01T02:30:00.000Z"]);
  expect(lines()).toMatchObject([{ event: "run_stalled", level: "warn", job: "nightly", run: "r1", seconds: 900 }]);
  expect(await stalled(after(40))).toBe("1");
});

test("a step forward ends the stall, and a second one is reported again", async () => {
  await aRun("r1");
  const { lookAfter, told } = watching();
  await lookAfter(0);
  await lookAfter(20);
  await setProgress(state.db, "r1", { phase: "reading_file", done: 5, total: null, said: null });
  await lookAfter(21);
  expect([told.length, await stalled(after(21))]).toEqual([1, "0"]);
  await setRun(state.db, "r1", { rows: 12 });
  await lookAfter(30);
  await lookAfter(44);
  expect(told).toHaveLength(1);
  await lookAfter(45);
  expect(told.at(-1)).toBe("nightly r1 2026-05-01T03:00:00.000Z");
  await setRun(state.db, "r1", { status: "completed" });
  await lookAfter(50);
  expect([told.length, await stalled(after(50))]).toEqual([2, "0"]);
});

test("a request that no worker begins is reported; one that waits for a run of its job is not", async () => {
  await aRequest("q1", "r1");
  const { lookAfter, told } = watching();
  await lookAfter(0);
  await lookAfter(15);
  expect(told).toEqual(["nightly r1 2026-05-01T02:30:00.000Z"]);
  await aRun("r0");
  for (const minutes of [16, 25, 34, 43]) {
    await setRun(state.db, "r0", { rows: minutes });
    await lookAfter(minutes);
  }
  expect(told).toHaveLength(1);
  await setRun(state.db, "r0", { status: "completed" });
  await endRunRequest(state.db, "q1", { status: "completed", code: 0, said: null }, after(44));
  await lookAfter(90);
  expect(told).toHaveLength(1);
});

test("the job's recipients learn which run it is and since when, in their language", async () => {
  const bodies: string[] = [];
  const hook = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.end("ok");
    });
  }).listen(0, "127.0.0.1");
  await once(hook, "listening");
  onTestFinished(() => void hook.close());
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/x`;
  const parts = (language: "en" | "es") => ({
    db: state.db,
    job: {
      name: "nightly",
      schedule: { cron: "30 2 * * *", timezone: "Europe/Madrid" },
      service: { account: "acme" },
      notify: { mail: null, webhook: { url, language }, digest: null },
    } as unknown as Job,
    console: "https://rollcall.acme.example",
    now: after(15),
    sleep: async () => undefined,
    env: {},
  });
  expect(await notifyStalled(parts("en"), "r1", START)).toMatchObject({ sent: [{ channel: "webhook", kind: "stalled" }] });
  expect(await notifyStalled(parts("en"), "r1", START)).toMatchObject({ sent: [], before: [{ kind: "stalled" }] });
  expect(await notifyStalled(parts("es"), "r2", START)).toMatchObject({ sent: [{}] });
  expect(bodies[0]).toContain("Run r1 has made no progress since 1 May 2026, 04:30 CEST");
  expect(bodies[0]).toContain("https://rollcall.acme.example/status");
  expect(bodies[1]).toContain("La ejecución r2 no avanza desde el 1 may 2026, 04:30 CEST");
});
