import { englishText } from "../../src/reporting/fact-text.ts";
import { describe, expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { comingLastDay, datesToday, type DatesToday } from "../../src/plan/dates.ts";
import { faultsOf, outcome, person, USER, type Row } from "../mapping/helpers.ts";

const ACTIVE = `active:
  column: Status
  values: { Active: true, Terminated: false, Dismissed: false }
  from: { column: Hired, date: dd/MM/yyyy, days: -3 }
  until: { column: Leave, days: 14 }
  at_once: [Dismissed]
`;
const mapping = compileMapping(USER + ACTIVE, "m.yaml");
const on = (row: Row, today = "2026-06-15"): DatesToday =>
  datesToday(person(outcome(mapping, { Status: "Active", Hired: "01/02/2020", Leave: "", ...row })), today);
const nothing = { notDue: null, due: null, unknown: null };

test.for<[string, Row, Partial<DatesToday>]>([
  ["both dates blank: the status alone decides", { Hired: "" }, { ...nothing, active: true }],
  ["both dates blank, and the person has left", { Hired: "", Status: "Terminated" }, { ...nothing, active: false }],
  ["the day before the first day", { Hired: "19/06/2026" }, { notDue: "from", due: "2026-06-16" }],
  ["the first day, with days", { Hired: "18/06/2026" }, { ...nothing, active: true }],
  ["a future joiner whose status is not active yet", { Hired: "19/06/2026", Status: "Terminated" }, { notDue: "from" }],
  ["the last day, with days", { Leave: "2026-06-01" }, { active: true, notDue: null, due: "2026-06-16" }],
  ["the day after the last day, whatever the status", { Leave: "2026-05-31" }, { ...nothing, active: false }],
  ["an unknown status after the last day", { Leave: "2026-05-31", Status: "?" }, { ...nothing, active: false }],
  ["a leaver in the days of grace", { Leave: "2026-06-01", Status: "Terminated" }, { notDue: "until", due: "2026-06-16" }],
  ["a status that closes at once", { Leave: "2026-06-01", Status: "Dismissed" }, { ...nothing, active: false }],
  ["a status that closes at once, with an unreadable date", { Leave: "soon", Status: "Dismissed" }, { ...nothing, active: false }],
  ["an end date far away", { Leave: "9999-12-31" }, { active: true, notDue: null }],
])("dates: %s", ([, row, expected]) => {
  expect(on(row)).toMatchObject(expected);
});

test.for<[string, Row, string | null]>([
  ["to come", { Leave: "2026-06-01" }, "The last day with an account is 15 Jun 2026 (`active.until`, m.yaml:11)."],
  ["over", { Leave: "2026-05-31" }, null],
  ["blank", {}, null],
  ["far away", { Leave: "9999-12-31" }, null],
  ["to come, of someone who has left already", { Leave: "2026-06-01", Status: "Terminated" }, null],
])("names a last day only if it is to come: %s", ([, row, expected]) => {
  const read = person(outcome(mapping, { Status: "Active", Hired: "01/02/2020", Leave: "", ...row }));
  const said = comingLastDay(read, "2026-06-15");
  expect(said && englishText(said)).toBe(expected);
});

test.for<[string, Row, string]>([
  ["unreadable", { Hired: "2026-06-01" }, "“2026-06-01” in “Hired” is not a date in the format dd/MM/yyyy"],
  ["missing", { Leave: undefined }, "the row ends before “Leave”"],
  ["swapped", { Hired: "02/06/2026", Leave: "2026-06-01" }, "“Leave” is before “Hired”"],
  ["a first day more than two years away", { Hired: "19/06/2062" }, "“Hired” is more than two years away"],
])("I5: dates that cannot be used are unknown: %s", ([, row, why]) => {
  const { unknown, ...found } = on(row);
  expect(found).toMatchObject({ notDue: null, due: null });
  expect(unknown === null ? null : englishText(unknown.why)).toBe(why);
});

describe("without a status, the dates alone decide", () => {
  const dated = compileMapping(`${USER}active:\n  until: { column: Leave, date: dd.MM.yyyy }\n`, "m.yaml");
  const alone = (leave: string | undefined): DatesToday => datesToday(person(outcome(dated, { Leave: leave })), "2026-06-15");

  test.for<[string, string, Partial<DatesToday>]>([
    ["a blank last day is active", "", { ...nothing, active: true }],
    ["the last day is active", "15.06.2026", { notDue: null, active: true, due: "2026-06-16" }],
    ["the day after has left", "14.06.2026", { ...nothing, active: false }],
  ])("%s", ([, leave, expected]) => {
    expect(alone(leave)).toMatchObject(expected);
  });

  test.for<[string, string | undefined, string]>([
    ["unreadable", "06/14/2026", "“06/14/2026” in “Leave” is not a date in the format dd.MM.yyyy"],
    ["missing", undefined, "the row ends before “Leave”"],
  ])("I5: a last day that is %s means neither", ([, leave, why]) => {
    const { unknown, ...found } = alone(leave);
    expect(found).toMatchObject({ notDue: null, due: null });
    expect(unknown === null ? null : englishText(unknown.why)).toBe(why);
  });
});

test.for([
  ["from: Hired", "m.yaml:10:9: `active.from` must be a map of keys and values"],
  [
    "from: { column: H, date: hello }",
    "m.yaml:10:28: `active.from.date` must be a date format with day, month and year, such as dd/MM/yyyy or yyyy-MM-dd",
  ],
  ["until: { column: L, days: 1.5 }", "m.yaml:10:29: `active.until.days` must be a whole number from -366 to 366"],
  ["until: { column: L, day: 1 }", "m.yaml:10:23: unknown key `active.until.day`; did you mean `days`?"],
  ["at_once: [Terminated]", "m.yaml:10:3: `active.at_once` needs `active.until`"],
  ["until: { column: L }\n  at_once: [Active]", "m.yaml:11:13: `active.at_once[1]` must be a status that `active.values` lists as false"],
])("refuses %s", ([line, fault]) => {
  expect(faultsOf(`${USER}active:\n  column: Status\n  values: { Active: true, Terminated: false }\n  ${line}\n`)).toContain(fault);
});
