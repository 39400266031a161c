import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SourceRow } from "../../src/domain/record.ts";
import { openSource } from "../../src/source/open.ts";
import { readBook } from "../source/workbooks.ts";
import { root } from "./life.ts";
import { dayOf, readCsv, readSheet, type StoredCell } from "./read.ts";

const folder = join(root, "test/exports");
const bytesOf = (file: string): Buffer => readFileSync(join(folder, file));

/** The format of each real CSV file; the encoding only if the job must set it. */
const csv: Record<string, { delimiter: string; encoding?: string; rows: number; columns: number }> = {
  "hris-demo-50.csv": { delimiter: ",", rows: 50, columns: 8 },
  "listed-groups-69.csv": { delimiter: ",", rows: 69, columns: 7 },
  "ragged-7.csv": { delimiter: ",", rows: 7, columns: 10 },
  "windows-1252-638.csv": { delimiter: ";", encoding: "windows-1252", rows: 638, columns: 8 },
  "workday-like-1000.csv": { delimiter: ",", rows: 1000, columns: 24 },
  "workday-like-5.csv": { delimiter: ",", rows: 5, columns: 24 },
};
const workbooks = ["date-1904.xlsx", "header-in-row-5.xlsx", "hidden-sheets.xlsx"];

test("every real export is tested here, and the README lists the origin of each", () => {
  const files = readdirSync(folder).filter((file) => file !== "README.md");
  expect(files.toSorted()).toEqual([...Object.keys(csv), ...workbooks].toSorted());
  const page = bytesOf("README.md").toString("utf8");
  expect(files.filter((file) => !page.includes(`| ${file} |`))).toEqual([]);
});

describe.each(Object.entries(csv))("%s", (file, { delimiter, encoding, rows, columns }) => {
  test("is read cell for cell like by an independent reader", async () => {
    const [header = [], ...expected] = readCsv(new TextDecoder(encoding ?? "utf-8", { fatal: true }).decode(bytesOf(file)), delimiter);
    const source = await openSource(join(folder, file), { csv: { delimiter: null, encoding: encoding ?? null } }, []);
    const read: SourceRow[] = [];
    for await (const batch of source.rows()) read.push(...batch);
    expect([header.length, expected.length]).toEqual([columns, rows]);
    expect(source.header.map((name) => name.trim())).toEqual(header.map((name) => name.trim()));
    // In a row that ends early, cells are missing, not blank.
    const whole = (cells: readonly string[]): (string | undefined)[] => header.map((_, at) => cells[at]?.trim());
    expect(read.map(({ cells }) => cells.map((cell) => cell?.trim()))).toEqual(expected.map(whole));
    expect(read.map(({ row }) => row)).toEqual(expected.map((_, at) => at + 2));
  });
});

test("windows-1252-638.csv has all its 59 accents, and is refused without its encoding", async () => {
  const file = join(folder, "windows-1252-638.csv");
  const source = await openSource(file, { csv: { delimiter: null, encoding: "windows-1252" } }, []);
  const read: SourceRow[] = [];
  for await (const batch of source.rows()) read.push(...batch);
  expect(source.header[3]).toBe("Année");
  // Every byte above 127 is an é, in the header and the cells; each becomes exactly one letter.
  const high = [...bytesOf("windows-1252-638.csv")].filter((byte) => byte > 127);
  expect(high).toEqual(Array.from({ length: 59 }, () => 0xe9));
  const text = [source.header, ...read.map(({ cells }) => cells)].flat().join("");
  expect([...text].filter((letter) => letter > "\x7f")).toEqual(Array.from({ length: 59 }, () => "é"));
  await expect(
    openSource(file, { csv: { delimiter: null, encoding: null } }, []).then(async (one) => {
      for await (const batch of one.rows()) void batch;
    }),
  ).rejects.toMatchObject({ code: "undecodable" });
});

test.each([
  ["arts", 1],
  ["other", 2],
] as const)("header-in-row-5.xlsx: the ten people of sheet %s are those of its XML", async (sheet, number) => {
  const stored = readSheet(bytesOf("header-in-row-5.xlsx"), number);
  const at = (column: string, row: number): StoredCell | undefined => stored.get(`${column}${row}`);
  const { header, cells, numbers } = await readBook(join(folder, "header-in-row-5.xlsx"), { sheet }, ["Name", "Profession"]);
  expect(header).toEqual([..."ABCDEF"].map((column) => at(column, 5)?.value));
  for (let row = 6; row <= 15; row++) {
    expect(numbers[row - 6]).toBe(row);
    expect(cells[row - 6]).toEqual([
      at("A", row)?.value,
      at("B", row)?.value,
      // A formula, with its stored value.
      at("C", row)?.value,
      at("D", row)?.value === "1" ? "TRUE" : "FALSE",
      dayOf(at("E", row), "1899-12-30"),
      dayOf(at("F", row), "1899-12-30"),
    ]);
  }
});

test("hidden-sheets.xlsx: reads the visible sheet unless a hidden one is named, each as in its XML", async () => {
  for (const [number, sheet] of [undefined, "Hidden", "VeryHidden"].entries()) {
    const stored = readSheet(bytesOf("hidden-sheets.xlsx"), number + 1);
    const { header } = await readBook(join(folder, "hidden-sheets.xlsx"), sheet === undefined ? {} : { sheet });
    const named = [...stored].filter(([name]) => /^[A-Z]1$/.test(name)).map(([, { value }]) => value);
    expect(named.length).toBeGreaterThan(0);
    expect(header).toEqual(named);
  }
});

test("date-1904.xlsx: dates are counted from 1904, not from 1900 (four years earlier)", async () => {
  const stored = readSheet(bytesOf("date-1904.xlsx"), 1);
  const { header, cells } = await readBook(join(folder, "date-1904.xlsx"));
  expect(header[0]).toBe(dayOf(stored.get("A1"), "1904-01-01"));
  expect(cells[0]?.[0]).toBe(dayOf(stored.get("A2"), "1904-01-01"));
  expect([header[1], cells[0]?.[1], cells[1]?.[1]]).toEqual(["B1", "B2", "B3"].map((name) => stored.get(name)?.value));
  expect(dayOf(stored.get("A1"), "1899-12-30")).toBe("2016-12-31");
});
