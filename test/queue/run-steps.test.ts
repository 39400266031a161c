/** The steps of a requested run, queued again after the queue has lost them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { sql } from "kysely";
import { ProgressFeed } from "../../src/daemon/progress-feed.ts";
import { HealthRecords } from "../../src/daemon/health.ts";
import { Services } from "../../src/daemon/services.ts";
import { stepRunner } from "../../src/daemon/run-steps.ts";
import type { Step } from "../../src/queue/steps.ts";
import { endRunRequest, findRunRequest, insertRunRequest, setProgress, startRunRequest } from "../../src/store/schedule/run-requests.ts";
import { findLiveRun, findRun, insertRun } from "../../src/store/runs/runs.ts";
import { testCall } from "../helpers/io.ts";
import type { State } from "../helpers/state.ts";
import { openWarmState } from "../helpers/warm-databases.ts";

let dir = "";
let state: State;
let feed: ProgressFeed;
let perform: (order: string, step: Step) => Promise<"done" | "later">;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-steps-"));
  state = await openWarmState(join(dir, "state"));
  feed = new ProgressFeed(state, () => new Date());
  const parts = {
    state,
    services: new Services(),
    health: new HealthRecords(),
    feed,
    decided: async () => undefined,
    ended: () => undefined,
  };
  const runner = stepRunner(testCall(dir), parts);
  perform = (order, step) => runner({ order, step }, new AbortController().signal);
});
afterAll(async () => {
  await feed.close();
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql`TRUNCATE run, run_request`.execute(state.db);
});

/** A run that this process has read, and whose plan no process works on. */
const aRun = (id: string, status: "reading" | "running"): Promise<void> =>
  insertRun(state.db, {
    id,
    job: "nightly",
    job_file: join(dir, "gone.yaml"),
    account: "acme",
    status,
    partial: false,
    started_at: new Date(),
    file: "f",
    sha256: "abc",
    rows: 1,
    context: "c",
    released_by: null,
    owner_process: state.processId,
  });
const aRequest = (run: string): Promise<void> =>
  insertRunRequest(state.db, {
    id: `o-${run}`,
    kind: "run",
    run,
    job: "nightly",
    job_file: join(dir, "gone.yaml"),
    detail: "{}",
    by_name: null,
    at: new Date(),
  });

test.for(["reading", "running"] as const)("a request does not wait for its own run in the status %s", async (status) => {
  await aRun("r1", status);
  await aRequest("r1");
  await aRequest("r2");
  expect(await perform("o-r1", "extract")).toBe("done");
  expect((await findRun(state.db, "r1"))?.status).toBe(status);
  expect(await perform("o-r2", "extract")).toBe("later");
});

test.for([
  ["reading", "failed"],
  ["running", "interrupted"],
] as const)("an unusable job file ends a run that is %s, so that later runs do not wait for it", async ([status, ended]) => {
  await aRun("r1", status);
  await aRequest("r1");
  expect(await perform("o-r1", "plan")).toBe("done");
  expect((await findRunRequest(state.db, "o-r1"))?.outcome).toMatchObject({ status: "failed" });
  expect(await findRun(state.db, "r1")).toMatchObject({ status: ended, problem: { code: expect.any(String) } });
  expect(await findLiveRun(state.db, "nightly", state.processId)).toBeUndefined();
  await aRequest("r2");
  expect(await perform("o-r2", "extract")).toBe("done");
});

test("a run on which another process works is shown with its progress until it has ended, and each state once", async () => {
  const shown: unknown[] = [];
  onTestFinished(feed.watch(({ run, phase, done, total, ended }) => shown.push([run, phase, done, total, ended?.status])));
  await aRun("r9", "reading");
  await aRequest("r9");
  const look = async (): Promise<void> => {
    for (let times = 0; times < 2; times += 1) await feed.refresh();
  };
  await look();
  await startRunRequest(state.db, "o-r9", new Date());
  await setProgress(state.db, "r9", { phase: "sending", done: 2, total: 5, said: null });
  await look();
  expect(feed.running()).toMatchObject([{ run: "r9", job: "nightly", phase: "sending" }]);
  await endRunRequest(state.db, "o-r9", { status: "completed", code: 0, said: null }, new Date());
  await look();
  expect(shown).toEqual([
    ["r9", "waiting_for_worker", 0, null, undefined],
    ["r9", "sending", 2, 5, undefined],
    ["r9", "sending", 2, 5, "completed"],
  ]);
  expect(feed.running()).toEqual([]);
});
