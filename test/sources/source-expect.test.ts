import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseJob } from "../../src/config/job.ts";
import { buildConsole } from "../../src/console/server.ts";
import { overdueFrom } from "../../src/domain/files/expected-content.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { dateTime } from "../../src/reporting/locales/formats.ts";
import { DEFAULT_READER, asReader, type Reader } from "../../src/reporting/locales/reader.ts";
import type { Fact } from "../../src/domain/facts/fact.ts";
import { englishText, factText } from "../../src/reporting/fact-text.ts";
import { company, people, type Company, type Night } from "../helpers/company.ts";
import { consoleParts, signedIn, SITE } from "../helpers/console.ts";
import { logInto } from "../observability/counted-run.ts";

const HOUR = 3_600_000;

describe("content is overdue", () => {
  test.each([
    ["Thursday 22:00", "2026-11-26T21:00:00Z", "Europe/Berlin", "2026-11-27T23:00:00Z"],
    ["Friday: on Tuesday", "2026-11-27T01:30:00Z", "Europe/Berlin", "2026-11-30T23:00:00Z"],
    ["Saturday", "2026-11-28T12:00:00Z", "Europe/Berlin", "2026-11-30T23:00:00Z"],
    ["Sunday", "2026-11-29T12:00:00Z", "Europe/Berlin", "2026-11-30T23:00:00Z"],
    ["Sunday in UTC, Monday in the zone of the job", "2026-11-29T23:30:00Z", "Europe/Berlin", "2026-12-01T23:00:00Z"],
    ["Friday before the clocks change", "2026-10-23T10:00:00Z", "Europe/Berlin", "2026-10-26T23:00:00Z"],
  ])("by weekdays, after %s", (_, since, zone, due) => {
    expect(overdueFrom("weekdays", new Date(since), zone)).toEqual(new Date(due));
  });

  test("after a time", () => {
    expect(overdueFrom(26 * HOUR, new Date("2026-11-27T02:00:00Z"), "UTC")).toEqual(new Date("2026-11-28T04:00:00Z"));
  });
});

interface Note {
  code: string;
  message: string;
}
const noteOf = (c: Company, night: Night): (Note & { fact: Fact }) | undefined =>
  (JSON.parse(c.place.read(`.rollcall/reports/${night.run}.json`)) as { notes: (Note & { fact: Fact })[] }).notes.find(
    ({ code }) => code === "source_overdue",
  );
const text = (at: Date): string => asReader(DEFAULT_READER, () => dateTime(at.toISOString()));
const writtenOn = (c: Company, file: string, at: Date): void => utimesSync(join(c.place.dir, file), at, at);
const ago = (c: Company, hours: number): Date => new Date(c.clock.now().getTime() - hours * HOUR);

/** Writes an export, at the time of the clock. */
function deliver(c: Company, rows: Parameters<Company["hr"]>[0], file = "hr.csv"): void {
  c.hr(rows, file);
  writtenOn(c, file, c.clock.now());
}

/** Writes the export of a night under a name of its own, a moment before the run. */
async function nightly(c: Company, n: number, hours = 24): Promise<Night> {
  c.clock.step(hours * HOUR);
  const file = `e-${c.clock.now().toISOString().slice(0, 10)}.csv`;
  deliver(c, people(n), file);
  return c.sync();
}

test("the same content under a new name is overdue, in every language, and a new file ends it", async () => {
  const c = await company({ parts: { source: { file: "e-*.csv", expect: "26h" } } });
  expect(await nightly(c, 2)).toMatchObject({ code: 0, counts: { creates: 2 } });
  const since = c.clock.now();
  expect(await nightly(c, 2)).toMatchObject({ code: 0 });
  const calls = c.userCalls("POST").length;
  const dead = await nightly(c, 2);
  expect(dead).toMatchObject({ code: 1, status: "completed", counts: { unchanged: 2 } });
  expect(c.userCalls("POST").length).toBe(calls);
  const { message = "", fact } = noteOf(c, dead) ?? {};
  if (fact === undefined) throw new Error("there is no note");
  expect(message).toBe(englishText(fact));
  const due = new Date(since.getTime() + 26 * HOUR);
  expect(message).toMatch(/^e-[\d-]+\.csv has had no new content since /);
  expect(message).toContain(`no new content since ${text(since)}, so it has been overdue since ${text(due)} (\`source.expect\`).`);
  expect(c.place.read(`.rollcall/reports/${dead.run}.html`)).toContain("has had no new content since");
  expect((await c.run(`runs show ${dead.run}`)).stdout).toContain("has had no new content since");
  const checked = await c.run("check", "job.yaml");
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain("has had no new content since");
  const reader = (language: Reader["language"]): Reader => ({ language, locale: language, timeZone: "UTC" });
  for (const [language, word] of [
    ["de", "überfällig"],
    ["fr", "en retard depuis"],
    ["es", "lleva retraso"],
  ] as const) {
    const shown = asReader(reader(language), () => factText(fact));
    expect(shown).toContain(word);
    expect(shown).not.toMatch(/overdue|may have/);
  }
  expect(await nightly(c, 3)).toMatchObject({ code: 0, counts: { creates: 1 } });
  expect((await c.run("check", "job.yaml")).code).toBe(0);
  expect(await nightly(c, 3)).toMatchObject({ code: 0 });
  expect(await nightly(c, 3)).toMatchObject({ code: 1 });
});

test("a run that is skipped because nothing changed says it too", async () => {
  const c = await company({ parts: { source: { expect: "26h", unchanged: "skip" } } });
  c.hr(people(2));
  expect(await c.sync()).toMatchObject({ code: 0 });
  c.clock.step(48 * HOUR);
  const before = c.service.requests().length;
  const dead = await c.sync();
  expect(dead).toMatchObject({ code: 1, status: "completed" });
  expect(noteOf(c, dead)?.message).toContain("hr.csv has had no new content since");
  expect(c.service.requests().length).toBe(before);
});

test("without the setting, the same file stays as it was", async () => {
  const c = await company();
  c.hr(people(2));
  expect(await c.sync()).toMatchObject({ code: 0 });
  c.clock.step(30 * 24 * HOUR);
  const same = await c.sync();
  expect(same).toMatchObject({ code: 0 });
  expect(noteOf(c, same)).toBeUndefined();
  expect((await c.run("check", "job.yaml")).code).toBe(0);
});

test("content counts from the time of its file, but a new file is not overdue", async () => {
  const c = await company({ parts: { source: { expect: "26h" } } });
  c.clock.step(30 * 24 * HOUR);
  c.hr(people(2));
  const since = ago(c, 20);
  writtenOn(c, "hr.csv", since);
  expect(await c.sync()).toMatchObject({ code: 0 });
  c.clock.step(7 * HOUR);
  // Written again as it is.
  writtenOn(c, "hr.csv", c.clock.now());
  const dead = await c.sync();
  expect(dead).toMatchObject({ code: 1 });
  expect(noteOf(c, dead)?.message).toContain(
    `since ${text(since)}, so it has been overdue since ${text(new Date(since.getTime() + 26 * HOUR))}`,
  );
  // A copy that keeps a time of last month is new all the same.
  c.clock.step(24 * HOUR);
  c.hr(people(3));
  writtenOn(c, "hr.csv", ago(c, 700));
  const copied = await c.sync();
  expect(copied).toMatchObject({ code: 0 });
  c.clock.step(25 * HOUR);
  expect(await c.sync()).toMatchObject({ code: 1 });
});

test("an older file is not new content", async () => {
  const c = await company({ parts: { source: { expect: "26h" } } });
  c.hr(people(2));
  await c.sync();
  c.clock.step(20 * HOUR);
  deliver(c, people(3));
  await c.sync();
  c.clock.step(20 * HOUR);
  c.hr(people(2));
  writtenOn(c, "hr.csv", new Date("2026-01-01"));
  const held = await c.sync();
  expect(held).toMatchObject({ code: 3, held: [{ limit: "older_file" }] });
  expect(noteOf(c, held)).toBeUndefined();
  expect(await c.run("runs", "approve", held.run, "--reason", "delivered again")).toMatchObject({ code: 0 });
  c.clock.step(20 * HOUR);
  const next = await c.sync();
  expect(next).toMatchObject({ code: 1, status: "completed" });
  expect(noteOf(c, next)?.message).toContain("hr.csv has had no new content since");
});

test("of several files, the one without new content is named", async () => {
  const c = await company({ parts: { source: { file: undefined, files: ["a.csv", "b.csv"], expect: "26h" } } });
  c.hr(people(2), "a.csv");
  c.hr(people(2, 11), "b.csv");
  expect(await c.sync()).toMatchObject({ code: 0 });
  c.clock.step(30 * HOUR);
  deliver(c, people(3), "a.csv");
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, counts: { creates: 1 } });
  expect(noteOf(c, night)?.message).toMatch(/^b\.csv has had no new content since/);
});

test("a file given with --file is never judged, and does not end it", async () => {
  const c = await company({ parts: { source: { expect: "26h" } } });
  c.hr(people(2));
  await c.sync();
  c.clock.step(48 * HOUR);
  c.hr(people(2), "given.csv");
  const given = await c.sync("--file", "given.csv", "--complete");
  expect(given).toMatchObject({ code: 0 });
  expect(noteOf(c, given)).toBeUndefined();
  expect((await c.run("check", "job.yaml", "--file", "given.csv")).code).toBe(0);
  expect(await c.sync()).toMatchObject({ code: 1 });
});

test("the overview says since when, and the metrics have the age, also between runs", async () => {
  const c = await company({ parts: { source: { expect: "26h" } } });
  c.hr(people(2));
  await c.sync();
  const { log } = logInto("silent");
  const measured = async (name: string): Promise<number> =>
    c.look(async ({ db }) => {
      const figures = await createMetrics({ db, log, version: "0", now: c.clock.now }).text();
      return Number(new RegExp(`^rollcall_${name}\\{job="nightly"\\} (.*)$`, "m").exec(figures)?.[1]);
    });
  const overview = async () => {
    const place = await consoleParts();
    try {
      return await c.look(async (state) => {
        const card = { name: "nightly", schedule: null, nextRun: null, account: "acme", practice: false, faults: [], unset: [] };
        const parts = { ...place.parts, state, now: c.clock.now, work: { ...place.parts.work, jobs: async () => [card] } };
        const app = await buildConsole(parts, place.areas);
        const { cookie } = await signedIn({ ...place, parts }, app, "viewer");
        const ask = (url: string) => app.inject({ url, headers: { host: SITE.host, cookie } });
        const { overdue_sources: sources } = (await ask("/api/v1/overview")).json<{ overdue_sources: unknown[] }>();
        const shown = (await ask("/")).body.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");
        await app.close();
        return { sources, shown };
      });
    } finally {
      await place.close();
    }
  };
  c.clock.step(25 * HOUR);
  expect(await measured("source_overdue")).toBe(0);
  expect((await overview()).sources).toEqual([]);
  c.clock.step(24 * HOUR);
  expect(await measured("source_overdue")).toBe(1);
  expect(Math.round((await measured("source_age_seconds")) / 3600)).toBe(49);
  const { sources, shown } = await overview();
  expect(sources).toEqual([{ job: "nightly", since: expect.any(String), due: expect.any(String) }]);
  expect(shown).toContain("The export of nightly has had no new content since");
  c.hr(people(3));
  await c.sync();
  expect(await measured("source_overdue")).toBe(0);
  expect((await overview()).sources).toEqual([]);
});

test("init proposes it with the schedule, and both are valid", async () => {
  const c = await company();
  c.hr(people(5));
  expect(await c.run("init", "hr.csv", "--job", "staff", "--yes", "--use", "first_name=First", "--use", "last_name=Last")).toMatchObject({
    code: 0,
    stderr: "",
  });
  const written = c.place.read("jobs/staff.yaml");
  expect(written).toContain('\n# schedule: { cron: "30 2 * * *"');
  expect(written).toContain("\n  # expect: 26h ");
  expect(parseJob(written, "/staff.yaml", "staff.yaml", {}).source.expect).toBeNull();
  const job = parseJob(written.replace("# schedule:", "schedule:").replace("# expect:", "expect:"), "/staff.yaml", "staff.yaml", {});
  expect([job.schedule?.cron, job.source.expect]).toEqual(["30 2 * * *", 26 * HOUR]);
});
