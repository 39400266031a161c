/** Redis is killed and restarted empty at each phase of a run: the run completes, and so does the next one. */
import { createServer, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openStepQueue } from "../../src/queue/steps.ts";
import { insertRunRequest } from "../../src/store/schedule/run-requests.ts";
import { findRun, newRunId } from "../../src/store/runs/runs.ts";
import { openServerState } from "../../src/state/server-state.ts";
import type { State } from "../../src/state/state.ts";
import type { FaultInput } from "../../src/sandbox/faults/faults.ts";
import { company, people, staff, until, type Company } from "../helpers/company.ts";
import { postgres, redis, type PostgresServer, type TestServer } from "../helpers/servers.ts";
import { jobForDaemon, serving } from "../helpers/serving.ts";

const PEOPLE = 12;

let database: PostgresServer;
beforeAll(async () => {
  database = await postgres();
}, 300_000);
afterAll(() => database?.close());

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function eventually(what: string, found: () => Promise<boolean>, ms: number): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await pause(50)) if (await found()) return;
  throw new Error(`never: ${what}`);
}

interface Place {
  c: Company;
  state: State;
  redis: TestServer;
  /** Requests a run of the job. @returns its id */
  request(): Promise<string>;
  status(run: string): Promise<string | undefined>;
  ended(run: string): Promise<boolean>;
}

async function place(faults: readonly FaultInput[], more: Record<string, unknown> = {}): Promise<Place> {
  const own = await redis();
  onTestFinished(() => own.close());
  const where = { DATABASE_URL: await database.database(), REDIS_URL: own.url };
  const c = await company({ where, faults });
  c.hr(people(PEOPLE));
  jobForDaemon(c, more);
  await serving(c, "--roles", "worker");
  const state = await openServerState({ url: where.DATABASE_URL, redis: where.REDIS_URL, dir: `${c.place.dir}/.rollcall` });
  onTestFinished(() => state.close());
  return {
    c,
    state,
    redis: own,
    request: async () => {
      const id = newRunId(new Date());
      const job = { job: "nightly", job_file: `${c.place.dir}/jobs/nightly.yaml` };
      await insertRunRequest(state.db, { id, kind: "run", run: id, ...job, detail: "{}", by_name: null, at: new Date() });
      const queue = openStepQueue(state);
      await queue.add(id, "extract");
      await queue.close();
      return id;
    },
    status: async (run) => (await findRun(state.db, run))?.status,
    ended: async (run) => {
      const order = await state.db.selectFrom("run_request").select("ended_at").where("id", "=", run).executeTakeFirst();
      return order?.ended_at != null;
    },
  };
}

/** Kills Redis and restarts it empty. */
async function lose({ redis: server }: Place, awayMs = 1000): Promise<void> {
  await server.kill();
  await pause(awayMs);
  await server.start();
}

async function endsByItself(at: Place, run: string): Promise<void> {
  await eventually(`the request for ${run} ends`, () => at.ended(run), 90_000);
  expect(await at.status(run)).toBe("completed");
  const names = at.c.service.users().map(({ username }) => username);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toHaveLength(PEOPLE);
  const next = await at.request();
  await eventually(`the next run ${next} ends`, () => at.ended(next), 60_000);
  expect(await at.status(next)).toBe("completed");
}

const slowGroups: FaultInput = { path: "/groups", method: "GET", delayMs: 3000, times: 1 };

test("lost while the file is read", { timeout: 240_000 }, async () => {
  const at = await place([]);
  at.c.hr(Array.from({ length: 20_000 }, () => people(PEOPLE)).flat());
  const run = await at.request();
  await eventually("the file is read", async () => (await findRun(at.state.db, run))?.sha256 === "", 60_000);
  await lose(at);
  await endsByItself(at, run);
});

test("lost while the run is planned", { timeout: 240_000 }, async () => {
  const at = await place([slowGroups]);
  const run = await at.request();
  await eventually("the groups are read", async () => at.c.service.requests().some(({ path }) => path.includes("/groups")), 60_000);
  await lose(at);
  await endsByItself(at, run);
});

test("lost while the run is planned, and away until the plan is complete", { timeout: 240_000 }, async () => {
  const at = await place([slowGroups]);
  const run = await at.request();
  await eventually("the groups are read", async () => at.c.service.requests().some(({ path }) => path.includes("/groups")), 60_000);
  await lose(at, 6000);
  await endsByItself(at, run);
});

test("lost while changes are sent", { timeout: 240_000 }, async () => {
  const at = await place([{ path: "/users", delayMs: 500, times: -1 }]);
  const run = await at.request();
  await until(() => at.c.service.users().length > 2, 60_000);
  await lose(at);
  await endsByItself(at, run);
});

test("lost while notifications are sent", { timeout: 240_000 }, async () => {
  const told: string[] = [];
  const waiting: ServerResponse[] = [];
  let lost = false;
  const hook = createServer((request, response) => {
    void text(request).then((body) => told.push(body));
    if (lost) response.end("ok");
    else waiting.push(response);
  }).listen(0, "127.0.0.1");
  await once(hook, "listening");
  onTestFinished(() => void hook.close());
  const webhook = { url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/` };
  const at = await place([], { notify: { webhook } });
  // An unknown account puts a first run on hold, which is notified at once.
  at.c.service.addUser({ username: "unknown@acme.example" }, [staff]);
  const run = await at.request();
  await until(() => told.length > 0, 60_000);
  await lose(at);
  lost = true;
  for (const response of waiting) response.end("ok");
  await eventually(`the request for ${run} ends`, () => at.ended(run), 90_000);
  expect(await at.status(run)).toBe("held");
  expect(new Set(told).size).toBe(told.length);
});
