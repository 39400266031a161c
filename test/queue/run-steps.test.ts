/** The steps of a requested run, handed over again after the queue has lost them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { Follower } from "../../src/cli/serve/follow.ts";
import { HealthBook } from "../../src/cli/serve/health.ts";
import { Services } from "../../src/cli/serve/services.ts";
import { stepRunner } from "../../src/cli/serve/steps.ts";
import type { Step } from "../../src/queue/steps.ts";
import { findOrder, insertOrder } from "../../src/store/orders.ts";
import { findLiveRun, findRun, insertRun } from "../../src/store/runs.ts";
import { testCall } from "../helpers/io.ts";
import type { State } from "../helpers/state.ts";
import { openWarmState } from "../helpers/warm-databases.ts";

let dir = "";
let state: State;
let follower: Follower;
let perform: (order: string, step: Step) => Promise<"done" | "later">;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-steps-"));
  state = await openWarmState(join(dir, "state"));
  follower = new Follower(state, () => new Date());
  const parts = { state, services: new Services(), health: new HealthBook(), follower, decided: async () => undefined };
  const runner = stepRunner(testCall(dir), parts);
  perform = (order, step) => runner({ order, step }, new AbortController().signal);
});
afterAll(async () => {
  await follower.close();
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql`TRUNCATE run, run_order`.execute(state.db);
});

/** A run that this process has read, and whose plan nobody works on. */
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
    conductor: state.me,
  });
const aRequest = (run: string): Promise<void> =>
  insertOrder(state.db, {
    id: `o-${run}`,
    kind: "run",
    run,
    job: "nightly",
    job_file: join(dir, "gone.yaml"),
    detail: "{}",
    by_name: null,
    at: new Date(),
  });

test.for(["reading", "running"] as const)("the own run of a request is no reason to wait, in the status %s", async (status) => {
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
] as const)(
  "a job file that cannot be used any more ends a run that is %s, so that later runs do not wait for it",
  async ([status, ended]) => {
    await aRun("r1", status);
    await aRequest("r1");
    expect(await perform("o-r1", "plan")).toBe("done");
    expect((await findOrder(state.db, "o-r1"))?.outcome).toMatchObject({ status: "failed" });
    expect(await findRun(state.db, "r1")).toMatchObject({ status: ended, problem: { code: expect.any(String) } });
    expect(await findLiveRun(state.db, "nightly", state.me)).toBeUndefined();
    await aRequest("r2");
    expect(await perform("o-r2", "extract")).toBe("done");
  },
);
