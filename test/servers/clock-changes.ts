/**
 * Runs around a change of the clock: a real `rollcall serve`, with the queue's own schedulers and a clock shortly
 * before 02:30. A mark in the database, where time is real, suppresses no due time, because it is earlier.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { company, people, type Company } from "../helpers/company.ts";
import { postgres, redis, type PostgresServer, type TestServer } from "../helpers/servers.ts";
import { ended, jobForDaemon } from "../helpers/serving.ts";

const clock = new URL("../helpers/process-clock.ts", import.meta.url).href;
let database: PostgresServer;
let queue: TestServer;

beforeAll(async () => {
  [database, queue] = await Promise.all([postgres(), redis()]);
}, 300_000);
afterAll(async () => {
  await Promise.all([database?.close(), queue?.close()]);
});

/** Returns the starts of runs, in order. */
const begun = (c: Company): Promise<string[]> =>
  c.look(async ({ db }) => {
    const rows = await db
      .selectFrom("schedule_tick")
      .select("due")
      .where("job", "=", "nightly")
      .where("outcome", "=", "started")
      .orderBy("due")
      .execute();
    return rows.map(({ due }) => due.toISOString());
  });

/** Starts the daemon with its clock shortly before a moment, and ends it after that. */
async function liveThrough(c: Company, moment: string): Promise<void> {
  const from = Date.parse(moment) - 20_000;
  const started = Date.now();
  const env = { TEST_CLOCK: new Date(from).toISOString(), NODE_OPTIONS: `--import=${clock}` };
  const child = await c.place.start(["serve", "--roles", "scheduler,worker", "--json", "--quiet"], env);
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => (errors += chunk.toString("utf8")));
  while (Date.now() - started < 32_000) {
    if (child.exitCode !== null) throw new Error(`serve ended: ${errors}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  expect(await ended(child, "SIGTERM")).toBe(0);
}

interface Night {
  cron: string;
  timezone: string;
  /** The daemon runs around each of these, one after another. */
  moments: string[];
  due: string;
}

const nights: Record<string, Night> = {
  "spring, where 02:30 is skipped": {
    cron: "30 2 * * *",
    timezone: "Europe/Madrid",
    moments: ["2027-03-28T00:30:00.000Z", "2027-03-28T01:30:00.000Z"],
    due: "2027-03-28T01:30:00.000Z",
  },
  "autumn, where 02:30 comes twice": {
    cron: "30 2 * * *",
    timezone: "Europe/Madrid",
    moments: ["2027-10-31T00:30:00.000Z", "2027-10-31T01:30:00.000Z"],
    due: "2027-10-31T00:30:00.000Z",
  },
  "half an hour that is skipped": {
    cron: "15 2 * * *",
    timezone: "Australia/Lord_Howe",
    moments: ["2027-10-02T15:45:00.000Z"],
    due: "2027-10-02T15:45:00.000Z",
  },
};

/**
 * The cases run in parallel, because each waits for its moment.
 * @param distributed with the queues on Redis
 */
export function nightsOfChange(distributed: boolean): void {
  test("a night in which the clock changes has exactly one run", { timeout: 240_000 }, async () => {
    const companies = await Promise.all(
      Object.entries(nights).map(async ([name, { cron, timezone, moments, due }], index) => {
        const where = { DATABASE_URL: await database.database(), ...(distributed ? { REDIS_URL: `${queue.url}/${index}` } : {}) };
        const c = await company({ where });
        c.hr(people(2));
        jobForDaemon(c, { schedule: { cron, timezone, missed: "skip" } });
        return { name, c, moments, due };
      }),
    );
    const found = await Promise.all(
      companies.map(async ({ name, c, moments }) => {
        for (const moment of moments) await liveThrough(c, moment);
        return [name, { due: await begun(c), users: c.service.users().length }];
      }),
    );
    expect(found).toEqual(companies.map(({ name, due }) => [name, { due: [due], users: 2 }]));
  });
}
