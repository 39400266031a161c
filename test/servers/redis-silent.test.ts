/** A Redis that neither answers nor closes its connections, as behind a firewall that drops packets. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { company, people, until, type Company } from "../helpers/company.ts";
import { postgres, redis, type PostgresServer, type TestServer } from "../helpers/servers.ts";
import { ended, jobForDaemon, servingBy, type ServedCompany } from "../helpers/serving.ts";

let database: PostgresServer;
let queues: TestServer;
beforeAll(async () => {
  [database, queues] = await Promise.all([postgres(), redis()]);
}, 120_000);
afterAll(async () => {
  await Promise.all([database?.close(), queues?.close()]);
});

/**
 * Relays between a process and Redis; when silent, it accepts connections and passes nothing on. `afterFirst`: silent
 * as soon as the first connection, which checks Redis, has closed.
 */
async function between(url: string, afterFirst = false): Promise<{ url: string; silence(): void; keptWaiting(): boolean }> {
  const { hostname, port } = new URL(url);
  let silent = false;
  let keptWaiting = false;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    keptWaiting ||= silent;
    client.on("close", () => (silent ||= afterFirst));
    const target = connect(Number(port), hostname);
    for (const socket of [client, target]) {
      open.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => [client, target].forEach((each) => each.destroy()));
    }
    client.on("data", (chunk) => silent || target.write(chunk));
    target.on("data", (chunk) => silent || client.write(chunk));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    silence: () => void (silent = true),
    keptWaiting: () => keptWaiting,
  };
}

test.each(["worker", "scheduler,worker", "scheduler,worker,console"])(
  "an idle process with the roles %s ends after SIGTERM",
  async (roles) => {
    const proxy = await between(queues.url);
    const c = await company({ where: { DATABASE_URL: await database.database(), REDIS_URL: proxy.url } });
    c.hr(people(3));
    jobForDaemon(c);
    await c.run("users", "add", "ana", "--role", "admin", "--password-stdin");
    const { child, errors } = await servingBy({ env: { ROLLCALL_GRACE: "1s" } }, c, "--roles", roles);
    proxy.silence();
    expect(await ended(child, "SIGTERM")).toBe(0);
    expect(errors()).toContain("process_stopping");
  },
  60_000,
);

/** A daemon with all roles behind the proxy, whose run of 60 people takes seconds. */
async function running(): Promise<{ c: Company; daemon: ServedCompany; silence(): void; request(): Promise<Response> }> {
  const proxy = await between(queues.url);
  const where = { DATABASE_URL: await database.database(), REDIS_URL: proxy.url };
  const c = await company({ where, faults: [{ path: "/users", method: "POST", delayMs: 200, times: -1 }] });
  c.hr(people(60));
  jobForDaemon(c);
  const { token } = (await c.run("tokens", "create", "machine", "--role", "operator", "--expires", "1d", "--json")).json<{
    token: string;
  }>();
  const daemon = await servingBy({ env: { ROLLCALL_GRACE: "1s" } }, c);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const request = (): Promise<Response> => fetch(`${daemon.url}/api/v1/jobs/nightly/run`, { method: "POST", headers, body: "{}" });
  return { c, daemon, silence: proxy.silence, request };
}

test("I10: a run in progress does not keep a process from ending within its grace time", async () => {
  const { c, daemon, silence, request } = await running();
  await request();
  await until(() => c.service.users().length > 10, 60_000);
  silence();
  expect(await ended(daemon.child, "SIGTERM")).toBe(0);
  expect(daemon.errors()).toMatch(/"event":"process_left_work","ms":1000/);
}, 60_000);

test("a request for a run is stored and answered", async () => {
  const { silence, request } = await running();
  silence();
  expect((await request()).status).toBe(200);
}, 60_000);

test("a start that waits for Redis ends within the grace time after SIGTERM", async () => {
  const proxy = await between(queues.url, true);
  const c = await company({ where: { DATABASE_URL: await database.database(), REDIS_URL: proxy.url } });
  c.hr(people(3));
  jobForDaemon(c);
  const child = await c.place.start(["serve", "--roles", "worker"], { ROLLCALL_GRACE: "1s" });
  onTestFinished(async () => void (await ended(child, "SIGKILL")));
  await until(proxy.keptWaiting, 30_000);
  expect(await ended(child, "SIGTERM")).toBe(0);
}, 60_000);
