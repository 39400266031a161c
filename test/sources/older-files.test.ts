import { date as shownDate } from "../../src/reporting/locales/formats.ts";
import { copyFileSync, renameSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { datesInNames } from "../../src/domain/files/dated-names.ts";
import { factText } from "../../src/reporting/fact-text.ts";
import type { ReportedLimit } from "../../src/reporting/limits.ts";
import { asReader } from "../../src/reporting/locales/reader.ts";
import { company, mappingText, type Company, type Night } from "../helpers/company.ts";

describe("dates in names", () => {
  test.each<[string, string[], string[]]>([
    ["unpadded", ["e-2026-9-30.csv", "e-2026-11-27 (2).csv"], ["2026-09-30", "2026-11-27 (2)"]],
    ["day first, because one name allows nothing else", ["e-05-11-2026.csv", "e-27-10-2026.csv"], ["2026-11-05", "2026-10-27"]],
    ["month first, because one name allows nothing else", ["e-05-11-2026.csv", "e-10-27-2026.csv"], ["2026-05-11", "2026-10-27"]],
    ["none, because both orders fit", ["e-05-11-2026.csv", "e-06-10-2026.csv"], ["", ""]],
    ["none, because no order fits all", ["e-27-11-2026.csv", "e-11-27-2026.csv"], ["", ""]],
    ["equal in both orders", ["e-11-11-2026.csv"], ["2026-11-11"]],
    ["years of two digits", ["e-27.11.26.csv", "e-31.10.26.csv", "e-05.12.26.csv"], ["", "", ""]],
    ["year first", ["e-11-11-2026.csv", "e-2026-11-27.csv"], ["2026-11-11", "2026-11-27"]],
    ["months as words", ["e-27-Nov-2026.csv", "e_3. Dezember 2026.csv", "Nov 27, 2026.csv"], ["2026-11-27", "2026-12-03", "2026-11-27"]],
    [
      "months as words of other languages",
      ["e-2026-märz-3.csv", "e 1 août 2026.csv", "e-2-ene-2026.csv"],
      ["2026-03-03", "2026-08-01", "2026-01-02"],
    ],
    ["only a month", ["e-2026-11.csv", "e-9-2026.csv", "e-march-2026.csv"], ["2026-11", "2026-09", "2026-03"]],
    [
      "with a time",
      ["e-20261127T0230.csv", "e-20261127020000.csv.gz", "e_2026-11-27_14.30.csv"],
      ["2026-11-27 02:30", "2026-11-27 02:00:00", "2026-11-27 14:30"],
    ],
    ["without separators", ["e-20261127.csv", "e-27112026.csv"], ["2026-11-27", "2026-11-27"]],
    ["from and until", ["e-2026-11-01_2026-11-30.csv"], ["2026-11-30"]],
    [
      "numbers that are no dates",
      ["staff-0042.csv", "e-2026-13-45.csv", "1764201600.csv", "v1.2.10.csv", "market-2026.csv"],
      ["", "", "", "", ""],
    ],
  ])("%s", (_, names, dates) => {
    const found = datesInNames(names).map((date) =>
      date === null ? "" : `${date.day}${date.time === "" ? "" : ` ${date.time}`}${date.copy === 0 ? "" : ` (${date.copy})`}`,
    );
    expect(found).toEqual(dates);
  });
});

const held = (night: Night) => (night.held ?? []).map(({ limit }) => limit);
const limitOf = (night: Night): ReportedLimit => (night.held as ReportedLimit[])[0] as ReportedLimit;
const messageOf = (night: Night): string => limitOf(night).message;
const notesOf = (c: Company, night: Night): string[] =>
  (JSON.parse(c.place.read(`.rollcall/reports/${night.run}.json`)) as { notes: { code: string }[] }).notes.map(({ code }) => code);
const changedOn = (c: Company, file: string, day: string): void => utimesSync(join(c.place.dir, file), new Date(day), new Date(day));
const isActive = (c: Company, id: string): unknown => c.accountsOf(id)[0]?.["active"];

test("an older file by its name is on hold with both dates, and one release is remembered for its content", async () => {
  const c = await company({ parts: { source: { file: "e-*.csv" } } });
  c.hr([{ id: "1" }, { id: "2" }], "e-26-10-2026.csv");
  expect(await c.sync()).toMatchObject({ code: 0, counts: { creates: 2 } });
  c.hr(
    [
      { id: "1", status: "Left" },
      { id: "2", last: "New" },
    ],
    "e-27-11-2026.csv",
  );
  expect(await c.sync()).toMatchObject({ code: 0, counts: { deactivations: 1, updates: 1 } });
  c.clock.step(86_400_000);
  rmSync(join(c.place.dir, "e-27-11-2026.csv"));
  c.hr([{ id: "1" }, { id: "2", last: "Old" }], "e-31-10-2026.csv");
  const old = await c.sync();
  expect(old).toMatchObject({ code: 3, status: "held" });
  expect(held(old)).toEqual(["older_file"]);
  expect(messageOf(old)).toMatch(
    /^e-31-10-2026\.csv is older than the last file that was used: its name has the date 31 Oct 2026, and that of e-27-11-2026\.csv has 27 Nov 2026\. /,
  );
  expect(isActive(c, "1")).toBe(false);
  expect((await c.run("check", "job.yaml", "--json")).code).toBe(1);
  const german = { language: "de", locale: "de", timeZone: "UTC" } as const;
  expect(asReader(german, () => factText(limitOf(old)))).toMatch(
    /^e-31-10-2026\.csv ist älter als die zuletzt verwendete Datei: .* 27\. Nov\. 2026\. Eine ältere Datei würde Ausgetretene .* Hat die Personalabteilung sie absichtlich/,
  );

  expect((await c.run("runs", "approve", old.run, "--reason", "HR repairs November")).code).toBe(0);
  expect(isActive(c, "1")).toBe(true);
  // A newer file, and then the released content once more.
  c.hr(
    [
      { id: "1", status: "Left" },
      { id: "2", last: "Newer" },
    ],
    "e-28-11-2026.csv",
  );
  expect(await c.sync()).toMatchObject({ code: 0, counts: { deactivations: 1 } });
  renameSync(join(c.place.dir, "e-31-10-2026.csv"), join(c.place.dir, "e-30-10-2026.csv"));
  rmSync(join(c.place.dir, "e-28-11-2026.csv"));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { reactivations: 1 } });
});

test("a content that was used two runs ago is on hold under a new name, after retention too, and with --file", async () => {
  const c = await company({ parts: { source: { file: "e-*.csv" } } });
  c.hr([{ id: "1" }], "e-a.csv");
  await c.sync();
  c.clock.step(3_600_000);
  rmSync(join(c.place.dir, "e-a.csv"));
  c.hr([{ id: "1", status: "Left" }], "e-b.csv");
  await c.sync();
  c.clock.step(3_600_000);
  c.hr([{ id: "1" }], "other.csv");
  expect(held(await c.sync("--file", "other.csv", "--complete"))).toEqual(["older_file"]);
  expect(held(await c.sync("--file", "other.csv"))).toEqual(["older_file"]);
  c.clock.step(3 * 365 * 86_400_000);
  expect((await c.run("purge")).code).toBe(0);
  renameSync(join(c.place.dir, "other.csv"), join(c.place.dir, "e-c.csv"));
  const again = await c.sync();
  expect(again).toMatchObject({ code: 3, status: "held" });
  expect(messageOf(again)).toContain("used the same content on");
  expect(isActive(c, "1")).toBe(false);
});

test("an export that is written again with an earlier content is used, because HR has corrected a change", async () => {
  const c = await company();
  for (const status of ["Active", "Left", "Active"]) {
    c.hr([{ id: "1", status }]);
    expect(await c.sync()).toMatchObject({ code: 0, status: "completed" });
  }
  expect(isActive(c, "1")).toBe(true);
  // The same file, restored with its time.
  c.hr([{ id: "1", status: "Left" }], "backup.csv");
  copyFileSync(join(c.place.dir, "backup.csv"), join(c.place.dir, "hr.csv"));
  changedOn(c, "hr.csv", "2026-01-01");
  expect(held(await c.sync())).toEqual(["older_file"]);
});

test("the newest date inside a file tells its age if its name does not", async () => {
  const mapping = mappingText.replace("active: {", "active: { from: { column: Hired, date: yyyy-MM-dd },");
  const c = await company({ mapping });
  const write = (days: string[], extra = ""): void =>
    void c.place.write(
      "hr.csv",
      [
        "Employee ID,First,Last,Email,Department,Status,Hired",
        ...days.map((day, n) => `${n},A${n}${extra},B,p${n}@acme.example,Sales,Active,${day}`),
      ].join("\n"),
    );
  const start = c.clock.now().getTime();
  const day = (ago: number): string => new Date(start - ago * 86_400_000).toISOString().slice(0, 10);
  write([day(400), day(20), day(3)]);
  expect(await c.sync()).toMatchObject({ code: 0 });
  c.clock.step(3_600_000);
  write([day(400), day(20)], "x");
  const old = await c.sync();
  expect(held(old)).toEqual(["older_file"]);
  expect(messageOf(old)).toContain(
    `its newest date is ${shownDate(day(20))} (column “Hired”), and that of the last file was ${shownDate(day(3))}.`,
  );
  // A date to come, and a later one, are no sign of age.
  write([day(400), day(20), day(3), day(-30)], "y");
  expect(await c.sync()).toMatchObject({ code: 0 });
});

test("a match that changed later than the one that is read is named by check and sync, with exit 1", async () => {
  const c = await company({ parts: { source: { file: "e-*.csv" } } });
  c.hr([{ id: "1" }], "e-old.csv");
  c.hr([{ id: "1", last: "New" }], "e-new.csv");
  changedOn(c, "e-old.csv", "2026-10-31");
  changedOn(c, "e-new.csv", "2026-11-27");
  const night = await c.sync();
  expect(night).toMatchObject({ code: 1, status: "completed" });
  expect(notesOf(c, night)).toContain("newer_file_not_read");
  const checked = await c.run("check", "job.yaml");
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain("A newer file is not read: e-new.csv was changed on ");
  rmSync(join(c.place.dir, "e-old.csv"));
  expect(await c.sync()).toMatchObject({ code: 0, counts: { updates: 1 } });
});

test("the time of a file decides between equal dates and is otherwise only a note", async () => {
  const c = await company({ parts: { source: { file: "*-2026-*.csv" } } });
  c.hr([{ id: "1", last: "First" }], "b-2026-11-27.csv");
  c.hr([{ id: "1", last: "Second" }], "a-2026-11-27.csv");
  c.hr([{ id: "1", last: "Older" }], "c-2026-9-30.csv");
  changedOn(c, "b-2026-11-27.csv", "2026-11-27");
  changedOn(c, "a-2026-11-27.csv", "2026-11-28");
  changedOn(c, "c-2026-9-30.csv", "2026-11-29");
  const night = await c.sync();
  expect(night).toMatchObject({ code: 0 });
  expect(c.accountsOf("1")[0]).toMatchObject({ fields: { last_name: "Second" } });
  expect(notesOf(c, night)).toContain("changed_later");
});
