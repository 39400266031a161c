/** The page of the queues, on each of the places where queues can lie: to look at, by those who may, and nothing more. */
import { Redis } from "ioredis";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { ROLES } from "../../src/console/parts.ts";
import type { RunData } from "../../src/console/pages/run-data.ts";
import { openServerState } from "../../src/store/server-state.ts";
import { openState, type State } from "../../src/store/state.ts";
import { postgres, redis, type PostgresServer, type TestServer } from "../helpers/servers.ts";
import { consoleFor, type Console, type Signed } from "./helpers.ts";

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

interface Shown {
  name: string;
  counts: Record<string, number>;
  jobs: { id: string; data: Record<string, unknown> }[];
  readOnlyMode: boolean;
}

async function shown(who: Signed, active = ""): Promise<Shown[]> {
  const answer = await who.get(`/queues/api/queues?activeQueue=${active}&status=latest&page=1&jobsPerPage=10`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
  return (JSON.parse(answer.text) as { queues: Shown[] }).queues;
}

/** Starts a run with something to do for everybody, against a service that takes its time. @returns its id */
async function slowRun(place: Console, who: Signed): Promise<string> {
  place.hr(place.employees.map((employee) => ({ ...employee, first: `${employee.first} II` })));
  place.sandbox.failNext({ method: "PUT", path: "/users", times: -1, delayMs: 1000 });
  const { location } = await who.post("/jobs/nightly/run", {});
  return /\/runs\/([^?]+)/.exec(location ?? "")?.[1] ?? "";
}

/** What is in BullMQ's own tables or keys of a queue. */
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
  test("the queues of a run under way are shown with ids only, measured, and leave nothing when it has ended", async () => {
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
    expect(new Set(jobs.flatMap(({ data }) => Object.keys(data)))).toEqual(new Set(["operationId"]));
    const [step] = (await shown(operator, "steps")).find((one) => one.name === "steps")?.jobs ?? [];
    expect(Object.keys(step?.data ?? {}).toSorted()).toEqual(["order", "step"]);
    // The flow of the steps is found on every place.
    const flow = await operator.get(`/queues/api/queues/steps/${step?.id ?? ""}/flow`);
    expect([flow.status, flow.text.includes(".notify")]).toEqual([200, true]);
    const single = await operator.get(`/queues/api/queues/${name}/${jobs[0]?.id ?? ""}`);
    expect([single.status, single.text.includes(jobs[0]?.id ?? "-")]).toEqual([200, true]);
    place.sandbox.clearFaults();
    expect(await leftOf(place.state, name)).toBeGreaterThan(0);
    await expect.poll(async () => (await operator.json<RunData>(`/runs/${run}`)).progress, { timeout: 50_000 }).toBe(null);
    expect((await shown(operator)).map((one) => one.name)).toEqual(["steps", "schedules"]);
    await expect.poll(() => leftOf(place.state, name), { timeout: 10_000 }).toBe(0);
    await expect.poll(metrics, { timeout: 40_000 }).toContain('rollcall_queue_jobs{queue="operations",state="active"} 0\n');
  }, 180_000);
});

describe("the page", () => {
  let place: Console;
  beforeAll(async () => {
    place = await consoleFor();
  });
  afterAll(() => place.close());

  const PATHS = ["/queues", "/queues/", "/queues/api/queues", "/queues/queue/steps", "/queues/static/locales/en-GB/messages.json"];

  test("needs a session, and the role operator, with all that it loads", async () => {
    for (const path of PATHS) {
      const answer = await fetch(`${place.url}${path}`, { redirect: "manual" });
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 303, `/sign-in?next=${encodeURIComponent(path)}`]);
    }
    for (const role of ROLES) {
      const who = await place.signIn(role);
      const may = role === "operator" || role === "admin";
      for (const path of PATHS) expect([role, path, (await who.get(path)).status]).toEqual([role, path, may ? 200 : 403]);
      expect((await who.get("/status")).text.includes(`href="/queues"`)).toBe(may);
    }
    const token = await place.token("admin");
    const answer = await fetch(`${place.url}/queues/api/queues`, { redirect: "manual", headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(303);
  });

  test("takes nothing that would change a queue, whoever asks", async () => {
    const admin = await place.signIn("admin");
    const csrf = /name="csrf" value="([^"]+)"/.exec((await admin.get("/account")).text)?.[1] ?? "";
    const send = async (method: string, path: string): Promise<number> =>
      (
        await fetch(`${place.url}/queues/api/queues${path}`, {
          method,
          headers: { cookie: admin.cookie, origin: place.url, "x-csrf-token": csrf, "content-type": "application/json" },
          body: JSON.stringify({ name: "operation", data: { operationId: "x" }, options: {} }),
        })
      ).status;
    const changes = [
      "pause",
      "resume",
      "empty",
      "obliterate",
      "promote",
      "retry/failed",
      "clean/active",
      "x/retry",
      "x/clean",
      "x/promote",
    ];
    for (const change of ["/pause", ...changes.map((one) => `/steps/${one}`)])
      expect([change, await send("PUT", change)]).toEqual([change, 404]);
    expect(await send("POST", "/steps/add")).toBe(404);
    expect(await send("PATCH", "/steps/x/update-data")).toBe(404);
    const [steps] = await shown(admin, "steps");
    expect([steps?.name, steps?.jobs]).toEqual(["steps", []]);
  });

  test("loads from here only, runs no script that stands in it, and reaches no file but its own", async () => {
    const operator = await place.signIn("operator");
    const page = await operator.get("/queues/");
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("default-src 'none';");
    expect(page.text).not.toMatch(/https?:\/\//);
    const scripts = [...page.text.matchAll(/<script defer src="([^"]+)"/g)].map((match) => match[1] ?? "");
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) {
      const file = await operator.get(`/queues/${script}`);
      expect([file.status, file.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    }
    for (const path of [
      "/queues/static/../index.ejs",
      "/queues/static/..%2findex.ejs",
      "/queues/static/js/../../../package.json",
      "/queues/nothing",
    ])
      expect([path, (await operator.get(path)).status]).toEqual([path, 404]);
    // The other pages are as strict as ever.
    expect((await operator.get("/status")).headers.get("content-security-policy")).toContain("base-uri 'none'");
    expect((await operator.get("/status")).headers.get("content-security-policy")).not.toContain("unsafe-inline");
  });
});
