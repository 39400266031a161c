/** Schedules on each of the places that can store queues: each due time starts one run, whoever listens. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { Jobs } from "../../src/daemon/jobs.ts";
import { Scheduler } from "../../src/daemon/scheduler.ts";
import { prepareQueues } from "../../src/queue/backend.ts";
import { openScheduleQueue } from "../../src/queue/schedules.ts";
import { openServerState } from "../../src/state/server-state.ts";
import { requestReload } from "../../src/store/settings.ts";
import { openState, type State } from "../helpers/state.ts";
import { mappingText } from "../helpers/company.ts";
import { postgres, redis, type PostgresServer, type TestServer } from "../helpers/servers.ts";
import { testCall } from "../helpers/io.ts";

let database: PostgresServer;
let queue: TestServer;

beforeAll(async () => {
  [database, queue] = await Promise.all([postgres(), redis()]);
}, 300_000);
afterAll(async () => {
  await Promise.all([database?.close(), queue?.close()]);
});

interface Place {
  dir: string;
  state: State;
  schedule(text: string | null, exporting?: string | null): void;
  scheduler(): Promise<{ begun: string[]; exported: string[]; warned: object[]; due: string[]; scheduler: Scheduler }>;
  /** The outcomes of the due times in order, without the marks. */
  outcomes(): Promise<string[]>;
}

async function placeOn(open: (dir: string) => Promise<State>): Promise<Place> {
  const dir = mkdtempSync(join(tmpdir(), "rollcall-schedules-"));
  mkdirSync(join(dir, "jobs"));
  writeFileSync(join(dir, "mapping.yaml"), mappingText);
  const state = await open(join(dir, "state"));
  await prepareQueues(state);
  const closing: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    for (const close of closing) await close();
    await state.close();
    rmSync(dir, { recursive: true, force: true });
  });
  return {
    dir,
    state,
    schedule: (text, exporting = null) => {
      const exports = exporting === null ? "" : `export: { file: ../progress.csv, schedule: ${exporting} }\n`;
      const job = `name: nightly\n${text === null ? "" : `schedule: ${text}\n`}${exports}source: { file: ../hr.csv }\nmapping: ../mapping.yaml\nservice: { base_url: sandbox }\n`;
      writeFileSync(join(dir, "jobs", "nightly.yaml"), job);
    },
    scheduler: async () => {
      const begun: string[] = [];
      const exported: string[] = [];
      const warned: object[] = [];
      const due: string[] = [];
      const scheduler = new Scheduler({
        now: () => new Date(),
        state,
        jobs: new Jobs(testCall(dir), join(dir, "jobs")),
        begin: async (job) => {
          begun.push(job);
          return `run-${begun.length}`;
        },
        export: async (job) => void exported.push(job),
        daily: async () => undefined,
        due: (job, at) => void due.push(`${job} ${at.toISOString()}`),
        warn: (about) => void warned.push(about),
      });
      await scheduler.start();
      closing.push(() => scheduler.close());
      return { begun, exported, warned, due, scheduler };
    },
    outcomes: async () => {
      const rows = await state.db.selectFrom("schedule_tick").select(["outcome"]).where("job", "=", "nightly").orderBy("due").execute();
      return rows.map(({ outcome }) => outcome).filter((outcome) => outcome !== "marked");
    },
  };
}

const onServer = async (dir: string): Promise<State> => openServerState({ url: await database.database(), redis: queue.url, dir });

const places: [string, (dir: string) => Promise<State>][] = [
  ["embedded", (dir) => openState(dir)],
  ["one database", async (dir) => openServerState({ url: await database.database(), redis: null, dir })],
  ["distributed", onServer],
];

const eventually = async (found: () => boolean | Promise<boolean>, ms: number): Promise<void> => {
  for (const end = Date.now() + ms; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 100))) if (await found()) return;
  throw new Error("it did not happen");
};

/** Moves the last handled due time into the past. */
const lastMet = (state: State, hoursAgo: number, job = "nightly") =>
  state.db
    .insertInto("schedule_tick")
    .values({ job, due: new Date(Date.now() - hoursAgo * 3_600_000), outcome: "started", run: "r", at: new Date() })
    .execute();

test("two schedulers start one run for a due time, in every place", { timeout: 180_000 }, async () => {
  // In parallel, because each place waits for the next minute.
  const found = await Promise.all(
    places.map(async ([name, open]) => {
      const place = await placeOn(open);
      place.schedule('{ cron: "* * * * *", timezone: Europe/Madrid }');
      const [one, other] = [await place.scheduler(), await place.scheduler()];
      await eventually(() => one.begun.length + other.begun.length > 0, 90_000);
      await new Promise((resolve) => setTimeout(resolve, 2000));
      return [name, { begun: [...one.begun, ...other.begun], due: [...one.due, ...other.due], outcomes: await place.outcomes() }];
    }),
  );
  const once = { begun: ["nightly"], due: [expect.stringMatching(/^nightly \S+:00\.000Z$/)], outcomes: ["started"] };
  expect(found).toEqual(places.map(([name]) => [name, once]));
});

test(
  "an export has a schedule of its own: two schedulers start it once, and a missed time is made up for",
  { timeout: 120_000 },
  async () => {
    const place = await placeOn(onServer);
    place.schedule(null, '{ cron: "0 * * * *", timezone: UTC }');
    await (await place.scheduler()).scheduler.close();
    await place.state.db.deleteFrom("schedule_tick").execute();
    await lastMet(place.state, 5, "nightly/export");
    const [one, other] = [await place.scheduler(), await place.scheduler()];
    await eventually(() => one.exported.length + other.exported.length > 0, 30_000);
    await Promise.all([one.scheduler.close(), other.scheduler.close()]);
    expect([...one.exported, ...other.exported]).toEqual(["nightly"]);
    expect([...one.begun, ...other.begun]).toEqual([]);
  },
);

describe("after an outage", () => {
  const hourly = (rest = ""): string => `{ cron: "0 * * * *", timezone: UTC${rest} }`;

  test.for<[string, string, string[], number]>([
    ["the last missed time is made up for, once", "", ["started"], 1],
    ["a job with `missed: skip` waits for the next time", ", missed: skip", ["skipped"], 0],
    ["a paused job does not run", ", paused: true", ["paused"], 0],
    ["a job does not run on a blackout day", `, blackout: ["2000-01-01..2100-01-01"]`, ["blackout"], 0],
  ])("%s", { timeout: 120_000 }, async ([, rest, outcomes, runs]) => {
    const place = await placeOn(onServer);
    place.schedule(hourly(rest));
    await (await place.scheduler()).scheduler.close();
    await place.state.db.deleteFrom("schedule_tick").execute();
    // Three hours and a bit: three times have passed, and the last may be too old to count as on time.
    await lastMet(place.state, 3.2);
    const late = new Date().getUTCMinutes() >= 15;
    const { begun } = await place.scheduler();
    const found = (await place.outcomes()).slice(1);
    // In the first quarter of an hour the last time still counts as on time.
    if (!late && rest.includes("skip")) expect(found).toEqual(["started"]);
    else expect(found).toEqual(outcomes);
    expect(begun).toHaveLength(!late && rest.includes("skip") ? 1 : runs);
    // After another restart nothing is left to do.
    const again = await place.scheduler();
    expect(again.begun).toEqual([]);
  });

  test("a new schedule makes up for nothing", async () => {
    const place = await placeOn(onServer);
    place.schedule(hourly());
    expect((await place.scheduler()).begun).toEqual([]);
  });
});

describe("the job files", () => {
  test("are read again on request by every scheduler; a broken one keeps its schedule", { timeout: 120_000 }, async () => {
    const place = await placeOn(onServer);
    place.schedule('{ cron: "0 4 * * *", timezone: Europe/Madrid }');
    const { warned } = await place.scheduler();
    const known = openScheduleQueue(place.state);
    const set = async (): Promise<string[]> => known.set(new Map([["nightly", { cron: "0 5 * * *", timezone: "Europe/Madrid" }]]));
    place.schedule('{ cron: "0 5 * * *", timezone: Europe/Madrid }');
    await requestReload(place.state.db, new Date(Date.now() + 1000));
    // Once the scheduler has set it, there is nothing to change.
    await new Promise((resolve) => setTimeout(resolve, 5000));
    expect(await set()).toEqual([]);
    writeFileSync(join(place.dir, "jobs", "nightly.yaml"), "name: nightly\nschedul: {}\n");
    await requestReload(place.state.db, new Date(Date.now() + 1000));
    await eventually(() => warned.length > 0, 15_000);
    expect(warned[0]).toMatchObject({ is: "unusable", faults: 4 });
    expect(await set()).toEqual([]);
    await known.close();
  });
});
