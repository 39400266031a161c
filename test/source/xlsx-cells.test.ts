import { afterEach, describe, expect, test } from "vitest";
import fc from "fast-check";
import { DateTime } from "luxon";
import type { SourceRow } from "../../src/domain/record.ts";
import { textOf } from "../../src/source/xlsx/cell.ts";
import { Table } from "../../src/source/xlsx/table.ts";
import { readSheet } from "../../src/source/xlsx/workbook.ts";
import { bookByHand, bookOf, inline, type Value } from "./workbooks.ts";

/** Reads in this process; other tests cover the reader process. */
function rowsIn(bytes: Buffer): SourceRow[] {
  return new Table("x", readSheet("x", bytes, null, 1e9), null, []).take(1e6);
}

const number = (v: number, z?: string): Value => ({ t: "n", v, ...(z === undefined ? {} : { z }) });

describe("the text of a cell", () => {
  test.each<[string, Value, string]>([
    ["a text with leading zeros", "00123", "00123"],
    ["a text that looks like a number", "1e5", "1e5"],
    ["a text with blanks around it", " x ", " x "],
    ["a text with other characters", "Ñandú 😀 & <b>", "Ñandú 😀 & <b>"],
    ["a whole number", 123, "123"],
    ["a number with decimals", 12.5, "12.5"],
    ["a number that a computer cannot hold", 0.1 + 0.2, "0.3"],
    ["a small number", 0.000_000_12, "0.00000012"],
    ["a long number", 123_456_789_012_345, "123456789012345"],
    ["a very long number", 1e21, "1000000000000000000000"],
    ["a negative number", -5, "-5"],
    ["a number with zeros in front by its format", number(123, "00000"), "00123"],
    ["a number that its format splits up", number(123_456_789, "000\\-00\\-0000"), "123-45-6789"],
    ["a number with a text in its format", number(7, '"EMP"0000'), "EMP0007"],
    ["a number with decimals in such a format", number(5.7, "000"), "5.7"],
    ["a number with thousands by its format", number(1234.5, "#,##0.00"), "1234.5"],
    ["a share", number(0.125, "0.0%"), "0.125"],
    ["an amount", number(5, '0.00 "€"'), "5"],
    ["true", true, "TRUE"],
    ["false", false, "FALSE"],
    ["a day", number(45_000, "dd/mm/yyyy"), "2023-03-15"],
    ["a day with its name", number(45_000, "[$-C0A]dddd, d \\d\\e mmmm"), "2023-03-15"],
    ["a month", number(45_000, "mmm-yy"), "2023-03-15"],
    ["a day and a time", number(45_000.354_166_666_7, "yyyy-mm-dd hh:mm"), "2023-03-15 08:30:00"],
    ["a day and a time of which the format shows the day", number(45_000.354_166_666_7, "yyyy-mm-dd"), "2023-03-15"],
    ["midnight", number(45_000, "yyyy-mm-dd hh:mm"), "2023-03-15"],
    ["a moment before midnight that is a rounding error", number(44_999.999_999_9, "yyyy-mm-dd hh:mm:ss"), "2023-03-15"],
    ["a time", number(0.75, "h:mm AM/PM"), "18:00:00"],
    ["minutes", number(0.75, "mm:ss"), "18:00:00"],
    ["hours of a week", number(1.5, "[h]:mm"), "36:00"],
    ["the first day of all", number(1, "yyyy-mm-dd"), "1900-01-01"],
    ["the day before the one that never was", number(59, "yyyy-mm-dd"), "1900-02-28"],
    ["the day that never was", number(60, "yyyy-mm-dd"), "1900-02-29"],
    ["the day after it", number(61, "yyyy-mm-dd"), "1900-03-01"],
    ["a zero as a day", number(0, "yyyy-mm-dd"), "1900-01-00"],
    ["the last day of all", number(2_958_465, "yyyy-mm-dd"), "9999-12-31"],
    ["a number outside the range of dates", number(-1, "yyyy-mm-dd"), "-1"],
    ["a number after the last day", number(3_000_000, "yyyy-mm-dd"), "3000000"],
  ])("of %s", (_, value, text) => {
    const bytes = bookOf({
      People: [
        ["Key", "Value"],
        ["1", value],
      ],
    });
    expect(rowsIn(bytes)).toEqual([{ row: 2, cells: ["1", text] }]);
  });

  test("of a date is four years and a day later in the 1904 system", () => {
    const rows: Value[][] = [
      ["Key", "Born"],
      ["1", number(0, "yyyy-mm-dd")],
      ["2", number(42_735, "dd/mm/yyyy")],
    ];
    expect(rowsIn(bookOf({ People: rows }, { date1904: true }))).toEqual([
      { row: 2, cells: ["1", "1904-01-01"] },
      { row: 3, cells: ["2", "2021-01-01"] },
    ]);
  });

  test("of a date is a date also with the format numbers of East Asian versions, which the file doesn't define", () => {
    const styles = '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="3"><xf numFmtId="0"/>';
    const rows = `<row r="1">${inline("A1", "Key")}${inline("B1", "Born")}</row><row r="2">${inline("A2", "1")}<c r="B2" s="1"><v>45000</v></c></row>`;
    const bytes = bookByHand(rows, { styles: `${styles}<xf numFmtId="31"/></cellXfs></styleSheet>` });
    expect(rowsIn(bytes)).toEqual([{ row: 2, cells: ["1", "2023-03-15"] }]);
  });

  test("is what an independent program wrote, for any texts, numbers and booleans", () => {
    const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }).filter((value) => !/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(value));
    const value = fc.oneof(text, fc.integer(), fc.boolean());
    fc.assert(
      fc.property(fc.array(fc.tuple(text, value, value), { minLength: 1, maxLength: 8 }), (rows) => {
        const people = rows.map((row, index) => [`k${index}`, ...row]);
        const bytes = bookOf({ People: [["Key", "A", "B", "C"], ...people] });
        const shown = (cell: string | number | boolean): string => (typeof cell === "boolean" ? String(cell).toUpperCase() : String(cell));
        expect(rowsIn(bytes)).toEqual(people.map((row, index) => ({ row: index + 2, cells: row.map(shown) })));
      }),
      { numRuns: 60 },
    );
  });
});

describe("days", () => {
  const before = process.env["TZ"];
  afterEach(() => {
    if (before === undefined) delete process.env["TZ"];
    else process.env["TZ"] = before;
  });

  test.each(["UTC", "Europe/Madrid", "America/New_York", "America/Sao_Paulo", "Asia/Kolkata", "Pacific/Apia", "Pacific/Kiritimati"])(
    "are the same in the time zone %s, with 1900 and 1904 as first years",
    (zone) => {
      process.env["TZ"] = zone;
      for (let day = 61; day < 60_000; day += 13) {
        const expected = DateTime.utc(1899, 12, 30).plus({ days: day });
        expect(textOf({ t: "n", v: day, z: "d/m/yyyy" }, false)).toBe(expected.toISODate());
        expect(textOf({ t: "n", v: day, z: "d/m/yyyy" }, true)).toBe(expected.plus({ days: 1462 }).toISODate());
      }
      // This date has no midnight in São Paulo, and the next one doesn't exist in Apia.
      expect(textOf({ t: "n", v: 43_408.25, z: "d/m/yyyy h:mm" }, false)).toBe("2018-11-04 06:00:00");
      expect(textOf({ t: "n", v: 40_907, z: "d/m/yyyy" }, false)).toBe("2011-12-30");
      const iso = `<row r="1">${inline("A1", "Key")}${inline("B1", "Born")}</row><row r="2">${inline("A2", "1")}<c r="B2" s="1" t="d"><v>2011-12-30</v></c></row>`;
      const styles = '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs count="2"><xf numFmtId="0"/>';
      const bytes = bookByHand(iso, { styles: `${styles}<xf numFmtId="14"/></cellXfs></styleSheet>` });
      expect(rowsIn(bytes)).toEqual([{ row: 2, cells: ["1", "2011-12-30"] }]);
    },
  );
});
