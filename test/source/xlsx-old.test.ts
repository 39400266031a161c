import { englishText } from "../../src/reporting/fact-text.ts";
import { describe, expect, test } from "vitest";
import * as XLSX from "xlsx";
import { FileProblem } from "../../src/domain/problem.ts";
import { readSheet } from "../../src/source/xlsx/workbook.ts";
import { bookOf, fileOf, readBook, refusalOf, type Value } from "./workbooks.ts";

const rowsOf = (count: number): Value[][] => [
  ["Key", "Name"],
  ...Array.from({ length: count }, (_, n): Value[] => [`k${n}`, `Name ${n} ${"x".repeat(n % 40)}`]),
];

/** Workbooks of many sizes, with long and short streams, in both container formats. */
const books = Array.from({ length: 40 }, (_, n) => ({
  name: `${n % 2 === 0 ? "Excel 97" : "Excel 95"}, ${50 + n * n * 3} rows`,
  bytes: written({ People: rowsOf(50 + n * n * 3) }, n % 2 === 0 ? "biff8" : "biff5"),
}));

function written(sheets: Record<string, Value[][]>, bookType: XLSX.BookType): Buffer {
  const book = XLSX.utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), name);
  return XLSX.write(book, { type: "buffer", bookType }) as Buffer;
}

/** Returns why bytes are refused; anything thrown except a FileProblem fails the test. */
function refusal(bytes: Buffer): { code: string; message: string; next: string | undefined } {
  try {
    readSheet("people.xls", bytes, null, 1e9);
  } catch (error) {
    if (error instanceof FileProblem)
      return { code: error.code, message: englishText(error.fact), next: error.next && englishText(error.next) };
    throw new Error(`thrown as it is: ${String(error)}`, { cause: error });
  }
  throw new Error("was read");
}

/** Returns the workbook with its stream replaced. */
function withStream(bytes: Buffer, change: (stream: Buffer) => Buffer): Buffer {
  const container = XLSX.CFB.read(bytes, { type: "buffer" });
  const entry = XLSX.CFB.find(container, "Workbook");
  const made = XLSX.CFB.utils.cfb_new();
  XLSX.CFB.utils.cfb_add(made, "Workbook", change(Buffer.from(entry?.content ?? [])));
  return XLSX.CFB.write(made, { type: "buffer" }) as Buffer;
}

describe("an old workbook", () => {
  test("that lost 512, 2,048 or 6,144 bytes at its end is refused as truncated, at every size", () => {
    const wrong: string[] = [];
    for (const { name, bytes } of books) {
      expect(readSheet("people.xls", bytes, null, 1e9).rows.length).toBeGreaterThan(50);
      for (const cut of [512, 2048, 6144]) {
        const { code, message, next } = refusal(bytes.subarray(0, bytes.length - cut));
        if (code !== "truncated" || !message.includes("truncated: bytes at its end") || next?.includes("Export the file again") !== true)
          wrong.push(`${name}, ${cut} bytes less: ${code}, ${message}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test("that ends after any sector is refused, without the library's error text", () => {
    const bytes = books[5]?.bytes ?? Buffer.alloc(0);
    for (let length = 8; length < bytes.length - 512; length += 509) {
      const { code, message } = refusal(bytes.subarray(0, length));
      expect([code, message], `${length} bytes`).toEqual([
        "truncated",
        "people.xls: the workbook is truncated: bytes at its end are missing; nothing was changed",
      ]);
    }
  });

  test("whose last sector is incomplete, as some programs write it, is read", () => {
    const bytes = written({ People: rowsOf(60) }, "biff8");
    const container = XLSX.CFB.read(bytes, { type: "buffer" }) as { FileIndex: { type: number; start: number; size: number }[] };
    const stored = container.FileIndex.filter(({ type, size }) => type === 5 || size >= 4096);
    const end = Math.max(...stored.map(({ start, size }) => (start + 1) * 512 + size));
    // The padding of the last sector is unused.
    expect(bytes.length - end).toBeGreaterThan(0);
    expect(bytes.length - end).toBeLessThan(512);
    expect(readSheet("people.xls", bytes.subarray(0, end), null, 1e9).rows).toHaveLength(61);
  });

  test("with truncated records in a complete container is refused as damaged, although the library throws a string", () => {
    const bytes = withStream(written({ People: rowsOf(500) }, "biff8"), (stream) => stream.subarray(0, stream.length - 700));
    expect(refusal(bytes)).toMatchObject({
      code: "damaged",
      message:
        "people.xls: the workbook cannot be read: it is damaged, or not in a format that spreadsheet programs write; nothing was changed",
    });
  });

  test("with a password is refused as encrypted, with any kind of encryption", () => {
    const record = (content: Buffer): Buffer => {
      const head = Buffer.alloc(4);
      head.writeUInt16LE(0x2f);
      head.writeUInt16LE(content.length, 2);
      return Buffer.concat([head, content]);
    };
    const xor = record(Buffer.from([0, 0, 1, 2, 3, 4]));
    const newer = record(Buffer.from([1, 0, 4, 0, 2, 0, ...Array<number>(40).fill(7)]));
    for (const pass of [xor, newer]) {
      // After the first record, as Excel writes it.
      const bytes = withStream(written({ People: rowsOf(300) }, "biff8"), (stream) => {
        const first = 4 + stream.readUInt16LE(2);
        return Buffer.concat([stream.subarray(0, first), pass, stream.subarray(first)]);
      });
      expect(refusal(bytes)).toMatchObject({
        code: "encrypted",
        message: "people.xls: the workbook is encrypted with a password; nothing was changed",
      });
    }
  });

  test.each<[string, string]>([
    ["an Excel 2 workbook (1987)", "biff2"],
    ["an Excel 3 workbook (1990)", "biff3"],
    ["an Excel 4 workbook (1992)", "biff4"],
  ])("reports %s by name, read as a workbook or as CSV", async (what, as) => {
    const bytes = written({ People: rowsOf(5) }, as as XLSX.BookType);
    expect(refusal(bytes)).toMatchObject({
      code: "old_workbook",
      message: `people.xls: this is ${what}, which is too old to be read; nothing was changed`,
      next: "Open it in Excel or LibreOffice and save it as .xlsx or CSV (UTF-8), or export it again in one of these formats.",
    });
    const file = fileOf(bytes, "people.csv");
    expect(await refusalOf(readBook(file), file)).toMatchObject({
      code: "old_workbook",
      message: `this is ${what}, not CSV`,
    });
  });
});

describe("of several visible sheets", () => {
  const people = rowsOf(2);
  test("the only one that isn't empty is read, in every format", async () => {
    for (const as of ["xlsx", "xlsb", "biff8", "ods"] as const) {
      const file = fileOf(bookOf({ Sheet1: [], People: people, Sheet3: [[" "]] }, { as }), `book.${as === "biff8" ? "xls" : as}`);
      const { header, numbers } = await readBook(file);
      expect({ as, header, numbers }).toEqual({ as, header: ["Key", "Name"], numbers: [2, 3] });
    }
  });

  test("none is read if two aren't empty, or if one is unreadable", async () => {
    const two = fileOf(bookOf({ People: people, Empty: [], Others: [["x"]] }));
    expect(await refusalOf(readBook(two), two)).toMatchObject({
      code: "several_sheets",
      message: "the workbook has 3 visible sheets: “People”, “Empty” and “Others”",
    });
    const error = fileOf(bookOf({ People: people, Others: [[{ t: "e", v: 42 }]] }));
    expect((await refusalOf(readBook(error), error)).code).toBe("several_sheets");
  });

  test("the first is reported as empty if all are", async () => {
    const file = fileOf(bookOf({ One: [], Two: [] }));
    expect(await refusalOf(readBook(file), file)).toMatchObject({ code: "no_header", message: "the sheet “One” is empty" });
  });
});
