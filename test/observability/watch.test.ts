import { createServer } from "node:http";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { SERVICE_DEFAULTS, type Job, type NotifySettings } from "../../src/domain/settings.ts";
import { notifyMissed } from "../../src/notify/notify.ts";
import { MissedWatch, type Scheduled, type WatchParts } from "../../src/observability/watch.ts";
import { listMissed, listStillMissed } from "../../src/store/schedule/missed-runs.ts";
import { insertRun, setRun } from "../../src/store/runs/runs.ts";
import { openWarmState } from "../helpers/warm-databases.ts";
import type { State } from "../helpers/state.ts";
import { opened, smtpServer } from "../helpers/smtp.ts";
import { logInto } from "./counted-run.ts";

let dir = "";
let state: State;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "rollcall-watch-"));
  state = await openWarmState(join(dir, "state"));
});
afterAll(async () => {
  await state.close();
  rmSync(dir, { recursive: true, force: true });
});
beforeEach(async () => {
  await sql`TRUNCATE run, setting, notification`.execute(state.db);
});

const nightly: Scheduled = { name: "nightly", schedule: { cron: "30 2 * * *", timezone: "Europe/Madrid" } };
const at = (text: string): Date => new Date(text);
const ISO = (due: Date): string => due.toISOString();

/** A watch on a clock that a test sets. */
function watching(more: Partial<WatchParts> = {}) {
  const clock = { now: at("2026-05-01T10:00:00Z") };
  const told: string[] = [];
  const { log, lines } = logInto();
  const watch = new MissedWatch({
    db: state.db,
    log,
    jobs: async () => [nightly],
    notify: async (job, due) => {
      told.push(`${job} ${ISO(due)}`);
      return true;
    },
    now: () => clock.now,
    ...more,
  });
  return {
    told,
    lines,
    lookAt: async (text: string) => {
      clock.now = at(text);
      await watch.check();
    },
  };
}

async function addRun(
  started: string,
  values: { status?: "completed" | "planned" | "failed"; partial?: boolean; kind?: string; job?: string } = {},
) {
  const { status = "completed", partial = false, kind = "sync", job = "nightly" } = values;
  await insertRun(state.db, {
    id: `r-${job}-${started}`,
    job,
    job_file: "x",
    account: "acme",
    kind,
    status,
    partial,
    started_at: at(started),
    file: "f",
    sha256: "s",
    rows: 1,
    context: "c",
    released_by: null,
  });
}

test("a job is watched from when it is first seen, and a missed run is reported once", async () => {
  const { lookAt, told, lines } = watching();
  await lookAt("2026-05-01T10:00:00Z");
  await lookAt("2026-05-02T00:40:00Z");
  expect(told).toEqual([]);
  await lookAt("2026-05-02T00:46:00Z");
  await lookAt("2026-05-02T00:47:00Z");
  expect(told).toEqual(["nightly 2026-05-02T00:30:00.000Z"]);
  expect(lines().map(({ event, level, job, due }) => ({ event, level, job, due }))).toEqual([
    { event: "schedule_changed", level: "info", job: "nightly", due: undefined },
    { event: "run_missed", level: "warn", job: "nightly", due: "2026-05-02T00:30:00.000Z" },
  ]);
});

test("a run of a full export counts for any starter; a plan, a partial one, decisions and another job's do not", async () => {
  const { lookAt, told } = watching();
  await lookAt("2026-05-01T10:00:00Z");
  await addRun("2026-05-02T00:30:01Z");
  await lookAt("2026-05-02T08:00:00Z");
  expect(told).toEqual([]);
  await addRun("2026-05-03T00:30:01Z", { status: "planned" });
  await addRun("2026-05-03T00:30:02Z", { partial: true });
  await addRun("2026-05-03T00:30:03Z", { kind: "decisions" });
  await addRun("2026-05-03T00:30:04Z", { job: "weekly" });
  await lookAt("2026-05-03T08:00:00Z");
  expect(told).toEqual(["nightly 2026-05-03T00:30:00.000Z"]);
});

test("after an outage of all processes every missed run is reported, once, also if two processes look", async () => {
  const one = watching();
  const two = watching();
  await one.lookAt("2026-05-01T10:00:00Z");
  await addRun("2026-05-04T06:00:00Z");
  await Promise.all([one.lookAt("2026-05-04T07:00:00Z"), two.lookAt("2026-05-04T07:00:00Z")]);
  const nights = ["2026-05-02T00:30:00.000Z", "2026-05-03T00:30:00.000Z"];
  expect((await listMissed(state.db, at("2026-01-01"))).map(({ due }) => ISO(due)).toSorted()).toEqual(nights);
  // The older one is no news any more; it stands in the log and in the console.
  expect([...one.told, ...two.told]).toEqual([]);
  expect([...one.lines(), ...two.lines()].filter(({ event }) => event === "run_missed")).toHaveLength(2);
});

test("a changed schedule starts again, and a paused one misses nothing", async () => {
  const jobs = [nightly];
  const { lookAt, told } = watching({ jobs: async () => jobs });
  await lookAt("2026-05-01T10:00:00Z");
  jobs[0] = { ...nightly, schedule: { ...nightly.schedule, cron: "0 1 * * *" } };
  await lookAt("2026-05-02T10:00:00Z");
  expect(told).toEqual([]);
  jobs[0] = { ...jobs[0], meantToRest: (due) => ISO(due).startsWith("2026-05-02") };
  await lookAt("2026-05-03T10:00:00Z");
  expect(told).toEqual([]);
  await lookAt("2026-05-04T00:00:00Z");
  expect(told).toEqual(["nightly 2026-05-03T23:00:00.000Z"]);
});

test("a notice that could not be sent is sent later, not continuously, and not about last week", async () => {
  let tries = 0;
  const { lookAt } = watching({
    notify: async () => {
      tries += 1;
      if (tries === 1) throw new Error("defect");
      return tries > 2;
    },
  });
  await lookAt("2026-05-01T10:00:00Z");
  await lookAt("2026-05-02T01:00:00Z");
  await lookAt("2026-05-02T01:05:00Z");
  expect(tries).toBe(1);
  await lookAt("2026-05-02T01:20:00Z");
  expect(tries).toBe(2);
  await lookAt("2026-05-02T01:40:00Z");
  await lookAt("2026-05-02T02:00:00Z");
  expect(tries).toBe(3);
});

test("jobs that cannot be read are no reason to end: it is logged, and the next look makes up for it", async () => {
  let broken = true;
  const { lookAt, lines, told } = watching({
    jobs: async () => {
      if (broken) throw new TypeError("Ana");
      return [nightly];
    },
  });
  await lookAt("2026-05-01T10:00:00Z");
  expect(lines()).toMatchObject([{ event: "defect", err: { code: "TypeError" }, incident: expect.any(String) }]);
  broken = false;
  await lookAt("2026-05-01T11:00:00Z");
  await lookAt("2026-05-02T01:00:00Z");
  expect(told).toHaveLength(1);
});

test("the console shows it until a later run of a full export has started", async () => {
  const { lookAt } = watching();
  await lookAt("2026-05-01T10:00:00Z");
  await lookAt("2026-05-02T01:00:00Z");
  const since = at("2026-04-28");
  expect(await listStillMissed(state.db, since)).toEqual([{ job: "nightly", due: at("2026-05-02T00:30:00Z") }]);
  await addRun("2026-05-02T09:00:00Z", { status: "failed" });
  expect(await listStillMissed(state.db, since)).toHaveLength(1);
  await setRun(state.db, "r-nightly-2026-05-02T09:00:00Z", { status: "completed" });
  expect(await listStillMissed(state.db, since)).toEqual([]);
});

function jobWith(notify: Partial<NotifySettings>): Job {
  return {
    name: "nightly",
    file: "/srv/jobs/nightly.yaml",
    schedule: nightly.schedule,
    service: { baseUrl: "https://x.example", account: "acme", ...SERVICE_DEFAULTS },
    notify: { mail: null, webhook: null, digest: null, ...notify },
  } as unknown as Job;
}

test("mail and webhook say which run did not happen, in the language that is asked for, once for each missed time", async () => {
  const server = await smtpServer();
  const bodies: string[] = [];
  const hook = createServer((request, response) => {
    request.setEncoding("utf8").on("data", (chunk: string) => bodies.push(chunk));
    request.on("end", () => response.end("ok"));
  }).listen(0, "127.0.0.1");
  await once(hook, "listening");
  onTestFinished(() => void hook.close());
  const mail = {
    to: ["it@acme.example"],
    from: "Rollcall <rollcall@acme.example>",
    smtp: `smtp://127.0.0.1:${server.port}`,
    insecure: false,
    language: "es" as const,
    attach: true,
    people: false,
  };
  const job = jobWith({ mail, webhook: { url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/x`, language: "en" } });
  const parts = {
    db: state.db,
    job,
    console: "https://rollcall.acme.example",
    now: at("2026-05-02T01:00:00Z"),
    sleep: async () => undefined,
    env: {},
  };
  const due = at("2026-05-02T00:30:00Z");
  expect(await notifyMissed(parts, due)).toMatchObject({
    sent: [
      { channel: "mail", kind: "missed" },
      { channel: "webhook", kind: "missed" },
    ],
    failed: [],
  });
  const { headers, text, parts: all } = opened(server.mails[0]?.raw ?? "");
  expect(headers["subject"]).toContain("Rollcall nightly: una");
  expect(text).toContain("prevista para el 2 may 2026, 02:30 CEST no se ha iniciado");
  expect(text).toContain("https://rollcall.acme.example/status");
  expect(all).toHaveLength(2);
  expect(bodies.join("")).toContain("The run of nightly that was due on 2 May 2026, 02:30 CEST did not start");
  // Found out again, a day later, by another process: told already. The next night is another matter.
  const later = { ...parts, now: at("2026-05-03T01:00:00Z") };
  expect(await notifyMissed(later, due)).toMatchObject({ sent: [], before: [{ kind: "missed" }, { kind: "missed" }] });
  expect(await notifyMissed(later, at("2026-05-03T00:30:00Z"))).toMatchObject({ sent: [{ kind: "missed" }, { kind: "missed" }] });
});

test("a job that tells nobody, and one whose mail server is gone, are no trouble", async () => {
  const parts = { db: state.db, console: null, now: at("2026-05-02T01:00:00Z"), sleep: async () => undefined, env: {} };
  const due = at("2026-05-02T00:30:00Z");
  expect(await notifyMissed({ ...parts, job: { ...jobWith({}), notify: null } }, due)).toEqual({ sent: [], before: [], failed: [] });
  const webhook = { url: "http://127.0.0.1:9/x", language: "es" as const };
  expect(await notifyMissed({ ...parts, job: jobWith({ webhook }) }, due)).toMatchObject({
    failed: [{ channel: "webhook", kind: "missed" }],
  });
});
