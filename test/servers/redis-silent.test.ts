/** A Redis that neither answers nor closes its connections, as behind a firewall that drops packets. */
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { company, people, until } from "../helpers/company.ts";
import { postgres, redis, type PostgresServer, type TestServer } from "../helpers/servers.ts";
import { ended, jobForDaemon, servingBy } from "../helpers/serving.ts";

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
  "a process with the roles %s ends within its grace time after SIGTERM",
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
