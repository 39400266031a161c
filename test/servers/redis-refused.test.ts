/** Servers that REDIS_URL may name but Rollcall refuses, each a real one; and a Cluster that is away as a whole. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { company, people, type Company, type Where } from "../helpers/company.ts";
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
import { freePort } from "../helpers/free-port.ts";

let database: PostgresServer;

beforeAll(async () => {
  database = await postgres();
}, 300_000);
afterAll(() => database?.close());

test("a Cluster that is away as a whole: queued work waits for it, and SIGTERM still ends the process", async () => {
  const place = await clusteredRedis();
  onTestFinished(() => place.close());
  const c = await company({ where: { DATABASE_URL: await database.database(), REDIS_URL: place.url } });
  c.hr(people(3));
  jobForDaemon(c);
  const { child } = await serving(c, "--roles", "scheduler,worker");
  await place.close();
  expect(await ended(child, "SIGTERM")).toBe(0);
}, 240_000);

test("plans without Redis, because a plan sends nothing", async () => {
  const redisUrl = `redis://127.0.0.1:${await freePort()}`;
  const c = await company({ where: { DATABASE_URL: await database.database(), REDIS_URL: redisUrl } });
  c.hr(people(3));
  const { code, stderr, stdout } = await c.run("plan", "job.yaml", "--json");
  expect(code, `of ${stderr}`).toBe(0);
  expect((JSON.parse(stdout) as { counts: object }).counts).toMatchObject({ creates: 3 });
});

describe("refused before anything starts", () => {
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
    // The address contains a password.
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
    ["an unknown authority", () => ({ REDIS_URL: tls.url }), /Redis is not trusted: no known authority.*\n.*NODE_EXTRA_CA_CERTS/],
    [
      "TLS with a plain port",
      () => ({ REDIS_URL: plain.url.replace("redis:", "rediss:") }),
      /Redis cannot be reached.*\n.*that this port uses TLS/,
    ],
    [
      "no TLS with a TLS port",
      () => ({ REDIS_URL: tls.url.replace("rediss:", "redis:") }),
      /closed the connection at once\. The port may be for TLS/,
    ],
    ["a master unknown to the sentinels", () => ({ REDIS_URL: `${watchers.sentinels}/nobody` }), /have no master named `nobody`/],
    [
      "a wrong password behind sentinels",
      () => ({ REDIS_URL: watchers.url.replace("not-a", "wrong") }),
      /refuses the user or the password of REDIS_URL/,
    ],
    ["servers that are not sentinels", () => ({ REDIS_URL: `${plain.url.replace("redis:", "redis+sentinel:")}/x` }), /is not a sentinel/],
    ["a replica", () => ({ REDIS_URL: watchers.replica }), /is a replica, which accepts no writes/],
    ["a server that is not a Cluster", () => ({ REDIS_URL: plain.url.replace("redis:", "redis+cluster:") }), /is not a Cluster/],
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
    [
      "a port without a server",
      () => ({ REDIS_URL: "redis://127.0.0.1:1" }),
      /cannot be reached: nothing accepts connections at its address\./,
    ],
  ])("%s", { timeout: 120_000 }, async ([, where, words]) => {
    expect(await refusal(where())).toMatch(words);
  });

  test("a Cluster that deletes queued work when its memory is full, until it no longer does", async () => {
    cluster.configure("maxmemory-policy", "allkeys-lru");
    const where = { REDIS_URL: cluster.url };
    expect(await refusal(where)).toMatch(/maxmemory-policy allkeys-lru.*\n.*noeviction/);
    cluster.configure("maxmemory-policy", "noeviction");
    expect(await c.sync()).toMatchObject({ code: 0, counts: { done: 3 } });
  }, 120_000);
});
