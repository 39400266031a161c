/** A sync, an approved removal, and a scheduled run that loses its Redis, on one kind of Redis. */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { company, people, staff, until, type Company } from "../helpers/company.ts";
import { clusteredRedis, secureRedis, watchedRedis } from "../helpers/redis-places.ts";
import { postgres, type PostgresServer } from "../helpers/servers.ts";
import { ended, jobForDaemon, serving } from "../helpers/serving.ts";

/** A Redis for one test, and the failure it gets in the middle of a run. */
export interface RedisPlace {
  where: { REDIS_URL: string; NODE_EXTRA_CA_CERTS?: string };
  befall(): Promise<void>;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export const secure = async (): Promise<RedisPlace> => {
  const place = await secureRedis();
  onTestFinished(() => place.close());
  const befall = async (): Promise<void> => {
    await place.kill();
    await pause(1000);
    await place.start();
  };
  return { where: { REDIS_URL: place.url, NODE_EXTRA_CA_CERTS: place.ca }, befall };
};

export const watched = (tls: boolean) => async (): Promise<RedisPlace> => {
  const place = await watchedRedis({ secure: tls });
  onTestFinished(() => place.close());
  return {
    where: { REDIS_URL: place.url, ...(place.ca === null ? {} : { NODE_EXTRA_CA_CERTS: place.ca }) },
    befall: () => place.failOver(),
  };
};

export const clustered = async (): Promise<RedisPlace> => {
  const place = await clusteredRedis();
  onTestFinished(() => place.close());
  return { where: { REDIS_URL: place.url }, befall: () => place.restart(1500) };
};

/** The run requests of a schedule, in order: whether they have ended. */
const orders = (c: Company): Promise<{ run: string | null; over: boolean }[]> =>
  c.look(async ({ db }) => {
    const rows = await db.selectFrom("run_request").select(["run", "ended_at"]).orderBy("at").execute();
    return rows.map(({ run, ended_at: at }) => ({ run, over: at !== null }));
  });

/** Each kind has its own file, because each test waits for two minutes of the schedule. */
export function nightOn(open: () => Promise<RedisPlace>): void {
  let database: PostgresServer;

  beforeAll(async () => {
    database = await postgres();
  }, 300_000);
  afterAll(() => database?.close());

  test("a sync, an approved removal, and a scheduled run that loses its Redis and still ends", async () => {
    const place = await open();
    const c = await company({
      where: { DATABASE_URL: await database.database(), ...place.where },
      faults: [{ path: "/users", delayMs: 60, times: -1 }],
    });
    c.hr(people(12));
    expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 12, done: 12 } });
    c.hr([{ id: "0001", dept: "IT" }, ...people(11, 2)]);
    expect(await c.sync()).toMatchObject({ code: 0, counts: { updates: 1, removals_pending: 1 } });
    const [removal] = (await c.run("review", "list", "--json")).json<{ id: string }[]>();
    expect(await c.run("review", "approve", removal?.id ?? "", "--reason", "She moved to IT.")).toMatchObject({ code: 0 });
    expect([...(c.accountsOf("0001")[0]?.groups ?? [])].sort()).toEqual([staff, "HR/Departments/IT"].sort());

    c.hr([{ id: "0001", dept: "IT" }, ...people(251, 2)]);
    jobForDaemon(c, { schedule: { cron: "* * * * *", timezone: "UTC" } });
    const { child, errors } = await serving(c, "--roles", "scheduler,worker");
    await until(() => c.service.users().length > 60, 120_000);
    await place.befall();
    await until(() => c.service.users().length >= 252, 120_000);
    const end = Date.now() + 120_000;
    while ((await orders(c))[0]?.over !== true) {
      if (Date.now() > end) throw new Error(`the run request does not end: ${errors()}`);
      await pause(500);
    }
    // The schedule was in Redis too, and the next minute still starts a run.
    while ((await orders(c)).length < 2) {
      if (Date.now() > end + 60_000) throw new Error(`the next minute starts no run: ${errors()}`);
      await pause(500);
    }
    expect(await ended(child, "SIGTERM")).toBe(0);
    const night = await c.night("sync", ["jobs/nightly.yaml"]);
    expect(night.counts).toMatchObject({ unchanged: 252, failed: 0, uncertain: 0, removals_pending: 0 });
    const names = c.service.users().map(({ username }) => username);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(252);
  }, 480_000);
}
