import fastify from "fastify";
import { expect, onTestFinished, test, vi } from "vitest";
import { traceIdsOf } from "../../src/domain/telemetry/span.ts";
import { startTraces } from "../../src/observability/traces.ts";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { company } from "../helpers/company.ts";
import { night } from "./counted-run.ts";
import { problemOf } from "../helpers/problems.ts";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
  status: { code?: number; message?: string };
  events?: unknown[];
}
interface Sent {
  resourceSpans: { resource: { attributes: Span["attributes"] }; scopeSpans: { spans: Span[] }[] }[];
}

/** A collector as any other: OTLP over HTTP, as JSON. */
async function collector() {
  const received: { body: Sent; text: string; headers: Record<string, unknown> }[] = [];
  const app = fastify({ bodyLimit: 50 << 20 });
  app.post("/v1/traces", async (request) => {
    received.push({ body: request.body as Sent, text: JSON.stringify(request.body), headers: request.headers });
    return {};
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await app.close();
  });
  return {
    url,
    received,
    spans: () => received.flatMap(({ body }) => body.resourceSpans.flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans))),
    text: () => received.map(({ text }) => text).join("\n"),
  };
}

function factsOf({ attributes }: Pick<Span, "attributes">): Record<string, string | number | undefined> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}

test("a run is one trace from the file to the call, under ids that follow from the run's, and tells of nobody", async () => {
  const c = await company();
  c.hr([
    { id: "K77701", first: "Zebulonia", last: "Quartermain", mail: "zq.marked@acme.example" },
    { id: "K77702", first: "Xanthippe", last: "Oyelaran", mail: "xo.marked@acme.example" },
  ]);
  c.service.failNext({ method: "POST", path: "/users$", status: 422, body: JSON.stringify({ message: "Zebulonia is taken" }) });
  const { url, spans, text, received } = await collector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", url);
  vi.stubEnv("OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=acme-it");
  const traces = await startTraces(process.env, { version: "1.2.3" });
  const run = await c.look((state) => night(c, state));
  await traces?.stop();

  const ids = traceIdsOf(run.id);
  const mine = spans();
  const named = (name: string): Span[] => mine.filter((span) => span.name === name);
  expect(received[0]?.headers["x-tenant"]).toBe("acme-it");
  expect(factsOf(received[0]?.body.resourceSpans[0]?.resource ?? { attributes: [] })).toMatchObject({
    "service.name": "rollcall",
    "service.version": "1.2.3",
  });
  expect(new Set(mine.map(({ traceId }) => traceId))).toEqual(new Set([ids.traceId]));
  const [root] = named("run");
  expect(root).toMatchObject({ spanId: ids.spanId });
  expect(root?.parentSpanId ?? "").toBe("");
  expect(factsOf(root as Span)).toMatchObject({
    "rollcall.run": run.id,
    "rollcall.job": "nightly",
    "rollcall.status": "completed",
    "rollcall.rows": 2,
  });
  const below = mine.filter((span) => span.parentSpanId === ids.spanId).map(({ name }) => name);
  expect(new Set(below)).toEqual(new Set(["read_file", "plan", "apply", "operation"]));
  expect(below.filter((name) => name === "operation")).toHaveLength(named("operation").length);
  const operations = named("operation").map(factsOf);
  expect(operations).toContainEqual(
    expect.objectContaining({ "rollcall.operation": `${run.id}-2`, "rollcall.kind": "create", "rollcall.result": "done" }),
  );
  expect(operations).toContainEqual(expect.objectContaining({ "rollcall.result": "failed" }));
  const posts = named("service_call").filter(
    (span) => factsOf(span)["http.request.method"] === "POST" && factsOf(span)["http.route"] === "/users",
  );
  const above = new Set(named("operation").map(({ spanId }) => spanId));
  expect(posts.map((span) => above.has(span.parentSpanId ?? ""))).toEqual([true, true]);
  expect(posts.map((span) => factsOf(span)["http.response.status_code"]).toSorted()).toEqual([200, 422]);
  expect(["K777", "Zebulonia", "Quartermain", "Oyelaran", "marked", "taken"].filter((mark) => text().includes(mark))).toEqual([]);
  // The service is told of none of it.
  expect(c.service.requests().length).toBeGreaterThan(0);
  expect(JSON.stringify(c.service.requests())).not.toContain(ids.traceId);
});

test("a run on the command line is traced too, and what it prints for machines stays as it is", async () => {
  const c = await company();
  c.hr([{ id: "K77701", first: "Zebulonia" }]);
  const { url, spans } = await collector();
  const { code, json } = await c.place.run(["sync", "job.yaml", "--json"], { env: { OTEL_EXPORTER_OTLP_ENDPOINT: url } });
  expect(code).toBe(0);
  const { run } = json<{ run: string }>();
  expect(spans().find(({ name }) => name === "run")).toMatchObject({ ...traceIdsOf(run) });
  const refused = await c.place.run(["sync", "job.yaml", "--json"], { env: { OTEL_TRACES_EXPORTER: "zipkin" } });
  expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("Set it to otlp or none.") });
});

test("an error is in a trace by its code, without its sentence and its stack", async () => {
  const c = await company();
  c.place.write("hr.csv", "Employee ID,First\n1,Zebulonia\n");
  const { url, spans, text } = await collector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", url);
  const traces = await startTraces(process.env, { version: "1" });
  await c.look((state) => expect(night(c, state)).rejects.toMatchObject({ exit: 4 }));
  await traces?.stop();
  const read = spans().find(({ name }) => name === "read_file");
  expect(read?.status).toEqual({ code: 2 });
  expect(factsOf(read as Span)["error.type"]).toMatch(/^[a-z_]+$/);
  expect(text()).not.toMatch(/Zebulonia|at .*\.ts:/);
});

/** What a server was sent, by the headers that matter here. */
async function headersOf(work: (url: string) => Promise<void>): Promise<(string | undefined)[]> {
  const seen: (string | undefined)[] = [];
  const server = createServer((asked, answer) => {
    seen.push(asked.headers["traceparent"] as string | undefined);
    answer.setHeader("content-type", "application/json").end(
      asked.method === "POST"
        ? JSON.stringify({
            access_token: "a",
            refresh_token: "r",
            access_token_lifetime: 3_600_000,
            refresh_token_lifetime: 3_600_000,
            access_token_type: "Bearer",
          })
        : "[]",
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.closeAllConnections();
  server.close();
  return seen;
}

async function callOnce(url: string): Promise<void> {
  const { createClient } = await import("../../src/learning-service/client.ts");
  const { memoryTokenStore } = await import("../../src/learning-service/tokens/tokens.ts");
  const client = createClient({ baseUrl: url, auth: { refreshToken: "first" } }, { tokens: memoryTokenStore() });
  await client.groups.list().all();
  client.close();
}

test("the learning service gets a traceparent only when someone asks for it", async () => {
  const { url } = await collector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", url);
  const silent = await startTraces(process.env, { version: "1" });
  expect(new Set(await headersOf(callOnce))).toEqual(new Set([undefined]));
  await silent?.stop();
  vi.stubEnv("ROLLCALL_TRACEPARENT", "true");
  const telling = await startTraces(process.env, { version: "1" });
  const sent = await headersOf(callOnce);
  await telling?.stop();
  expect(sent.length).toBeGreaterThan(1);
  for (const header of sent) expect(header).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(new Set(await headersOf(callOnce))).toEqual(new Set([undefined]));
});

test("a sampled share of the runs is decided by the run, alike in every process", async () => {
  const { url, spans } = await collector();
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", url);
  vi.stubEnv("OTEL_TRACES_SAMPLER", "traceidratio");
  vi.stubEnv("OTEL_TRACES_SAMPLER_ARG", "0.5");
  const { inOperation, inRun } = await import("../../src/domain/telemetry/span.ts");
  const traces = await startTraces(process.env, { version: "1" });
  for (let i = 0; i < 60; i += 1) {
    const run = `run-${i}`;
    await inRun({ run, job: "j" }, "start", async () => undefined);
    await inOperation({ id: `${run}-1`, run, job: "j", kind: "update", attempts: 1 }, async () => undefined);
  }
  await traces?.stop();
  const of = (name: string): string[] =>
    spans()
      .filter((span) => span.name === name)
      .map(({ traceId }) => traceId);
  expect(of("run").length).toBeGreaterThan(10);
  expect(of("run").length).toBeLessThan(50);
  expect(of("operation").toSorted()).toEqual(of("run").toSorted());
});

test.for(["one that is not there", "one that never answers"])(
  "a collector keeps nobody from ending: %s",
  { timeout: 20_000 },
  async (which) => {
    const mute = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(mute, "listening");
    const port = which === "one that is not there" ? 9 : (mute.address() as AddressInfo).port;
    vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      mute.closeAllConnections();
      mute.close();
    });
    const { inRun } = await import("../../src/domain/telemetry/span.ts");
    const traces = await startTraces(process.env, { version: "1" });
    expect(await inRun({ run: "r", job: "j" }, "start", async () => 7)).toBe(7);
    await traces?.stop();
  },
);

test.for([
  [{ OTEL_TRACES_EXPORTER: "zipkin" }, "names an unsupported exporter"],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4318" }, "is not an http or https URL"],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318", OTEL_EXPORTER_OTLP_HEADERS: "authorization=secret" },
    "would be sent unencrypted",
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4317", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }, "not gRPC"],
] as const)("settings that cannot be meant are refused: %s", async ([env, sentence]) => {
  expect((await problemOf(startTraces(env, { version: "1" }))).message).toContain(sentence);
});
