import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { route } from "../../src/console/access/route.ts";
import { buildConsole } from "../../src/console/server.ts";
import { onlyKnown } from "../../src/domain/telemetry/span-attributes.ts";
import { englishText } from "../../src/reporting/fact-text.ts";
import { addEndpoints } from "../../src/observability/endpoints.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { Readiness } from "../../src/observability/readiness.ts";
import { listMigrations } from "../../src/store/runs/metrics.ts";
import { recordMissed } from "../../src/store/schedule/missed-runs.ts";
import { consoleParts, signedIn, SITE, type TestConsole } from "../helpers/console.ts";
import { logInto } from "./counted-run.ts";

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
    (server) =>
      route(server, {
        method: "GET",
        url: "/fails",
        right: "look",
        handler: async () => Promise.reject(new TypeError("there is no person Ana Lopez")),
      }),
    (server) =>
      addEndpoints(server, {
        readiness,
        metrics,
        metricsToken: "0123456789abcdef",
        say: englishText,
        config: { right: "anyone", anyHost: true },
      }),
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

test("requests are logged by number, pattern and status, without addresses or errors", async () => {
  const { cookie } = await signedIn(place, app, "viewer");
  const headers = { host: SITE.host, cookie };
  const ask = async (url: string): Promise<number> => (await app.inject({ url, headers })).statusCode;
  expect(await ask("/sign-in/s3cret-link?name=Ana")).toBeLessThan(500);
  expect(await ask("/people/nobody-Lopez")).toBe(404);
  expect(await ask("/no-such-page-Lopez")).toBe(404);
  expect(await ask("/fails?name=Lopez")).toBe(500);
  expect(await ask("/%zz-Lopez")).toBe(400);
  await app.inject({
    method: "POST",
    url: "/sign-in",
    headers: { ...headers, origin: SITE.origin },
    payload: { name: "Lopez", password: "x" },
  });
  const lines = place
    .log()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const common = { level: "info", time: expect.stringMatching(/^\d{4}-/), name: "test", pid: process.pid };
  const request = expect.stringMatching(/^[0-9a-f-]{13}$/);
  for (const [pattern, status] of [
    ["/sign-in/:link", 410],
    ["/people/:id", 404],
    ["(none)", 404],
    ["/fails", 500],
  ] as const)
    expect(lines).toContainEqual(
      expect.objectContaining({
        ...common,
        event: "request_answered",
        request,
        method: "GET",
        route: pattern,
        status,
        ms: expect.any(Number),
      }),
    );
  const failed = lines.find(({ event }) => event === "request_failed");
  expect(failed).toMatchObject({ level: "error", err: { code: "TypeError" } });
  expect(failed?.["at"]).toMatch(/^(?:src|node_modules)\/\S+:\d+:\d+/);
  expect(lines).toContainEqual(expect.objectContaining({ event: "request_unreadable" }));
  expect(place.log()).not.toMatch(/Ana|Lopez|s3cret/);
});

test("the pattern of each of the console's paths may be logged", () => {
  const kinds = { route: "pattern" } as const;
  const patterns = app.knownRoutes.map(({ url }) => url);
  expect(patterns.length).toBeGreaterThan(50);
  expect(patterns.filter((url) => onlyKnown(kinds, { route: url })["route"] !== url)).toEqual([]);
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
    /The run of nightly &lt;b&gt; that was due .* did not happen\. 1 scheduled run before it did not happen either\. Check that the scheduler is running\./,
  );
  expect((await overview("/api/v1/overview")).json()).toMatchObject({
    missed: dues.toReversed().map((due) => ({ job: "nightly <b>", due: due.toISOString() })),
  });
});
