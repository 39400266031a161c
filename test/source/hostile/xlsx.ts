import { strToU8, unzipSync, zipSync } from "fflate";
import * as XLSX from "xlsx";
import { bookByHand, bookOf, inline } from "../workbooks.ts";
import type { Hostile } from "./inputs.ts";

const header = `<row r="1">${inline("A1", "k")}${inline("B1", "n")}</row>`;
const row = (number: number, key: string, value: string): string =>
  `<row r="${number}">${inline(`A${number}`, key)}${inline(`B${number}`, value)}</row>`;
const people = header + row(2, "1", "Ana") + row(3, "2", "Zoë");
const both = [
  [2, "1", "Ana"],
  [3, "2", "Zoë"],
] as const;
const RESAVE = "Open it in Excel or LibreOffice and save it as .xlsx, or save the sheet as CSV (UTF-8).";
const FOREIGN = "If you don't expect this file, don't open it. Otherwise open it in Excel or LibreOffice and save it as .xlsx.";
const PASSWORD = ["encrypted", "the workbook is encrypted with a password", "Save it without a password."] as const;

/** Returns the archive with some parts replaced. */
function withParts(book: Buffer, parts: Record<string, string | Uint8Array>): Uint8Array {
  const written = Object.entries(parts).map(([name, content]) => [name, typeof content === "string" ? strToU8(content) : content] as const);
  return zipSync({ ...unzipSync(book), ...Object.fromEntries(written) });
}

function sheetOf(book: Buffer): string {
  return new TextDecoder().decode(unzipSync(book)["xl/worksheets/sheet1.xml"]);
}

/** Returns an old workbook with these records. */
function oldBook(...records: [type: number, body: Buffer][]): Buffer {
  const stream = records.map(([type, body]) => {
    const head = Buffer.alloc(4);
    head.writeUInt16LE(type, 0);
    head.writeUInt16LE(body.length, 2);
    return Buffer.concat([head, body]);
  });
  const container = XLSX.CFB.utils.cfb_new() as object;
  XLSX.CFB.utils.cfb_add(container, "Workbook", Buffer.concat([...stream, Buffer.alloc(5000)]));
  return XLSX.CFB.write(container, { type: "buffer" }) as Buffer;
}

const BOF: [number, Buffer] = [0x0809, Buffer.from("0006050000000000000000000600000000", "hex").subarray(0, 16)];
/** Standard RC4, with a salt and two verifiers of any bytes. */
const FILE_PASS: [number, Buffer] = [0x002f, Buffer.concat([Buffer.from("010001000100", "hex"), Buffer.alloc(48, 7)])];
/** Each of ten entities holds ten of the one before it. */
const laughs = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");
const entities = (declared: string, used: string): string =>
  `<?xml version="1.0"?><!DOCTYPE worksheet [${declared}]>${sheetOf(bookByHand(people)).replace("Ana", used)}`;

/** Workbooks that could break a simple reader. */
export const workbooks: readonly Hostile[] = [
  // Refused.
  { what: "in the old format with a password", content: oldBook(BOF, FILE_PASS), name: "people.xls", refused: PASSWORD },
  {
    what: "that is a presentation",
    content: zipSync({ "[Content_Types].xml": strToU8("<Types/>"), "ppt/presentation.xml": strToU8("<x/>") }),
    refused: ["zip", "this ZIP archive contains no workbook", "Unpack it, or export the file again."],
  },
  {
    what: "that is JSON",
    content: '{"people":[]}',
    refused: [
      "not_a_workbook",
      "this is a JSON document, not a workbook, despite its name",
      "Open it in Excel or LibreOffice and save it as .xlsx or CSV (UTF-8), or export it again in one of these formats.",
    ],
  },
  {
    what: "of bytes",
    content: Buffer.from([1, 2, 3, 0, 0, 4]),
    refused: [
      "not_a_workbook",
      "this is a binary file of another program, not a workbook, despite its name",
      "Open it in Excel or LibreOffice and save it as .xlsx or CSV (UTF-8), or export it again in one of these formats.",
    ],
  },
  {
    what: "that is CSV",
    content: "k,n\n1,Ana\n",
    refused: [
      "not_a_workbook",
      "this is text, such as CSV, not a workbook, despite its name",
      "Rename the file to end in .csv, and remove `format: xlsx` from the job if it is set.",
    ],
  },
  {
    what: "whose sheet names are invalid XML",
    content: withParts(bookByHand(people), { "xl/workbook.xml": "<<<" }),
    refused: ["damaged", "the workbook cannot be read: it is damaged, or not in a format that spreadsheet programs write", RESAVE],
  },
  {
    what: "with fewer rows than are passed over",
    content: bookByHand(people),
    form: { skip: { before: 3, after: 0 } },
    refused: [
      "no_header",
      "`source.skip.before` skips 3 lines, but the file has 3 lines",
      "Correct `source.skip.before`, or export the file again.",
    ],
  },
  {
    what: "with a bomb of entities",
    content: withParts(bookByHand(people), { "xl/worksheets/sheet1.xml": entities(`<!ENTITY l0 "ha">${laughs}`, "&l10;") }),
    refused: ["damaged", "the part xl/worksheets/sheet1.xml declares XML entities, which spreadsheet programs never do", FOREIGN],
  },
  {
    what: "with an entity for a local file",
    content: withParts(bookByHand(people), { "xl/worksheets/sheet1.xml": entities('<!ENTITY x SYSTEM "file:///etc/passwd">', "&x;") }),
    refused: ["damaged", "the part xl/worksheets/sheet1.xml declares XML entities, which spreadsheet programs never do", FOREIGN],
  },
  // Read.
  {
    what: "whose dimension says that it is full",
    content: withParts(bookByHand(people), {
      "xl/worksheets/sheet1.xml": sheetOf(bookByHand(people)).replace("<sheetData>", '<dimension ref="A1:XFD1048576"/><sheetData>'),
    }),
    read: both,
  },
  {
    what: "whose dimension says that it is empty",
    content: withParts(bookByHand(people), {
      "xl/worksheets/sheet1.xml": sheetOf(bookByHand(people)).replace("<sheetData>", '<dimension ref="A1"/><sheetData>'),
    }),
    read: both,
  },
  {
    what: "with macros, which never run",
    content: withParts(bookByHand(people), { "xl/vbaProject.bin": Buffer.alloc(2000, 1) }),
    name: "people.xlsm",
    read: both,
  },
  {
    what: "with links to other files, which are not followed",
    content: withParts(bookByHand(people), { "xl/externalLinks/externalLink1.xml": "<broken" }),
    read: both,
  },
  {
    what: "with shared texts that claim to be billions",
    content: bookByHand(`${header}<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c></row>`, {
      strings:
        '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="4294967295" uniqueCount="4294967295"><si><t>1</t></si><si><t>Ana</t></si></sst>',
    }),
    read: [[2, "1", "Ana"]],
  },
  {
    what: "with the longest text that a cell takes",
    content: bookOf({
      P: [
        ["k", "n"],
        ["1", "x".repeat(32_767)],
      ],
    }),
    read: [[2, "1", "x".repeat(32_767)]],
  },
  {
    what: "with control characters",
    content: bookByHand(header + row(2, "1", "a_x001E_b") + row(3, "2", "a_x0000_") + row(4, "3", "_xD83D_") + row(5, "4", "c")),
    read: [
      [2, "1", undefined],
      [3, "2", undefined],
      [4, "3", undefined],
      [5, "4", "c"],
    ],
    rejected: [2, 3, 4].map(
      (number) => [number, "control_character", "“n” contains a control character, which is not allowed in text"] as const,
    ),
  },
  {
    what: "with rich text and a phonetic reading",
    content: bookByHand(
      `${header}<row r="2">${inline("A2", "1")}<c r="B2" t="inlineStr"><is><r><t>An</t></r><r><t>a</t></r></is></c></row>`,
    ),
    read: [[2, "1", "Ana"]],
  },
  {
    what: "with rows and cells that don't say where they stand",
    content: bookByHand(
      '<row><c t="str"><v>k</v></c><c t="str"><v>n</v></c></row><row><c t="str"><v>1</v></c><c t="str"><v>Ana</v></c></row>',
    ),
    read: [[2, "1", "Ana"]],
  },
  {
    what: "with titles above and labels below its header",
    content: bookOf({ P: [["k", "as of Friday"], [], ["k", "n"], ["Key", "Name"], ["0", "Example"], ["1", "Ana"]] }),
    form: { skip: { before: 2, after: 2 } },
    read: [[6, "1", "Ana"]],
    header: ["k", "n"],
  },
  {
    what: "with an example below the header that the job names",
    content: bookOf({ P: [["List"], ["k", "n"], ["0", "Example"], ["1", "Ana"]] }),
    form: { xlsx: { sheet: null, headerRow: 2 }, skip: { before: 0, after: 1 } },
    read: [[4, "1", "Ana"]],
  },
];
