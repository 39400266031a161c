import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { strToU8, unzipSync, zipSync } from "fflate";
import { describe, expect, test, vi } from "vitest";
import fc from "fast-check";
import * as XLSX from "xlsx";
import { FileProblem } from "../../src/domain/problem.ts";
import { openSource } from "../../src/source/open.ts";
import { openXlsx } from "../../src/source/xlsx/xlsx.ts";
import { LIMITS, limitsFor, type Limits } from "../../src/source/xlsx/process.ts";
import { Table } from "../../src/source/xlsx/table.ts";
import { readSheet } from "../../src/source/xlsx/workbook.ts";
import { bookByHand, bookOf, ended, fileOf, inline, readBook, refusalOf } from "../source/workbooks.ts";

const good = bookOf({
  People: [
    ["Key", "Name"],
    ["1", "Ana"],
    ["2", "Bo"],
  ],
});
const header = `<row r="1">${inline("A1", "Key")}${inline("B1", "Name")}</row>`;
const CSV = { delimiter: null, encoding: null };

async function refused(content: string | Uint8Array, name?: string, limits: Partial<Limits> = {}) {
  const file = fileOf(content, name);
  const read = async (): Promise<void> => {
    const source = await openXlsx(file, { sheet: null, headerRow: null }, ["Key"], { limits: { ...LIMITS, ...limits } });
    for await (const _ of source.rows());
  };
  return refusalOf(read(), file);
}

/** Links in so many cells that the library takes hours. */
const endless = '<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>';

function readerOf(parent: number): number {
  const [first = ""] = readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").split(" ");
  expect(first).not.toBe("");
  return Number(first);
}

/** An Office container from before 2007 with these streams. */
function container(...streams: string[]): Buffer {
  const made = XLSX.CFB.utils.cfb_new() as object;
  for (const stream of streams) XLSX.CFB.utils.cfb_add(made, stream, Buffer.alloc(5000, 1));
  return XLSX.CFB.write(made, { type: "buffer" }) as Buffer;
}

function withPart(name: string, content: string): Uint8Array {
  return zipSync({ ...unzipSync(good), [name]: strToU8(content) });
}

function changed(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = value;
  return copy;
}

describe("a file that is not a workbook is refused under any name:", () => {
  test.each<[string, string | Uint8Array, string, string]>([
    ["CSV", "Key,Name\n1,Ana\n", "not_a_workbook", "this is text, such as CSV, not a workbook, despite its name"],
    [
      "CSV in UTF-16",
      Buffer.from("\uFEFFKey;Name\n", "utf16le"),
      "not_a_workbook",
      "this is text, such as CSV, not a workbook, despite its name",
    ],
    ["a web page", "\uFEFF\n<html><table><tr><td>Key", "not_a_workbook", "this is an HTML page, not a workbook, despite its name"],
    [
      "the XML of Excel 2003",
      '<?xml version="1.0"?><Workbook/>',
      "not_a_workbook",
      "this is an XML document, not a workbook, despite its name",
    ],
    ["a PDF", "%PDF-1.7", "not_a_workbook", "this is a PDF, not a workbook, despite its name"],
    ["a gzip archive", Buffer.from([0x1f, 0x8b, 8, 0, 0]), "not_a_workbook", "this is a gzip archive, not a workbook, despite its name"],
    [
      "a picture",
      Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"),
      "not_a_workbook",
      "this is a picture, not a workbook, despite its name",
    ],
    [
      "an old Word document",
      container("WordDocument"),
      "not_a_workbook",
      "this is a document of another program, not a workbook, despite its name",
    ],
    [
      "a new Word document",
      zipSync({ "[Content_Types].xml": strToU8("<Types/>"), "word/document.xml": strToU8("<x/>") }),
      "zip",
      "this ZIP archive contains no workbook",
    ],
    ["an archive of CSV", zipSync({ "people.csv": strToU8("Key\n1\n") }), "zip", "this ZIP archive contains no workbook"],
    ["an empty archive", zipSync({}), "zip", "this ZIP archive contains no workbook"],
    ["nothing", "", "empty_file", "the file is empty"],
  ])("%s", async (_, content, code, message) => {
    expect(await refused(content)).toMatchObject({ code, message });
  });

  test("with advice, in both directions", async () => {
    const rename = await refused("Key,Name\n1,Ana\n");
    expect(rename.next).toBe("Rename the file to end in .csv, and remove `format: xlsx` from the job if it is set.");
    for (const [content, name, code, what] of [
      [good, "people.csv", "zip", "this is a ZIP archive, not CSV; it may be an Excel workbook with the wrong file extension"],
      [
        bookOf({ P: [["Key"]] }, { as: "biff8" }),
        "people.txt",
        "binary",
        "this is an Excel workbook (.xls, or one with a password), not CSV",
      ],
    ] as const) {
      const file = fileOf(content, name);
      const refusal = await refusalOf(openSource(file, { csv: CSV }, []), file);
      expect(refusal).toMatchObject({ code, message: what });
      expect(refusal.next).toContain("rename it to end in .xlsx or .xls, and remove `format: csv` from the job");
    }
    // The job's format takes precedence over the name.
    const file = fileOf(good, "people.csv");
    expect((await openSource(file, { csv: CSV, format: "xlsx" }, [])).header).toEqual(["Key", "Name"]);
    const text = fileOf("Key,Name\n1,Ana\n", "people.xlsx");
    const source = await openSource(text, { csv: CSV, format: "csv" }, []);
    expect(source.header).toEqual(["Key", "Name"]);
    await source.close();
  });
});

describe("a workbook that cannot be read is refused:", () => {
  const end = good.length;
  const directory = good.readUInt32LE(end - 6);
  const password = "the workbook is encrypted with a password";
  const unreadable = "the workbook cannot be read: it is damaged, or not in a format that spreadsheet programs write";
  const manifest = "<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>";

  test.each<[string, string | Uint8Array, string, string | RegExp]>([
    ["with a password", container("EncryptionInfo", "EncryptedPackage"), "encrypted", password],
    ["with a password, as the archive says", changed(good, directory + 8, good.readUInt8(directory + 8) | 1), "encrypted", password],
    [
      "with a password, of LibreOffice",
      zipSync({ "content.xml": strToU8("x"), "META-INF/manifest.xml": strToU8(manifest) }),
      "encrypted",
      password,
    ],
    ["cut short", good.subarray(0, end - 100), "truncated", "the workbook is truncated: the directory at its end is missing"],
    ["cut short at its start", good.subarray(0, 30), "truncated", "the workbook is truncated: the directory at its end is missing"],
    ["with another byte in it", tampered(good), "damaged", /^the workbook is damaged: the (checksum of|part) xl\/worksheets\/sheet1\.xml/],
    [
      "with a directory that leads nowhere",
      changed(good, end - 5, 0x7f),
      "damaged",
      "the workbook is damaged: its directory is incomplete",
    ],
    ["without its sheet", without(good, "xl/worksheets/sheet1.xml"), "damaged", unreadable],
    ["without its texts", without(bookByHand(`${header}<row r="2"><c r="A2" t="s"><v>0</v></c></row>`), ""), "damaged", unreadable],
    [
      "that is no XML",
      withPart("xl/worksheets/sheet1.xml", `<worksheet><sheetData>${"<v>1</v>".repeat(20_000)}`),
      "sheet_unreadable",
      "no cell of the sheet “People” can be read, and it is not empty",
    ],
    [
      "an old one, cut short",
      bookOf({ P: [["Key"], ["1"]] }, { as: "biff8" }).subarray(0, 1024),
      "truncated",
      "the workbook is truncated: bytes at its end are missing",
    ],
  ])("one %s", async (_, content, code, message) => {
    const refusal = await refused(content);
    expect(refusal.code).toBe(code);
    if (typeof message === "string") expect(refusal.message).toBe(message);
    else expect(refusal.message).toMatch(message);
    expect(refusal.next).toMatch(/^(Save|The export was cut short|Open it in Excel)/);
  });

  test("one with any byte changed, or truncated anywhere; or it is read correctly", () => {
    const rows = (bytes: Buffer): unknown => {
      try {
        return new Table("x", readSheet("x", bytes, null, 1e9), null, []).take(1000);
      } catch (error) {
        if (!(error instanceof FileProblem)) throw error;
        return "refused";
      }
    };
    const whole = rows(good);
    fc.assert(
      fc.property(fc.nat(good.length - 1), fc.nat(255), (at, value) => {
        expect(["refused", whole]).toContainEqual(rows(changed(good, at, value)));
        expect(rows(good.subarray(0, at))).toBe("refused");
      }),
      { numRuns: 400 },
    );
  });

  test("one with tags unknown to the library is still read", async () => {
    const book = withPart(
      "xl/styles.xml",
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts><novelty/></numFmts></styleSheet>',
    );
    expect((await readBook(fileOf(book))).numbers).toEqual([2, 3]);
  });
});

describe("a workbook that needs too many resources is refused with a message:", () => {
  const swollen = (text: string, times: number): Buffer =>
    bookByHand(Buffer.concat([Buffer.from(header), Buffer.alloc(text.length * times, text)]));

  test("one that unpacks to more than the limit", async () => {
    const refusal = await refused(swollen('<row><c t="str"><v>a</v></c></row>', 100_000), undefined, { unpacked: 2_000_000 });
    expect(refusal).toMatchObject({
      code: "workbook_too_large",
      message: "unpacked, the workbook takes 4 MB or more; the limit is 2 MB",
    });
  });

  test("one whose parts expand more than any sheet does", async () => {
    const refusal = await refused(swollen("<row></row>", 8_000_000));
    expect(refusal.code).toBe("workbook_too_large");
    expect(refusal.message).toMatch(/^unpacked, the workbook takes 89 MB from only 1 MB, unlike any real sheet; the limit is 1,000 MB/);
  });

  test("one that contains more than it declares", async () => {
    const book = swollen('<row><c t="str"><v>a</v></c></row>', 100_000);
    const name = book.lastIndexOf("xl/worksheets/sheet1.xml");
    book.writeUInt32LE(1000, name - 46 + 24);
    const part = "xl/worksheets/sheet1.xml";
    expect(await refused(book)).toMatchObject({
      code: "damaged",
      message: `the workbook is damaged: the part ${part} is larger than the archive says`,
    });
  });

  test("one with a text too long for any cell, which a small file can repeat in every cell", async () => {
    const strings = `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${"a".repeat(600_000)}</t></si></sst>`;
    const cells = '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>0</v></c></row>';
    expect(await refused(bookByHand(header + cells, { strings }))).toMatchObject({
      code: "row_too_long",
      message: "row 2 is longer than 1 MB",
    });
  });

  test("a small one has little memory and time, a large one what the machine allows", () => {
    expect(limitsFor(18_000)).toMatchObject({ memory: 337, wait: 31_029 });
    expect(limitsFor(50_000_000)).toEqual(LIMITS);
  });

  test("one that uses up all memory, which ends only its own process", async () => {
    const refusal = await refused(swollen('<row><c t="str"><v>abcdef</v></c></row>', 1_000_000), undefined, { memory: 60 });
    expect(refusal).toMatchObject({ code: "workbook_too_large", message: "the workbook cannot be read within 60 MB of memory" });
    expect(refusal.next).toBe("Save the sheet as CSV (UTF-8). If you don't expect a file this large, don't open it.");
    await ended();
  });

  test("one that keeps the library busy forever, while this process continues", async () => {
    let turns = 0;
    const busy = setInterval(() => (turns += 1), 20);
    const refusal = await refused(bookByHand(header, { after: endless }), undefined, { wait: 2000 });
    clearInterval(busy);
    expect(refusal).toMatchObject({ code: "workbook_too_slow", message: "the workbook was not read within 2 s" });
    expect(turns).toBeGreaterThan(10);
    await ended();
  });

  test("one that keeps the library busy, whose reader does not outlive a killed process", async () => {
    const kept = readFileSync(new URL("../fuzz/cases/endless-workbook.json", import.meta.url), "utf8");
    const { input } = JSON.parse(kept) as { input: { file: string } };
    const file = fileOf(Buffer.from(input.file, "base64"));
    const open = `import { openXlsx } from ${JSON.stringify(import.meta.resolve("../../src/source/xlsx/xlsx.ts"))};
      await openXlsx(${JSON.stringify(file)}, { sheet: null, headerRow: null }, ["Key"]);`;
    const parent = spawn(process.execPath, ["--input-type=module", "--eval", open], { stdio: "ignore" });
    const reader = await vi.waitFor(() => readerOf(parent.pid ?? 0), 20_000);
    // Long enough to start and to begin with the workbook.
    await sleep(3000);
    parent.kill("SIGKILL");
    await vi.waitFor(() => expect(() => process.kill(reader, 0)).toThrow("ESRCH"), 10_000);
  });

  test("not one whose cells claim distant positions, but those are not read", async () => {
    const far = '<row r="1048576"><c r="A1048576" t="str"><v>last</v></c><c r="XFD1048576"><v>1</v></c></row>';
    expect((await readBook(fileOf(bookByHand(header + far)))).rows).toEqual([{ row: 1_048_576, cells: ["last", ""] }]);
  });
});

/** Returns the same archive without a part. */
function without(bytes: Buffer, name: string): Uint8Array {
  const { [name]: _, ...others } = unzipSync(bytes);
  return zipSync(others);
}

/** Returns the same archive with one bit of the sheet changed. */
function tampered(bytes: Buffer): Buffer {
  const at = bytes.indexOf("xl/worksheets/sheet1.xml") + 100;
  return changed(bytes, at, bytes.readUInt8(at) ^ 1);
}
