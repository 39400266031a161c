import { DateTime } from "luxon";
import { CronExpressionParser } from "cron-parser";
import { describe, expect, test } from "vitest";
import { nextDue, type Schedule } from "../../src/domain/schedule.ts";
import { missedRuns } from "../../src/observability/missed-runs.ts";

const MINUTE = 60_000;

/** Due times from a moment on, as the walls' clocks show them. */
function dues(schedule: Schedule, from: string, n: number): string[] {
  const found: string[] = [];
  let at = DateTime.fromISO(from, { zone: schedule.timezone }).toJSDate();
  for (let i = 0; i < n; i += 1) {
    at = nextDue(schedule, at);
    found.push(DateTime.fromJSDate(at, { zone: schedule.timezone }).toFormat("LL-dd HH:mm Z"));
  }
  return found;
}

describe("a nightly run happens once a night, also over daylight saving", () => {
  const changes: [timezone: string, cron: string, from: string, expected: string[]][] = [
    ["Europe/Madrid", "30 2 * * *", "2026-03-27T12:00", ["03-28 02:30 +1", "03-29 03:30 +2", "03-30 02:30 +2"]],
    ["Europe/Madrid", "30 2 * * *", "2026-10-23T12:00", ["10-24 02:30 +2", "10-25 02:30 +2", "10-26 02:30 +1"]],
    ["America/New_York", "30 2 * * *", "2026-03-06T12:00", ["03-07 02:30 -5", "03-08 03:30 -4", "03-09 02:30 -4"]],
    ["America/New_York", "30 1 * * *", "2026-10-30T12:00", ["10-31 01:30 -4", "11-01 01:30 -4", "11-02 01:30 -5"]],
    ["Australia/Lord_Howe", "15 2 * * *", "2026-10-02T12:00", ["10-03 02:15 +10:30", "10-04 02:45 +11", "10-05 02:15 +11"]],
    ["Australia/Lord_Howe", "0 2 * * *", "2026-10-02T12:00", ["10-03 02:00 +10:30", "10-04 02:30 +11", "10-05 02:00 +11"]],
    ["Australia/Lord_Howe", "45 1 * * *", "2026-04-03T12:00", ["04-04 01:45 +11", "04-05 01:45 +11", "04-06 01:45 +10:30"]],
    ["Australia/Lord_Howe", "45 2 * * *", "2026-04-03T12:00", ["04-04 02:45 +11", "04-05 02:45 +10:30", "04-06 02:45 +10:30"]],
  ];
  test.for(changes)("%s, %s from %s", ([timezone, cron, from, expected]) => {
    expect(dues({ cron, timezone }, from, 3)).toEqual(expected);
  });

  test("a time that a leap has put off is due whenever it is asked for, also just after the leap", () => {
    const schedule = { cron: "15 2 * * *", timezone: "Australia/Lord_Howe" };
    const due = new Date("2027-10-02T15:45:00Z");
    for (const asked of ["2027-10-02T15:29:00Z", "2027-10-02T15:31:00Z", "2027-10-02T15:44:59Z"])
      expect(nextDue(schedule, new Date(asked)), `after ${asked}`).toEqual(due);
    expect(nextDue(schedule, due)).toEqual(new Date("2027-10-03T15:15:00Z"));
  });

  test("an hourly one is due in every hour that there is, twice in the one that comes twice", () => {
    const hourly = { cron: "0 * * * *", timezone: "Europe/Madrid" };
    expect(dues(hourly, "2026-03-29T00:30", 3)).toEqual(["03-29 01:00 +1", "03-29 03:00 +2", "03-29 04:00 +2"]);
    expect(dues(hourly, "2026-10-25T01:30", 3)).toEqual(["10-25 02:00 +2", "10-25 02:00 +1", "10-25 03:00 +1"]);
  });
});

test("where no half hour is lost, it is due exactly when the library of the queue says", () => {
  const zones = ["Europe/Madrid", "America/New_York", "Asia/Kathmandu", "UTC", "America/Sao_Paulo"];
  for (const timezone of zones) {
    for (const cron of ["30 2 * * *", "0 */6 * * *", "15 3 * * 1-5", "0 0 1 * *", "45 23 * * 0"]) {
      let at = new Date("2026-01-01T00:00:00Z");
      for (let i = 0; i < 120; i += 1) {
        const library = CronExpressionParser.parse(cron, { tz: timezone, currentDate: at }).next().toDate();
        expect(nextDue({ cron, timezone }, at), `${cron} ${timezone} after ${at.toISOString()}`).toEqual(library);
        at = library;
      }
    }
  }
});

describe("of the due times", () => {
  const schedule = { cron: "30 2 * * *", timezone: "Europe/Madrid" };
  const at = (text: string): Date => DateTime.fromISO(text, { zone: "Europe/Madrid" }).toJSDate();
  const look = (since: string, now: string, starts: string[], meantToRest?: (due: Date) => boolean) =>
    missedRuns({
      schedule,
      since: at(since),
      now: at(now),
      starts: starts.map(at),
      tolerance: 15 * MINUTE,
      ...(meantToRest === undefined ? {} : { meantToRest }),
    });

  test("none is missed while it may still begin", () => {
    expect(look("2026-03-28T12:00", "2026-03-29T03:44", [])).toEqual({ missed: [], until: at("2026-03-28T12:00") });
    expect(look("2026-03-28T12:00", "2026-03-29T03:45", []).missed).toEqual([at("2026-03-29T03:30")]);
  });

  test("a run that began in time, a little early or late is one that happened", () => {
    for (const start of ["2026-05-02T02:30:00.4", "2026-05-02T02:29:45", "2026-05-02T09:00"]) {
      expect(look("2026-05-01T12:00", "2026-05-02T10:00", [start])).toEqual({ missed: [], until: at("2026-05-02T02:30") });
    }
    expect(look("2026-05-01T12:00", "2026-05-02T10:00", ["2026-05-02T02:00"]).missed).toHaveLength(1);
  });

  test("one that catches up after three days makes up for the last run only", () => {
    const found = look("2026-05-01T12:00", "2026-05-04T10:00", ["2026-05-04T09:00"]);
    expect(found).toEqual({ missed: [at("2026-05-02T02:30"), at("2026-05-03T02:30")], until: at("2026-05-04T02:30") });
  });

  test("over both changes no night is missed that ran, and none is left out that did not", () => {
    for (const [since, now, expected] of [
      ["2026-03-28T12:00", "2026-03-31T12:00", 3],
      ["2026-10-24T12:00", "2026-10-27T12:00", 3],
    ] as const) {
      const { missed } = look(since, now, []);
      expect(missed).toHaveLength(expected);
      const starts = missed.map((due) => new Date(due.getTime() + 900).toISOString());
      expect(look(since, now, starts).missed).toEqual([]);
    }
  });

  test("one that was meant to rest is not missed", () => {
    const rests = (due: Date): boolean => due.getTime() === at("2026-05-03T02:30").getTime();
    expect(look("2026-05-01T12:00", "2026-05-03T12:00", [], rests)).toEqual({
      missed: [at("2026-05-02T02:30")],
      until: at("2026-05-03T02:30"),
    });
  });

  test("looking on from where the last look ended finds each once", () => {
    const first = look("2026-05-01T12:00", "2026-05-02T12:00", []);
    const second = missedRuns({ schedule, since: first.until, now: at("2026-05-03T12:00"), starts: [], tolerance: 15 * MINUTE });
    expect([...first.missed, ...second.missed]).toEqual([at("2026-05-02T02:30"), at("2026-05-03T02:30")]);
  });
});
