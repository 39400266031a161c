import { fact } from "../../src/domain/facts/fact.ts";
import { once } from "node:events";
import { connect } from "node:net";
import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createToken } from "../../src/actions/access/tokens.ts";
import type { BackgroundRun } from "../../src/console/parts.ts";
import { buildConsole } from "../../src/console/server.ts";
import { revokeToken } from "../../src/store/console/api-tokens.ts";
import { revokeSessions } from "../../src/store/console/sessions.ts";
import { setUser } from "../../src/store/console/users.ts";
import { consoleParts, signedIn, SITE, type TestConsole } from "../helpers/console.ts";

const RUN: BackgroundRun = {
  run: "20260430-023000-x7ke",
  job: "nightly",
  plan_only: false,
  phase: "sending",
  done: 1,
  total: 2,
  said: null,
  ended: null,
};
const CHECK_INTERVAL_MS = 15_000;

let place: TestConsole;
let app: FastifyInstance;
let url: string;
const leaving: (() => void)[] = [];
/** The console itself, and one for each stream. */
const watching = new Set<(progress: BackgroundRun) => void>();

beforeAll(async () => {
  place = await consoleParts();
  Object.assign(place.parts.work, {
    running: () => [RUN],
    watch: (listener: (progress: BackgroundRun) => void) => {
      watching.add(listener);
      return () => watching.delete(listener);
    },
  });
  app = await buildConsole(place.parts, place.areas);
  url = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  const closed = app.close();
  app.server.closeAllConnections();
  await closed;
  await place.close();
});
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(async () => {
  for (const leave of leaving.splice(0)) leave();
  vi.useRealTimers();
  await vi.waitUntil(() => watching.size === 1);
});

interface Followed {
  status: number;
  /** Everything that arrives until the stream ends. */
  rest: Promise<string>;
  /** Resolves to whether the stream is still open after the next check. */
  isOpen(): Promise<boolean>;
  leave(): void;
}

async function follow(headers: Record<string, string>, path = `/runs/${RUN.run}/live`): Promise<Followed> {
  const aborted = new AbortController();
  leaving.push(() => aborted.abort());
  const answer = await fetch(`${url}${path}`, { headers, redirect: "manual", signal: aborted.signal });
  let ended = false;
  const rest = answer.text().finally(() => (ended = true));
  rest.catch(() => undefined);
  const isOpen = async (): Promise<boolean> => {
    await vi.advanceTimersByTimeAsync(CHECK_INTERVAL_MS);
    await vi.waitFor(() => expect(ended).toBe(true), { timeout: 500, interval: 10 }).catch(() => undefined);
    return !ended;
  };
  return { status: answer.status, rest, isOpen, leave: () => aborted.abort() };
}

test("a request for the head of a stream holds none", async () => {
  const { cookie } = await signedIn(place, app, "viewer");
  const answer = await fetch(`${url}/runs/${RUN.run}/live`, { method: "HEAD", headers: { cookie } });
  expect([answer.status, await answer.text()]).toEqual([200, ""]);
  await vi.waitUntil(() => watching.size === 1, { timeout: 2000 });
});

test("a stream ends soon after its session was revoked, and another one stays open", async () => {
  const gone = await signedIn(place, app, "viewer");
  const stays = await signedIn(place, app, "viewer");
  const first = await follow({ cookie: gone.cookie });
  const second = await follow({ cookie: stays.cookie });
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(await first.isOpen()).toBe(true);
  await revokeSessions(place.parts.state.db, { user: gone.name }, place.parts.now());
  expect([await first.isOpen(), await second.isOpen()]).toEqual([false, true]);
  expect(await first.rest).toContain(": still here");
});

test("a stream ends when its user is disabled, and when its token is revoked", async () => {
  const { db } = place.parts.state;
  const user = await signedIn(place, app, "viewer");
  const ofUser = await follow({ cookie: user.cookie });
  const expiresAt = new Date(Date.now() + 60_000);
  const { id, token } = await createToken(place.parts.state, { name: "follower", role: "viewer", expiresAt, by: "t" }, new Date());
  const ofToken = await follow({ authorization: `Bearer ${token}` }, `/api/v1/runs/${RUN.run}/live`);
  expect([await ofUser.isOpen(), await ofToken.isOpen()]).toEqual([true, true]);
  await setUser(db, user.name, { disabled_at: new Date() });
  await revokeToken(db, id, new Date());
  expect([await ofUser.isOpen(), await ofToken.isOpen()]).toEqual([false, false]);
});

test("an open stream does not keep an unused session alive", async () => {
  const { cookie } = await signedIn(place, app, "viewer");
  const stream = await follow({ cookie });
  place.pass(place.parts.settings.session.idle / 2);
  expect(await stream.isOpen()).toBe(true);
  place.pass(place.parts.settings.session.idle / 2 + 1);
  expect(await stream.isOpen()).toBe(false);
});

test("one user has a limited number of streams, and others still get theirs", async () => {
  const greedy = await signedIn(place, app, "viewer");
  const other = await signedIn(place, app, "viewer");
  const streams = await Promise.all(Array.from({ length: 20 }, () => follow({ cookie: greedy.cookie })));
  const open = streams.filter(({ status }) => status === 200);
  expect(open).toHaveLength(12);
  expect(streams.filter(({ status }) => status === 429)).toHaveLength(8);
  const others = await follow({ cookie: other.cookie });
  expect(others.status).toBe(200);
  open[0]?.leave();
  await vi.waitFor(async () => expect((await follow({ cookie: greedy.cookie })).status).toBe(200));
});

test("a client that stops reading fills no memory, and is disconnected soon after its stream ends", async () => {
  const { cookie, name } = await signedIn(place, app, "viewer");
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  leaving.push(() => socket.destroy());
  socket.write(`GET /runs/${RUN.run}/live HTTP/1.1\r\nhost: ${SITE.host}\r\ncookie: ${cookie}\r\n\r\n`);
  await once(socket, "data");
  socket.pause();
  const before = process.memoryUsage().rss;
  for (let n = 0; n < 4000; n += 1) {
    for (const listener of watching) listener({ ...RUN, said: fact("operation.ordered", { reason: "x".repeat(20_000) }) });
    if (n % 100 === 0) await new Promise(setImmediate);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(60 << 20);
  await revokeSessions(place.parts.state.db, { user: name }, place.parts.now());
  const left = watching.size;
  await vi.advanceTimersByTimeAsync(CHECK_INTERVAL_MS);
  await vi.waitFor(() => expect(watching.size).toBe(left - 1), { timeout: 15_000, interval: 100 });
}, 30_000);
