import { fileURLToPath } from "node:url";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { bookOf, fileOf, readBook, refusalOf, type BookOptions, type Value } from "./workbooks.ts";

const exported = (name: string): string => fileURLToPath(new URL(`../exports/${name}`, import.meta.url));
const people: Value[][] = [
  ["Employee ID", "Name", "Born", "Active", "Badge"],
  ["00123", "Zoë Ñ", { t: "n", v: 36_526, z: "dd/mm/yyyy" }, true, { t: "n", v: 42, z: "00000" }],
  [124, "Bo", null, false, 7],
];
const read = [
  ["00123", "Zoë Ñ", "2000-01-01", "TRUE", "00042"],
  ["124", "Bo", "", "FALSE", "7"],
];

describe("a workbook of", () => {
  test.each<[string, BookOptions["as"] & string]>([
    ["people.xlsx", "xlsx"],
    ["people.xlsm", "xlsx"],
    ["PEOPLE.XLSX", "xlsx"],
    ["people.xlsb", "xlsb"],
    ["people.xls", "biff8"],
    ["people.ods", "ods"],
    // Detected by content, without a known extension.
    ["people.export", "xlsx"],
    ["people", "biff8"],
  ])("the name %s is read like any other (%s)", async (name, as) => {
    for (const date1904 of [false, true]) {
      const file = fileOf(bookOf({ People: people }, { as, date1904 }), name);
      const { header, cells } = await readBook(file);
      expect(header).toEqual(people[0]);
      expect(cells).toEqual(date1904 ? [read[0]?.with(2, "2004-01-02"), read[1]] : read);
    }
  });
});

describe("the sheet", () => {
  const other: Value[][] = [["Key"], ["x"]];

  test("is the only visible one; a hidden one is read only if named", async () => {
    for (const as of ["xlsx", "xlsb", "biff8"] as const) {
      const file = fileOf(bookOf({ Lists: other, People: people }, { as, hidden: ["Lists"] }), `book.${as === "biff8" ? "xls" : as}`);
      expect((await readBook(file)).cells).toEqual(read);
      expect((await readBook(file, { sheet: "Lists" })).cells).toEqual([["x"]]);
    }
  });

  test("is the only visible one of an OpenDocument spreadsheet too", async () => {
    const parts = unzipSync(bookOf({ Lists: other, People: people }, { as: "ods" }));
    const hidden =
      '<style:style style:name="out" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>';
    const content = strFromU8(parts["content.xml"] ?? new Uint8Array())
      .replace("</office:automatic-styles>", hidden)
      .replace(/<table:table table:name="Lists"[^>]*>/, '<table:table table:name="Lists" table:style-name="out">');
    const file = fileOf(zipSync({ ...parts, "content.xml": strToU8(content) }), "book.ods");
    expect((await readBook(file)).cells).toEqual(read);
    expect((await readBook(file, { sheet: "Lists" })).cells).toEqual([["x"]]);
  });

  test("is found by its name in any case", async () => {
    const file = fileOf(bookOf({ Staff: people, Lists: other }));
    expect((await readBook(file, { sheet: "Staff" })).cells).toEqual(read);
    expect((await readBook(file, { sheet: " staff " })).cells).toEqual(read);
  });

  test.each<[string, BookOptions, string | undefined, string, string]>([
    ["two are visible", {}, undefined, "several_sheets", "the workbook has 2 visible sheets: “Staff” and “Lists”"],
    [
      "all are hidden",
      { hidden: ["Staff", "Lists"] },
      undefined,
      "several_sheets",
      "all sheets are hidden: “Staff” (hidden) and “Lists” (hidden)",
    ],
    [
      "none has the name",
      { hidden: ["Lists"] },
      "Stuff",
      "missing_sheet",
      "there is no sheet “Stuff”; the workbook has “Staff” and “Lists” (hidden)",
    ],
  ])("must be named if %s", async (_, options, sheet, code, message) => {
    const file = fileOf(bookOf({ Staff: people, Lists: other }, options));
    const refusal = await refusalOf(readBook(file, sheet === undefined ? {} : { sheet }), file);
    expect(refusal).toMatchObject({ code, message });
    expect(refusal.next).toMatch(sheet === undefined ? /^Name the one to read in the job/ : /Did you mean Staff\?$/);
  });
});

describe("a real export", () => {
  test("header-in-row-5.xlsx has ten people below its titles, and rows for the notes directly below them", async () => {
    const columns = ["Name", "Profession", "Date of birth"];
    for (const [sheet, first, last] of [
      ["arts", "David Bowie", "George Michael"],
      ["other", "Vera Rubin", "Pat Summit"],
    ] as const) {
      const { header, cells, numbers } = await readBook(exported("header-in-row-5.xlsx"), { sheet }, columns);
      expect(header).toEqual(["Name", "Profession", "Age", "Has kids", "Date of birth", "Date of death"]);
      expect([numbers[0], cells[0]?.[0], numbers[9], cells[9]?.[0]]).toEqual([6, first, 15, last]);
      // Without an empty row before it, a note looks like a person with blank cells, whom the mapping rejects.
      expect(numbers.slice(10)).toEqual([16, 17, 18, 19]);
    }
    const { cells } = await readBook(exported("header-in-row-5.xlsx"), { sheet: "arts", headerRow: 5 });
    expect(cells[0]).toEqual(["David Bowie", "musician", "69", "TRUE", "1947-01-08", "2016-01-10"]);
  });

  test("header-in-row-5.xlsx has two visible sheets, so one must be named", async () => {
    const file = exported("header-in-row-5.xlsx");
    expect(await refusalOf(readBook(file), file)).toMatchObject({
      code: "several_sheets",
      message: "the workbook has 2 visible sheets: “arts” and “other”",
    });
  });

  test("hidden-sheets.xlsx has one visible sheet, and two that are read if named", async () => {
    const file = exported("hidden-sheets.xlsx");
    const word = async (sheet?: string): Promise<string> => (await readBook(file, sheet === undefined ? {} : { sheet })).header.join("");
    expect(await word()).toBe("visible");
    expect(await word("Hidden")).toBe("Hidden");
    expect(await word("VeryHidden")).toBe("VeryHidden");
  });

  test("date-1904.xlsx begins on the first day of 2021", async () => {
    const { header, cells } = await readBook(exported("date-1904.xlsx"));
    expect(header).toEqual(["2021-01-01", "15"]);
    expect(cells).toEqual([
      ["2021-01-02", "16"],
      ["255:10:10", "17"],
    ]);
  });
});

test.each([
  ["a sheet without a name", / table:name="Two"/, ""],
  ["two sheets of the same name", 'table:name="Two"', 'table:name="One"'],
])("refuses %s, because another sheet could be read", async (_, name, by) => {
  const parts = unzipSync(bookOf({ One: people, Two: people }, { as: "ods" }));
  const content = strFromU8(parts["content.xml"] ?? new Uint8Array()).replace(name, by);
  const file = fileOf(Buffer.from(zipSync({ ...parts, "content.xml": strToU8(content) })), "people.ods");
  expect(await refusalOf(readBook(file), file)).toMatchObject({ code: "damaged" });
});
