import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { englishText } from "../../src/reporting/fact-text.ts";
import { createEndpoints, type EndpointParts } from "../../src/observability/endpoints.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { Readiness, type ReadinessParts } from "../../src/observability/readiness.ts";
import { listMigrations } from "../../src/store/runs/metrics.ts";
import { openWarmState } from "../helpers/warm-databases.ts";
import type { State } from "../helpers/state.ts";
import { logInto } from "./counted-run.ts";

let dir = "";
let state: State;
let migrations: string[] = [];

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-endpoints-"));
  state = await openWarmState(join(dir, "state"));
  migrations = await listMigrations(state.db);
});
afterAll(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});

interface Answer {
  status: number;
  body: unknown;
  text: string;
}

async function listening(ready: Partial<ReadinessParts> = {}, more: Partial<EndpointParts> = {}, patience = 300) {
  const { log, lines } = logInto();
  const readiness = new Readiness({ db: state.db, log, migrations, patience, ...ready });
  const metrics = createMetrics({ db: state.db, log, version: "1", now: () => new Date() });
  const outside = await createEndpoints({ host: "127.0.0.1", port: 0, readiness, metrics, metricsToken: null, say: englishText, ...more });
  onTestFinished(() => outside.close());
  return {
    readiness,
    lines,
    url: outside.url,
    get: (path: string, headers: Record<string, string> = {}) => get(outside.url + path, headers),
  };
}

/** With `node:http`, because `fetch` does not let a host be made up. */
function get(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        const json = response.headers["content-type"]?.startsWith("application/json") === true;
        resolve({ status: response.statusCode ?? 0, text, body: json ? JSON.parse(text) : null });
      });
    })
      .on("error", reject)
      .end();
  });
}

test("a working process is alive and ready, and other paths do not exist", async () => {
  const { get: ask } = await listening({ checks: [{ name: "redis", check: async () => undefined }] });
  expect(await ask("/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
  expect(await ask("/readyz")).toMatchObject({ status: 200, body: { status: "ready", failing: [] } });
  expect(await ask("/readyz/../etc")).toMatchObject({ status: 404, body: { status: "not found" } });
  expect(await ask("/")).toMatchObject({ status: 404 });
});

test("a database that does not answer in time makes it not ready, not dead, and is not asked again meanwhile", async () => {
  const { get: ask, lines } = await listening();
  // Someone has the one session of the embedded database for a while.
  const client = await state.pool.connect();
  await client.query("BEGIN");
  try {
    expect(await ask("/readyz")).toMatchObject({
      status: 503,
      body: {
        status: "not ready",
        failing: [
          { check: "database", why: "TimeoutError" },
          { check: "schema", why: "TimeoutError" },
        ],
      },
    });
    expect(await ask("/readyz")).toMatchObject({ status: 503 });
    expect(await ask("/healthz")).toMatchObject({ status: 200 });
  } finally {
    await client.query("COMMIT");
    client.release();
  }
  await expect.poll(async () => (await ask("/readyz")).status).toBe(200);
  expect(lines().map(({ event, check }) => `${String(event)} ${String(check)}`)).toEqual([
    "not_ready database",
    "not_ready schema",
    "ready_again database",
    "ready_again schema",
  ]);
});

test("a database without a migration that this program needs makes it not ready; one with more does not", async () => {
  const behind = await listening({ migrations: [...migrations, "9999_of_tomorrow"] });
  expect(await behind.get("/readyz")).toMatchObject({ status: 503, body: { failing: [{ check: "schema", why: "schema_behind" }] } });
  const older = await listening({ migrations: migrations.slice(0, -1) });
  expect(await older.get("/readyz")).toMatchObject({ status: 200 });
});

test("the needs of a role count too, and are reported by a code only", async () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED redis://:hunter2@redis:6379 for Ana Lopez"), { code: "ECONNREFUSED" });
  const { get: ask } = await listening({
    checks: [
      { name: "redis", check: () => Promise.reject(refused) },
      {
        name: "scheduler",
        check: () => {
          throw new TypeError("Ana Lopez");
        },
      },
    ],
  });
  const { status, body, text } = await ask("/readyz");
  expect({ status, body }).toEqual({
    status: 503,
    body: {
      status: "not ready",
      failing: [
        { check: "redis", why: "ECONNREFUSED" },
        { check: "scheduler", why: "TypeError" },
      ],
    },
  });
  expect(text).not.toMatch(/hunter2|Lopez/);
});

test("while it stops nobody is sent there, and it is still alive", async () => {
  const { get: ask, readiness } = await listening();
  readiness.stopping();
  expect(await ask("/readyz")).toMatchObject({ status: 503, body: { failing: [{ check: "stopping", why: "stopping" }] } });
  expect(await ask("/healthz")).toMatchObject({ status: 200 });
});

test("without a token only the machine itself reads the metrics: neither through a proxy nor under another name", async () => {
  const { get: ask } = await listening();
  expect(await ask("/metrics")).toMatchObject({ status: 200, text: expect.stringContaining("rollcall_database_up 1") });
  expect(await ask("/metrics", { host: "localhost:9464" })).toMatchObject({ status: 200 });
  for (const headers of [
    { "x-forwarded-for": "10.0.0.7" },
    { forwarded: "for=10.0.0.7" },
    { "x-forwarded-proto": "https" },
    { "x-real-ip": "10.0.0.7" },
    { "cf-connecting-ip": "10.0.0.7" },
    { "x-envoy-external-address": "10.0.0.7" },
    { via: "1.1 proxy" },
    { host: "evil.example" },
    { host: "127.0.0.1.evil.example" },
  ]) {
    expect(await ask("/metrics", headers as Record<string, string>)).toMatchObject({ status: 403, body: { status: "refused" } });
  }
});

test("without a token nobody reads the metrics where a proxy is in front, which may add no header", async () => {
  const { get: ask } = await listening({}, { proxied: true });
  expect(await ask("/metrics")).toMatchObject({ status: 403, body: { next: expect.stringContaining("Set ROLLCALL_METRICS_TOKEN") } });
  expect(await ask("/healthz")).toMatchObject({ status: 200 });
  const { get: withToken } = await listening({}, { proxied: true, metricsToken: "0123456789abcdef" });
  expect(await withToken("/metrics", { authorization: "Bearer 0123456789abcdef" })).toMatchObject({ status: 200 });
});

test("with a token they can be read with it from anywhere, and not without it", async () => {
  const token = "0123456789abcdef";
  const { get: ask } = await listening({}, { metricsToken: token });
  for (const authorization of [undefined, "Bearer 0123456789abcdeX", `Basic ${token}`, `Bearer ${token}x`, "Bearer "]) {
    expect((await ask("/metrics", authorization === undefined ? {} : { authorization })).status).toBe(401);
  }
  const headers = { authorization: `Bearer ${token}`, host: "rollcall.acme.example", "x-forwarded-for": "10.0.0.7" };
  expect((await ask("/metrics", headers)).status).toBe(200);
});

test("a port that is taken ends the start with a code and what to do", async () => {
  const { url } = await listening();
  const { log } = logInto();
  const parts = {
    readiness: new Readiness({ db: state.db, log, migrations }),
    metrics: createMetrics({ db: state.db, log, version: "1", now: () => new Date() }),
    metricsToken: null,
    say: englishText,
  };
  await expect(createEndpoints({ host: "127.0.0.1", port: Number(new URL(url).port), ...parts })).rejects.toMatchObject({
    code: "port_unavailable",
  });
});
