import { fact } from "../../src/domain/facts/fact.ts";
import { problemOf } from "../helpers/problems.ts";
import { expect, test } from "vitest";
import { observabilityEnvironment } from "../../src/config/observability.ts";
import { onlyKnown } from "../../src/domain/telemetry/span-attributes.ts";
import { EXIT, Problem, UsageProblem } from "../../src/domain/problem.ts";
import { inRun, inSpan } from "../../src/domain/telemetry/span.ts";
import { company } from "../helpers/company.ts";
import { logInto, night } from "./counted-run.ts";

const people = [
  { id: "K77701", first: "Zebulonia", last: "Quartermain", mail: "zq.marked@acme.example", dept: "Sales" },
  { id: "K77702", first: "Xanthippe", last: "Oyelaran", mail: "xo.marked@acme.example", dept: "IT" },
  { id: "K77703", first: "Wolfgangus", last: "Ferreira", mail: "wf.marked@acme.example", dept: "Legal" },
  { id: "K77704", first: "Vasilisa", last: "Nakamura", mail: "not an address", dept: "Sales" },
];
const marks = [
  "K777",
  "Zebulonia",
  "Quartermain",
  "Xanthippe",
  "Oyelaran",
  "Wolfgangus",
  "Ferreira",
  "Vasilisa",
  "Nakamura",
  "marked",
  "not an address",
];

test("a nightly run logged at trace names no person, also when requests fail", async () => {
  const c = await company();
  const token = c.service.refreshToken;
  c.hr(people);
  const echo = JSON.stringify({ code: "invalid_parameters", message: "Zebulonia Quartermain zq.marked@acme.example is taken by K77702" });
  c.service.failNext({ method: "POST", path: "/users$", status: 412, body: echo });
  const { log, text, lines } = logInto();
  const stop = log.follow();
  const ids = await c.look(async (state) => {
    await night(c, state);
    // The second night has an update, a removal to be reviewed, and a service that fails in the middle.
    c.hr(people.map((one) => ({ ...one, last: `${one.last}-Smith`, dept: "IT" })));
    c.service.failNext({ method: "PUT", path: "/users/", status: 500, body: echo });
    const run = await night(c, state);
    const { rows } = await state.pool.query("SELECT user_id, key FROM link");
    return [run.id, ...rows.map((row) => (row as { user_id: string }).user_id)];
  });
  stop();
  const [run = "", ...users] = ids;
  expect(users.length).toBeGreaterThan(1);
  const found = [...marks, ...users, token].filter((mark) => text().includes(mark));
  expect(found).toEqual([]);

  const events = new Set(lines().map(({ event }) => event));
  for (const point of ["run", "read_file", "plan", "apply", "operation", "service_call"]) {
    expect(events).toContain(`${point}_began`);
    expect(events).toContain(`${point}_ended`);
  }
  const operation = lines().find((line) => line["event"] === "operation_ended" && line["run"] === run && line["kind"] === "update");
  expect(operation).toMatchObject({ job: "nightly", operation: expect.stringMatching(new RegExp(`^${run}-\\d+$`)) });
  // A call that an operation makes stands under that operation.
  const call = lines().find((line) => line["event"] === "service_call_ended" && line["operation"] !== undefined);
  expect(call).toMatchObject({ job: "nightly", method: "POST", route: "/users", run: expect.any(String), ms: expect.any(Number) });
  expect(lines().find((line) => line["event"] === "run_ended" && line["run"] === run)).toMatchObject({
    status: "completed",
    rows: 4,
    level: "info",
  });
});

test("a run that is performed in parts begins and ends once, with the time of all parts", async () => {
  const { log, lines } = logInto("info");
  const stop = log.follow();
  const part = (run: string, how: string, status: string) =>
    inRun(
      { run, job: "nightly" },
      how,
      () => new Promise((resolve) => setTimeout(resolve, 20)),
      () => ({ status, rows: 4 }),
    );
  await part("r1", "start", "reading");
  await Promise.all([part("r1", "plan", "running"), part("r2", "start", "reading")]);
  await part("r1", "apply", "completed");
  await inRun({ run: "r2", job: "nightly" }, "plan", () => Promise.reject(new TypeError("Ana"))).catch(() => undefined);
  // Another process has read and planned this one.
  await part("r3", "apply", "completed");
  await part("r4", "start", "held");
  await part("r4", "release", "completed");
  stop();
  const seen = (run: string) => lines().flatMap((line) => (line["run"] === run ? [line["event"]] : []));
  expect([seen("r1"), seen("r2"), seen("r3")]).toEqual([
    ["run_began", "run_ended"],
    ["run_began", "run_failed"],
    ["run_began", "run_ended"],
  ]);
  expect(seen("r4")).toEqual(["run_began", "run_ended", "run_began", "run_ended"]);
  const end = lines().find(({ run, event }) => run === "r1" && event === "run_ended");
  expect(end).toMatchObject({ status: "completed", rows: 4 });
  const alone = lines().find(({ run, event }) => run === "r3" && event === "run_ended");
  expect(Number(end?.["ms"])).toBeGreaterThan(Number(alone?.["ms"]));
});

test("what is not in the vocabulary, or does not look as it should, is left out", () => {
  const kinds = { code: "word", n: "number", route: "route", run: "id", due: "time" } as const;
  const given = { code: "a@b.example", n: "12", route: "/users/90017", run: "Ana Lopez", due: "tomorrow", name: "Ana" };
  expect(onlyKnown(kinds, given)).toEqual({});
  const right = { code: "rate_limited", n: 12, route: "/users/{user_id}", run: "20260430-023000-x7ke", due: "2026-04-30T02:30:00.000Z" };
  expect(onlyKnown(kinds, right)).toEqual(right);
  expect(onlyKnown(kinds, { n: Number.NaN, code: "x".repeat(200) })).toEqual({});
});

test("a problem is logged by its code, its technical values only where it is about the set-up, and a defect by an incident", () => {
  const { log, lines } = logInto();
  const settled = new Problem(fact("cell.changed", { column: "Site", before: "Ana Lopez", now: "Ana" }), {
    code: "state_in_use",
    exit: EXIT.configuration,
    audience: "admin",
  });
  expect(log.event("defect", {}, settled)).toBeNull();
  log.event("defect", {}, new UsageProblem(fact("usage.person_is_unknown", { given: "Ana Lopez", file: "hr.csv" })));
  log.event(
    "defect",
    {},
    new Problem(fact("console_user.exists", { name: "Ana Lopez" }), {
      code: "duplicate_key",
      exit: EXIT.partly,
      audience: "hr",
      cause: new Error("Ana"),
    }),
  );
  const incident = log.event("defect", {}, new TypeError("cannot read Ana Lopez"));
  const errors = lines().map(({ err, incident: said }) => ({ err, said }));
  expect(errors).toEqual([
    { err: { code: "state_in_use", audience: "admin", fact: { code: "cell.changed", values: { column: "Site" } } }, said: undefined },
    { err: { code: "usage", audience: "admin" }, said: undefined },
    { err: { code: "duplicate_key", audience: "hr" }, said: undefined },
    { err: { code: "TypeError" }, said: incident },
  ]);
  expect(incident).toMatch(/^[0-9a-f]{8}$/);
  expect(JSON.stringify(lines())).not.toContain("Lopez");
  expect(JSON.stringify(lines())).not.toContain("log.test.ts");
});

test("a child log speaks for its run, and a level leaves out what is below it", async () => {
  const { log, lines } = logInto("warn");
  const stop = log.follow();
  log.child({ run: "r1", job: "nightly" }).child({ operation: "r1-7" }).event("notice_failed", { channel: "mail", kind: "held" });
  log.event("process_ready", {});
  await inRun({ run: "r2", job: "nightly" }, "start", () => inSpan("plan", {}, () => Promise.reject(new TypeError("Ana")))).catch(
    () => undefined,
  );
  stop();
  await inRun({ run: "r3", job: "nightly" }, "start", () => Promise.reject(new TypeError("Ana"))).catch(() => undefined);
  expect(lines()).toMatchObject([
    { event: "notice_failed", run: "r1", job: "nightly", operation: "r1-7", channel: "mail", kind: "held", level: "warn", name: "test" },
    { event: "plan_failed", run: "r2", err: { code: "TypeError" }, incident: expect.any(String) },
    { event: "run_failed", run: "r2" },
  ]);
});

test("a level that there is not and a token that can be guessed are refused before anything starts", async () => {
  expect(observabilityEnvironment({})).toEqual({ logLevel: "info", metricsToken: null });
  expect(observabilityEnvironment({ ROLLCALL_LOG_LEVEL: " debug ", ROLLCALL_METRICS_TOKEN: "0123456789abcdef" })).toEqual({
    logLevel: "debug",
    metricsToken: "0123456789abcdef",
  });
  expect((await problemOf(() => observabilityEnvironment({ ROLLCALL_LOG_LEVEL: "verbose" }))).message).toContain(
    "ROLLCALL_LOG_LEVEL is not a log level",
  );
  expect((await problemOf(() => observabilityEnvironment({ ROLLCALL_METRICS_TOKEN: "secret" }))).message).toContain(
    "at least 16 characters",
  );
  expect((await problemOf(() => observabilityEnvironment({ ROLLCALL_METRICS_TOKEN: "0123456789 abcdef" }))).message).toContain(
    "without spaces",
  );
});
