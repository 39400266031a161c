/** What the queues contain, and what is counted of them, on each of the places that can store them. */
import { Redis } from "ioredis";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { StatusData } from "../../src/console/pages/status/routes.ts";
import type { RunData } from "../../src/console/pages/runs/run-data.ts";
import { openServerState } from "../../src/state/server-state.ts";
import { openState, type State } from "../helpers/state.ts";
import { postgres, redis, type PostgresServer, type TestServer } from "../helpers/servers.ts";
import { consoleFor, type Console, type Signed } from "../console/helpers.ts";
import { QueueInspector } from "../../src/queue/inspector.ts";

let database: PostgresServer;
let queue: TestServer;

beforeAll(async () => {
  [database, queue] = await Promise.all([postgres(), redis()]);
}, 300_000);
afterAll(async () => {
  await Promise.all([database?.close(), queue?.close()]);
});

const places: [string, (dir: string) => Promise<State>][] = [
  ["embedded", openState],
  ["on PostgreSQL", async (dir) => openServerState({ url: await database.database(), redis: null, dir })],
  ["on Redis", async (dir) => openServerState({ url: await database.database(), redis: queue.url, dir })],
];

/**
 * Starts a run with a change for everyone, against a slow service.
 * @returns its id
 */
async function slowRun(place: Console, who: Signed): Promise<string> {
  place.hr(place.employees.map((employee) => ({ ...employee, first: `${employee.first} II` })));
  place.sandbox.failNext({ method: "PUT", path: "/users", times: -1, delayMs: 1000 });
  const { location } = await who.post("/jobs/nightly/run", {});
  return /\/runs\/([^?]+)/.exec(location ?? "")?.[1] ?? "";
}

/** Returns BullMQ's own rows or keys of a queue. */
async function leftOf(state: State, name: string): Promise<number> {
  if (state.redis === null) {
    const { rows } = await sql<{ n: string }>`SELECT (SELECT count(*) FROM bullmq.meta WHERE queue = ${name})
      + (SELECT count(*) FROM bullmq.job WHERE queue = ${name}) AS n`.execute(state.db);
    return Number(rows[0]?.n);
  }
  const client = new Redis(state.redis);
  try {
    return (await client.keys(`*${name}*`)).length;
  } finally {
    client.disconnect();
  }
}

describe.each(places)("%s", (_name, open) => {
  test("the queues of a running run are counted, carry ids only, and leave nothing when it has ended", async () => {
    const place = await consoleFor({ people: 30, open });
    onTestFinished(() => place.close());
    const operator = await place.signIn("operator");
    const active = async (kind: string): Promise<number> => {
      const { queues } = await operator.json<StatusData>("/status");
      return queues?.find((one) => one.queue === kind && one.state === "active")?.jobs ?? -1;
    };
    expect(await active("operations")).toBe(0);
    const run = await slowRun(place, operator);
    const name = `operations-${run}`;
    await expect.poll(() => active("operations"), { timeout: 40_000 }).toBeGreaterThan(0);
    expect((await operator.get("/status")).text).toMatch(/[1-9] active/);
    const metrics = async (): Promise<string> => (await fetch(`${place.url}/metrics`)).text();
    await expect.poll(metrics, { timeout: 40_000 }).toMatch(/rollcall_queue_jobs\{queue="operations",state="active"\} [1-9]/);
    await expect.poll(metrics, { timeout: 40_000 }).toMatch(/rollcall_queue_jobs\{queue="steps",state="active"\} 1\n/);
    const inspector = new QueueInspector(place.state);
    onTestFinished(() => inspector.close());
    const keysIn = async (of: string): Promise<string[]> => {
      const found = inspector.open([run]).find((one) => one.name === of);
      const jobs = (await found?.getJobs(["active", "waiting", "delayed", "prioritized"])) ?? [];
      return [...new Set(jobs.flatMap(({ data }) => Object.keys(data as object)))].toSorted();
    };
    expect(await keysIn(name)).toEqual(["operationIds"]);
    expect(await keysIn("steps")).toEqual(["order", "step"]);
    inspector.open([]);
    place.sandbox.clearFaults();
    expect(await leftOf(place.state, name)).toBeGreaterThan(0);
    await expect.poll(async () => (await operator.json<RunData>(`/runs/${run}`)).progress, { timeout: 50_000 }).toBe(null);
    await expect.poll(() => leftOf(place.state, name), { timeout: 10_000 }).toBe(0);
    await expect.poll(metrics, { timeout: 40_000 }).toContain('rollcall_queue_jobs{queue="operations",state="active"} 0\n');
  }, 180_000);
});
