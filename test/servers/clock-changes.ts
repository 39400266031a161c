/**
 * Nights on which the clock is changed: a real `rollcall serve`, with the queue's own schedulers, whose clock stands
 * shortly before 02:30. A mark in the database, where time is real, keeps nothing from being due: it lies before.
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

/** Times at which runs were begun, first to last. */
const begun = (c: Company): Promise<string[]> =>
  c.look(async ({ db }) => {
    const rows = await db
      .selectFrom("due")
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

/** Each place has a file of its own, because each night waits for its moment. @param distributed with the queues on Redis */
export function nightsOfChange(distributed: boolean): void {
  test.for<[string, string, string, string[], string]>([
    [
      "spring, where 02:30 is skipped",
      "30 2 * * *",
      "Europe/Madrid",
      ["2027-03-28T00:30:00.000Z", "2027-03-28T01:30:00.000Z"],
      "2027-03-28T01:30:00.000Z",
    ],
    [
      "autumn, where 02:30 comes twice",
      "30 2 * * *",
      "Europe/Madrid",
      ["2027-10-31T00:30:00.000Z", "2027-10-31T01:30:00.000Z"],
      "2027-10-31T00:30:00.000Z",
    ],
    ["half an hour that is skipped", "15 2 * * *", "Australia/Lord_Howe", ["2027-10-02T15:45:00.000Z"], "2027-10-02T15:45:00.000Z"],
  ])("exactly one run in a night of %s", { timeout: 240_000 }, async ([, cron, timezone, moments, due]) => {
    await queue.kill();
    await queue.start();
    const c = await company({ where: { DATABASE_URL: await database.database(), ...(distributed ? { REDIS_URL: queue.url } : {}) } });
    c.hr(people(2));
    jobForDaemon(c, { schedule: { cron, timezone, missed: "skip" } });
    for (const moment of moments) await liveThrough(c, moment);
    expect(await begun(c)).toEqual([due]);
    expect(c.service.users()).toHaveLength(2);
  });
}
