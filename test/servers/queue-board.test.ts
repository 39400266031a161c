/** The queue page, on each of the places that can store queues. */
import { Redis } from "ioredis";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { RunData } from "../../src/console/pages/runs/run-data.ts";
import { openServerState } from "../../src/state/server-state.ts";
import { openState, type State } from "../helpers/state.ts";
import { postgres, redis, type PostgresServer, type TestServer } from "../helpers/servers.ts";
import { consoleFor, type Console, type Signed } from "../console/helpers.ts";
import { shown } from "../console/queues.ts";

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
  test("the queues of a running run are shown with ids only, are measured, and leave nothing when it has ended", async () => {
    const place = await consoleFor({ people: 30, open });
    onTestFinished(() => place.close());
    const operator = await place.signIn("operator");
    expect((await shown(operator)).map(({ name }) => name)).toEqual(["steps", "schedules"]);
    const run = await slowRun(place, operator);
    const name = `operations-${run}`;
    await expect
      .poll(async () => (await shown(operator)).find((one) => one.name === name)?.counts["active"] ?? 0, { timeout: 40_000 })
      .toBeGreaterThan(0);
    const metrics = async (): Promise<string> => (await fetch(`${place.url}/metrics`)).text();
    await expect.poll(metrics, { timeout: 40_000 }).toMatch(/rollcall_queue_jobs\{queue="operations",state="active"\} [1-9]/);
    await expect.poll(metrics, { timeout: 40_000 }).toMatch(/rollcall_queue_jobs\{queue="steps",state="active"\} 1\n/);
    const queues = await shown(operator, name);
    expect(queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
    const { jobs } = queues.find((one) => one.name === name) ?? { jobs: [] };
    expect(jobs.length).toBeGreaterThan(0);
    expect(new Set(jobs.flatMap(({ data }) => Object.keys(data)))).toEqual(new Set(["operationIds"]));
    const [step] = (await shown(operator, "steps")).find((one) => one.name === "steps")?.jobs ?? [];
    expect(Object.keys(step?.data ?? {}).toSorted()).toEqual(["order", "step"]);
    // The flow of the steps can be read in every place.
    const flow = await operator.get(`/queues/board/api/queues/steps/${step?.id ?? ""}/flow`);
    expect([flow.status, flow.text.includes(".notify")]).toEqual([200, true]);
    const single = await operator.get(`/queues/board/api/queues/${name}/${jobs[0]?.id ?? ""}`);
    expect([single.status, single.text.includes(jobs[0]?.id ?? "-")]).toEqual([200, true]);
    place.sandbox.clearFaults();
    expect(await leftOf(place.state, name)).toBeGreaterThan(0);
    await expect.poll(async () => (await operator.json<RunData>(`/runs/${run}`)).progress, { timeout: 50_000 }).toBe(null);
    expect((await shown(operator)).map((one) => one.name)).toEqual(["steps", "schedules"]);
    await expect.poll(() => leftOf(place.state, name), { timeout: 10_000 }).toBe(0);
    await expect.poll(metrics, { timeout: 40_000 }).toContain('rollcall_queue_jobs{queue="operations",state="active"} 0\n');
  }, 180_000);
});
