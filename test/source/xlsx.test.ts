import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bookByHand, bookOf, fileOf, inline, readBook, readRows, refusalOf, type Value } from "./workbooks.ts";

describe("the header of a sheet", () => {
  const people: Value[][] = [
    ["Employee ID", "Name", "Department"],
    ["1", "Ana", "Sales"],
    ["2", "Bo", "IT"],
  ];
  const titles: Value[][] = [["Employees of Acme", null, null, "as of", "2026-11-21"], [], ["Department:", "all"]];

  test("is the first row if nothing is above it, and rows are numbered as on the sheet", async () => {
    const file = fileOf(bookOf({ People: people }));
    const { header, rows, sha256 } = await readBook(file);
    expect(header).toEqual(["Employee ID", "Name", "Department"]);
    expect(rows).toEqual([
      { row: 2, cells: ["1", "Ana", "Sales"] },
      { row: 3, cells: ["2", "Bo", "IT"] },
    ]);
    expect(sha256).toBe(createHash("sha256").update(readFileSync(file)).digest("hex"));
  });

  test("is the row that names most of the wanted columns, below any titles", async () => {
    const { header, numbers } = await readRows([...titles, ...people], {}, ["Employee ID", "Department"]);
    expect(header).toEqual(["Employee ID", "Name", "Department"]);
    expect(numbers).toEqual([5, 6]);
  });

  test("is found by slightly different names, so that the message can show them", async () => {
    const { header } = await readRows([...titles, ...people], {}, ["employee_id", "DEPARTMENT"]);
    expect(header).toEqual(["Employee ID", "Name", "Department"]);
  });

  test("is the row with the most texts if none has a wanted column", async () => {
    expect((await readRows([["List"], ...people], {}, ["Badge"])).header).toEqual(["Employee ID", "Name", "Department"]);
  });

  test("is the row that the job names, regardless of its content", async () => {
    const file = fileOf(bookOf({ People: [...people, ["x", "y", "z"], ["3", "Cy", "HR"]] }));
    const { header, numbers } = await readBook(file, { headerRow: 4 }, ["Employee ID"]);
    expect(header).toEqual(["x", "y", "z"]);
    expect(numbers).toEqual([5]);
  });

  test("may be merged over two rows, and have line breaks in its names", async () => {
    const rows: Value[][] = [
      ["Employee\r\nID", "Person", null, "Team"],
      [null, "First", "Last", null],
      ["1", "Ana", "Ruiz", "Sales"],
    ];
    const { header, cells, numbers } = await readRows(rows, { merged: ["A1:A2", "B1:C1", "D1:D2"] }, [
      "Employee ID",
      "First",
      "Last",
      "Team",
    ]);
    expect(header).toEqual(["Employee ID", "First", "Last", "Team"]);
    expect(cells).toEqual([["1", "Ana", "Ruiz", "Sales"]]);
    expect(numbers).toEqual([3]);
  });

  test("does not appear again as a row if it is merged over two rows", async () => {
    const rows: Value[][] = [["Key", "Name"], [], ["1", "Ana"]];
    expect((await readRows(rows, { merged: ["A1:A2", "B1:B2"] }, ["Key", "Name"])).numbers).toEqual([3]);
  });

  test("may start in any column, keeps the position of unnamed columns, and ends the table to the right", async () => {
    const rows: Value[][] = [
      [null, null, "Key", null, "Name"],
      [null, "note", "1", "x", "Ana", "more"],
    ];
    const { header, cells } = await readRows(rows, {}, ["Key", "Name"]);
    expect(header).toEqual(["", "", "Key", "", "Name"]);
    expect(cells).toEqual([["", "", "1", "", "Ana"]]);
  });

  test("may name columns __proto__ and constructor, on a sheet of that name", async () => {
    const file = fileOf(
      bookOf({
        constructor: [
          ["Key", "__proto__", "constructor"],
          ["1", "a", "b"],
        ],
      }),
    );
    const { header, cells } = await readBook(file);
    expect(header).toEqual(["Key", "__proto__", "constructor"]);
    expect(cells).toEqual([["1", "a", "b"]]);
  });

  test.each<[string, Value[][], { headerRow?: number }, string, string]>([
    ["an empty sheet", [], {}, "no_header", "the sheet “People” is empty"],
    ["a row without a name", [["Key"], ["1"]], { headerRow: 9 }, "no_header", "row 9 of the sheet “People” is empty"],
    ["nothing below it", [["Key", "Name"], [], [null, "  "]], {}, "no_rows", "the sheet “People” has a header but no rows"],
  ])("is refused with %s", async (_, rows, settings, code, message) => {
    const file = fileOf(bookOf({ People: rows }));
    expect(await refusalOf(readBook(file, settings), file)).toMatchObject({ code, message });
  });
});

describe("the rows of a sheet", () => {
  test("are skipped if empty, and keep their numbers", async () => {
    const rows: Value[][] = [["Key", "Name"], ["1", "Ana"], [], ["", " "], ["2", "Bo"], [], []];
    expect((await readRows(rows)).numbers).toEqual([2, 5]);
  });

  test("have blank cells, not missing ones, for empty cells", async () => {
    expect((await readRows([["Key", "Name", "Team"], ["1"], [null, "Bo"]])).cells).toEqual([
      ["1", "", ""],
      ["", "Bo", ""],
    ]);
  });

  test("have errors as texts, as in a CSV file", async () => {
    const rows: Value[][] = [
      ["Key", "Team", "Budget"],
      ["1", { t: "e", v: 42 }, 5],
      ["2", "Sales", { t: "e", v: 7 }],
    ];
    const { rows: read } = await readRows(rows, {}, ["Key", "Team"]);
    expect(read).toEqual([
      { row: 2, cells: ["1", "#N/A", "5"] },
      { row: 3, cells: ["2", "Sales", "#DIV/0!"] },
    ]);
  });

  test("have the stored values of formulas; an uncalculated formula is an error, not a blank", async () => {
    const cell = (at: string, rest: string): string => `<c r="${at}"${rest}</c>`;
    const rows = [
      `<row r="1">${inline("A1", "Key")}${inline("B1", "Mail")}${inline("C1", "Team")}</row>`,
      `<row r="2">${inline("A2", "1")}${cell("B2", ' t="str"><f>A2&amp;"@x"</f><v>1@x</v>')}${cell("C2", ' t="str"><f>""</f><v></v>')}</row>`,
      `<row r="3">${inline("A3", "2")}${cell("B3", '><f>A3&amp;"@x"</f><v></v>')}${cell("C3", ' s="0"><f t="shared" si="0"/>')}</row>`,
      `<row r="4">${inline("A4", "3")}${cell("B4", "><f>A4</f><v />")}${cell("C4", "><f>1+1</f><v>2</v>")}</row>`,
    ];
    rows.push(`<row r="5">${inline("A5", "4")}${cell("B5", "><f>A5</f>")}</row>`);
    const { rows: read } = await readBook(fileOf(bookByHand(rows.join(""))), {}, ["Key", "Mail"]);
    expect(read.map(({ cells }) => cells)).toEqual([
      ["1", "1@x", ""],
      ["2", undefined, undefined],
      ["3", undefined, "2"],
      ["4", undefined, ""],
    ]);
    expect(read[1]?.problem).toEqual({
      code: "error_cell",
      column: "Mail",
      fact: { code: "cell.formula_not_calculated", values: { column: "Mail" } },
    });
  });

  test("each have a cell merged down, and one merged across in its first column", async () => {
    const rows: Value[][] = [
      ["Key", "Team", "Site"],
      ["1", "Sales", null],
      ["2", null, "Madrid"],
      ["3", null, null],
      [null, null, null],
      ["4", "IT", "Porto"],
    ];
    const { cells, numbers } = await readRows(rows, { merged: ["B2:B5", "C3:C4", "A1:A1"] });
    expect(cells).toEqual([
      ["1", "Sales", ""],
      ["2", "Sales", "Madrid"],
      ["3", "Sales", "Madrid"],
      ["4", "IT", "Porto"],
    ]);
    // Row 5 is empty except for the merged cell.
    expect(numbers).toEqual([2, 3, 4, 6]);
    expect(
      (
        await readRows(
          [
            ["Key", "Team", "Site"],
            ["1", "Sales"],
          ],
          { merged: ["B2:C2"] },
        )
      ).cells,
    ).toEqual([["1", "Sales", ""]]);
  });

  test("end before notes: single sentences below an empty row", async () => {
    const rows: Value[][] = [["Key", "Name"], ["1", "Ana"], [], ["Total: 1 person"], [], [null, "Printed on Friday"]];
    expect((await readRows(rows)).numbers).toEqual([2]);
  });

  test.each<[string, Value[][], number[]]>([
    ["directly below the table", [["1", "Ana"], ["not a note"]], [2, 3]],
    ["that could be a key", [["1", "Ana"], [], ["00123"]], [2, 4]],
    ["with rows below", [["1", "Ana"], [], ["first half"], ["2", "Bo"]], [2, 4, 5]],
    ["with more than one cell", [["1", "Ana"], [], ["Total of all", "531"]], [2, 4]],
  ])("do not end at a text %s: it may be a person's row", async (_, below, numbers) => {
    expect((await readRows([["Key", "Name"], ...below])).numbers).toEqual(numbers);
  });
});
