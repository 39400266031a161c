import { connect, createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { company, people, until } from "../helpers/company.ts";

/** A connection to the service that a test can cut, with everything in transit, and restore. */
async function wireTo(url: string): Promise<{ url: string; cut(): Promise<void>; mend(): Promise<void> }> {
  const target = Number(new URL(url).port);
  const sockets = new Set<Socket>();
  const carry = (socket: Socket): void => {
    const other = connect(target, "127.0.0.1");
    for (const end of [socket, other]) {
      sockets.add(end);
      end.on("error", () => undefined);
      end.on("close", () => sockets.delete(end));
    }
    socket.pipe(other).pipe(socket);
  };
  let server: Server;
  const listen = async (port: number): Promise<number> => {
    server = createServer(carry);
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  onTestFinished(() => cut().catch(() => undefined));
  return { url: `http://127.0.0.1:${port}`, cut, mend: async () => void (await listen(port)) };
}

test("I2: losing the connection to the service leaves no more unconfirmed creates than were in flight", async () => {
  const c = await company({ shape: "envelope", faults: [{ method: "POST", path: "/users$", delayMs: 200, when: "after", times: -1 }] });
  const wire = await wireTo(c.service.url);
  const retry = { attempts: 20, delay: "50ms", max_delay: "200ms", give_up: "60s" };
  c.job({ service: { base_url: wire.url, rate: { per_second: 40, in_flight: 8 }, retry, identities: { settle: "1h" } } });
  // The observation at the end of the run sees nothing.
  c.service.failNext({ method: "GET", path: "/groups", nth: 2, status: 500, times: 9 });
  c.hr(people(60));
  const night = c.sync();
  await until(() => c.service.users().length >= 20);
  await wire.cut();
  await new Promise((resolve) => setTimeout(resolve, 3000));
  await wire.mend();
  const { run, counts } = await night;
  const uncertain = c.operations(run).filter(({ status }) => status === "uncertain");
  expect(counts).toMatchObject({ failed: 0, done: 60 - uncertain.length });
  expect(uncertain.length).toBeLessThanOrEqual(8);
  const names = c.service.users().map(({ username }) => username);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(60 - uncertain.length);
}, 120_000);
