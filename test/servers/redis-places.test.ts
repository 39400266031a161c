/** The shapes of Redis that REDIS_URL may name, each with a real one: TLS, sentinels, a Cluster. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { company, people, staff, until, type Company, type Where } from "../helpers/company.ts";
import {
  clusteredRedis,
  secureRedis,
  watchedRedis,
  type ClusteredRedis,
  type SecureRedis,
  type WatchedRedis,
} from "../helpers/redis-places.ts";
import { postgres, redis, type PostgresServer, type TestServer } from "../helpers/servers.ts";
import { ended, jobForDaemon, serving } from "../helpers/serving.ts";

let database: PostgresServer;

beforeAll(async () => {
  database = await postgres();
}, 300_000);
afterAll(() => database?.close());

/** A Redis of a test of its own, and what befalls it in the middle of a run. */
interface RedisPlace {
  where: { REDIS_URL: string; NODE_EXTRA_CA_CERTS?: string };
  befall(): Promise<void>;
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const secure = async (): Promise<RedisPlace> => {
  const place = await secureRedis();
  onTestFinished(() => place.close());
  const befall = async (): Promise<void> => {
    await place.kill();
    await pause(1000);
    await place.start();
  };
  return { where: { REDIS_URL: place.url, NODE_EXTRA_CA_CERTS: place.ca }, befall };
};

const watched = (tls: boolean) => async (): Promise<RedisPlace> => {
  const place = await watchedRedis({ secure: tls });
  onTestFinished(() => place.close());
  return {
    where: { REDIS_URL: place.url, ...(place.ca === null ? {} : { NODE_EXTRA_CA_CERTS: place.ca }) },
    befall: () => place.failOver(),
  };
};

const clustered = async (): Promise<RedisPlace> => {
  const place = await clusteredRedis();
  onTestFinished(() => place.close());
  return { where: { REDIS_URL: place.url }, befall: () => place.restart(1500) };
};

const places: [string, () => Promise<RedisPlace>][] = [
  ["TLS, killed and started empty", secure],
  ["sentinels, and the master killed", watched(false)],
  ["sentinels with TLS, and the master killed", watched(true)],
  ["a Cluster, and a master killed and started empty", clustered],
];

/** The orders that a schedule has given, first to last: whether they have ended. */
const orders = (c: Company): Promise<{ run: string | null; over: boolean }[]> =>
  c.look(async ({ db }) => {
    const rows = await db.selectFrom("run_order").select(["run", "ended_at"]).orderBy("at").execute();
    return rows.map(({ run, ended_at: at }) => ({ run, over: at !== null }));
  });

describe.each(places)("%s", (_name, open) => {
  test("a night, an approved removal, and a scheduled run that loses its Redis on the way and ends all the same", async () => {
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
      if (Date.now() > end) throw new Error(`the order does not end: ${errors()}`);
      await pause(500);
    }
    // The schedule was in Redis too, and the next minute is met.
    while ((await orders(c)).length < 2) {
      if (Date.now() > end + 60_000) throw new Error(`the next minute is not met: ${errors()}`);
      await pause(500);
    }
    expect(await ended(child, "SIGTERM")).toBe(0);
    const night = await c.night("sync", ["jobs/nightly.yaml"]);
    expect(night.counts).toMatchObject({ unchanged: 252, failed: 0, uncertain: 0, removals_pending: 0 });
    const names = c.service.users().map(({ username }) => username);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toHaveLength(252);
  }, 480_000);
});

test("a Cluster that is away as a whole: what is handed over waits for it, and SIGTERM ends the process all the same", async () => {
  const place = await clusteredRedis();
  onTestFinished(() => place.close());
  const c = await company({ where: { DATABASE_URL: await database.database(), REDIS_URL: place.url } });
  c.hr(people(3));
  jobForDaemon(c);
  const { child } = await serving(c, "--roles", "scheduler,worker");
  await place.close();
  expect(await ended(child, "SIGTERM")).toBe(0);
}, 240_000);

describe("refused before anything is begun", () => {
  let plain: TestServer;
  let tls: SecureRedis;
  let watchers: WatchedRedis;
  let cluster: ClusteredRedis;
  let c: Company;

  beforeAll(async () => {
    [plain, tls, watchers, cluster] = await Promise.all([redis(), secureRedis(), watchedRedis(), clusteredRedis()]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([plain?.close(), tls?.close(), watchers?.close(), cluster?.close()]);
  });

  const refusal = async (where: Omit<Where, "DATABASE_URL">): Promise<string> => {
    c = await company({ where: { DATABASE_URL: await database.database(), ...where } });
    c.hr(people(3));
    const { code, stderr, stdout } = await c.run("sync", "job.yaml", "--json");
    expect(code, `of ${stderr}`).toBe(2);
    expect(c.service.requests()).toEqual([]);
    // The address has a password in it.
    expect(stderr + stdout).not.toMatch(/not-a-secret|wrong-secret/);
    expect(stderr).toContain("Nothing was started");
    return stderr;
  };

  test.for<[string, () => Omit<Where, "DATABASE_URL">, RegExp]>([
    [
      "a wrong password",
      () => ({ REDIS_URL: tls.url.replace("not-a", "wrong"), NODE_EXTRA_CA_CERTS: tls.ca }),
      /refuses the user or the password of REDIS_URL \(WRONGPASS\)/,
    ],
    [
      "no password",
      () => ({ REDIS_URL: `rediss://127.0.0.1:${tls.port}`, NODE_EXTRA_CA_CERTS: tls.ca }),
      /refuses the user or the password of REDIS_URL \(NOAUTH\)/,
    ],
    ["an authority that nobody knows", () => ({ REDIS_URL: tls.url }), /certificate of Redis is not trusted.*\n.*NODE_EXTRA_CA_CERTS/],
    [
      "TLS with a port that has none",
      () => ({ REDIS_URL: plain.url.replace("redis:", "rediss:") }),
      /Redis cannot be reached.*\n.*that it speaks TLS at this port/,
    ],
    [
      "no TLS with a port that has it",
      () => ({ REDIS_URL: tls.url.replace("rediss:", "redis:") }),
      /breaks off at once: is it a port for TLS\?/,
    ],
    ["a master that the sentinels do not know", () => ({ REDIS_URL: `${watchers.sentinels}/nobody` }), /know no master named `nobody`/],
    [
      "a wrong password behind sentinels",
      () => ({ REDIS_URL: watchers.url.replace("not-a", "wrong") }),
      /refuses the user or the password of REDIS_URL/,
    ],
    ["sentinels that are none", () => ({ REDIS_URL: `${plain.url.replace("redis:", "redis+sentinel:")}/x` }), /is no sentinel/],
    ["a replica", () => ({ REDIS_URL: watchers.replica }), /is a replica, which takes no writes/],
    ["a Cluster that is none", () => ({ REDIS_URL: plain.url.replace("redis:", "redis+cluster:") }), /is no Cluster/],
    [
      "a wrong password of a Cluster",
      () => ({ REDIS_URL: cluster.url.replace("not-a", "wrong") }),
      /refuses the user or the password of REDIS_URL/,
    ],
    [
      "one server of a Cluster",
      () => ({ REDIS_URL: cluster.url.replace("+cluster", "").replace(/,.*/, "") }),
      /is one server of a Cluster/,
    ],
    ["a port where nobody is", () => ({ REDIS_URL: "redis://127.0.0.1:1" }), /cannot be reached \(connect ECONNREFUSED/],
  ])("%s", { timeout: 120_000 }, async ([, where, words]) => {
    expect(await refusal(where())).toMatch(words);
  });

  test("a Cluster that throws away what waits when its memory is full, until it no longer does", async () => {
    cluster.configure("maxmemory-policy", "allkeys-lru");
    const where = { REDIS_URL: cluster.url };
    expect(await refusal(where)).toMatch(/maxmemory-policy allkeys-lru.*\n.*noeviction/);
    cluster.configure("maxmemory-policy", "noeviction");
    expect(await c.sync()).toMatchObject({ code: 0, counts: { done: 3 } });
  }, 120_000);
});
