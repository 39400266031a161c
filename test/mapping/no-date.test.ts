import { describe, expect, test } from "vitest";
import { compileMapping } from "../../src/mapping/compile.ts";
import { isNoDate } from "../../src/mapping/values/no-date.ts";
import { readDates } from "../../src/setup/sample/dates.ts";
import { faultsOf, mapUser, outcome, person, rejects, USER } from "./helpers.ts";

const none = [
  "0000-00-00",
  "00.00.0000",
  "00/00/0000",
  "0000/00/00",
  "00-00-0000",
  "0.0.0000",
  "00000000",
  "1900-01-00",
  "1/0/1900",
  "00.01.1900",
];

describe("a text that means no date", () => {
  test.for([...none, "0000-00-00 00:00:00", "0000-00-00T00:00:00.000Z", " 0000-00-00 "])("%s", (text) => {
    expect(isNoDate(text)).toBe(true);
  });

  test.for(["1900-01-01", "2000-01-00", "0000-01-01", "10.00.2000", "0", "00", "2000", "00:00", "1899-12-30", ""])("not %s", (text) => {
    expect(isNoDate(text)).toBe(false);
  });
});

describe("the dates of `active`", () => {
  const dates = (until: string, cell: string) => {
    const mapping = compileMapping(`${USER}active: { until: { column: End, ${until} } }\n`, "m.yaml");
    return person(outcome(mapping, { End: cell })).dates;
  };

  test.for(none)("have no last day with %s, in any format", (cell) => {
    expect(dates("date: dd/MM/yyyy", cell)).toMatchObject({ until: null, unknown: null });
  });

  test("take listed texts for blank, and transforms before the date is read", () => {
    const until = `date: dd/MM/yyyy, blank: [unbefristet, "9999"], transform: [lower, { replace: { pattern: "^(\\\\d)/", with: "0$1/" } }]`;
    for (const cell of ["unbefristet", " Unbefristet ", "9999", "00/00/0000"])
      expect(dates(until, cell)).toMatchObject({ until: null, unknown: null });
    expect(dates(until, "5/01/2027")).toMatchObject({ until: "2027-01-05", unknown: null });
    expect(dates(until, "offen")?.unknown?.why).toMatchObject({
      code: "cell.not_date",
      values: { column: "End", value: { values: { value: "offen" } } },
    });
  });

  test("leave an unreadable date unknown", () => {
    expect(dates("date: yyyy-MM-dd", "2027-00-00")?.unknown).not.toBeNull();
  });
});

describe("a date field", () => {
  test.for(none)("is left out with %s", (Born) => {
    expect(person(mapUser("  date_of_birth: { column: Born, date: dd/MM/yyyy }\n", { Born })).user).not.toHaveProperty("date_of_birth");
  });

  test("takes listed texts for blank, and rejects others", () => {
    const form = '  date_of_birth: { column: Born, date: dd/MM/yyyy, blank: [unknown, "-"] }\n';
    expect(person(mapUser(form, { Born: "-" })).user).not.toHaveProperty("date_of_birth");
    expect(person(mapUser(form, { Born: "05/01/1990" })).user["date_of_birth"]).toBe("1990-01-05");
    expect(rejects(mapUser(form, { Born: "n/a" }))).toMatchObject([{ code: "invalid_date" }]);
  });

  test("a list of texts is refused where no date is read", () => {
    expect(faultsOf(`${USER}  city: { column: City, blank: ["-"] }\n`)).toEqual([
      expect.stringContaining("a list of texts is possible only for a date"),
    ]);
  });
});

test("the format of a column is found although some of its dates do not exist", () => {
  expect(
    readDates(
      new Map([
        ["0000-00-00", 50],
        ["2027-01-31", 1],
        ["2026-12-01", 1],
      ]),
    ),
  ).toEqual({ is: "format", format: "yyyy-MM-dd" });
});
