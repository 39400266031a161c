import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildConsole } from "../../src/console/server.ts";
import { addEndpoints } from "../../src/outside/endpoints.ts";
import { createMetrics } from "../../src/outside/metrics.ts";
import { Readiness } from "../../src/outside/readiness.ts";
import { listMigrations } from "../../src/store/metrics.ts";
import { recordMissed } from "../../src/store/missed.ts";
import { consoleParts, signedIn, SITE, type TestConsole } from "../helpers/console.ts";
import { logInto } from "./night.ts";

let place: TestConsole;
let app: FastifyInstance;

beforeAll(async () => {
  place = await consoleParts();
  const { db } = place.parts.state;
  const { log } = logInto();
  const readiness = new Readiness({ db, log, migrations: await listMigrations(db) });
  const metrics = createMetrics({ db, log, version: "1", now: () => new Date() });
  app = await buildConsole(place.parts, [
    ...place.areas,
    (server) => addEndpoints(server, { readiness, metrics, metricsToken: "0123456789abcdef", config: { right: "anyone", anyHost: true } }),
  ]);
});
afterAll(async () => {
  await app.close();
  await place.close();
});

test("beside the console's pages the same paths answer under any name and without a session, and the metrics to the token alone", async () => {
  const headers = { host: "10.0.0.7:8080" };
  expect((await app.inject({ url: "/healthz", headers })).json()).toEqual({ status: "ok" });
  expect((await app.inject({ url: "/readyz", headers })).json()).toEqual({ status: "ready", failing: [] });
  expect((await app.inject({ url: "/metrics", headers })).statusCode).toBe(401);
  const shown = await app.inject({ url: "/metrics", headers: { ...headers, authorization: "Bearer 0123456789abcdef" } });
  expect(shown.statusCode).toBe(200);
  expect(shown.headers["cache-control"]).toBe("no-store");
  expect(shown.body).toContain("rollcall_database_up 1");
  // All else is answered under the console's own name only.
  expect((await app.inject({ url: "/sign-in", headers })).statusCode).toBe(421);
});

test("the overview says in one line that a scheduled run did not happen", async () => {
  const { cookie } = await signedIn(place, app, "viewer");
  const overview = async (url: string) => app.inject({ url, headers: { host: SITE.host, cookie } });
  expect((await overview("/")).body).not.toContain("did not happen");
  const now = place.parts.now();
  const dues = [2, 1].map((days) => new Date(now.getTime() - days * 86_400_000));
  for (const due of dues) await recordMissed(place.parts.state.db, { job: "nightly <b>", due }, now);
  const page = (await overview("/")).body;
  expect(page).toContain("nightly &lt;b&gt;");
  expect(page.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " ")).toMatch(
    /The run of nightly &lt;b&gt; that was due .* did not happen, and 1 other scheduled run before it\. Is the scheduler running\?/,
  );
  expect((await overview("/api/v1/overview")).json()).toMatchObject({
    missed: dues.toReversed().map((due) => ({ job: "nightly <b>", due: due.toISOString() })),
  });
});
