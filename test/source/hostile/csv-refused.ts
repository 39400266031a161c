import { gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { AGAIN, CUT, UNPACK, type Hostile } from "./inputs.ts";

const NO_ROWS = ["no_rows", "the file has a header but no rows", "Export the file from the HR system again."] as const;
const FIRST_LINE = "The first line must name the columns.";
const TWICE = "Quote the cell, and double each quote inside it.";
const CLOSE = "Close the quote, or double a quote inside a quoted cell.";
const SAY = "Export the file as UTF-8, or set the encoding in the job, such as csv: { encoding: windows-1252 }.";
const NAME_IT = "If it is a workbook, rename it to end in .xlsx or .xls, and remove `format: csv` from the job if it is set.";
const NUL = ["binary", "this is a binary file (it contains NUL bytes), not CSV", AGAIN] as const;
const table = "k,n\n1,Ana\n2,Bo\n";
const wide = Array.from({ length: 100 }, (_, index) => `${index},"v${index}",x\n`).join("");
const csv = (encoding: string | null, delimiter: string | null = null) => ({ csv: { encoding, delimiter } });

/** Files that are refused as a whole. */
export const refusedCsv: readonly Hostile[] = [
  // Empty.
  { what: "that is empty", content: "", refused: ["empty_file", "the file is empty", "Export the file from the HR system again."] },
  { what: "with a byte order mark alone", content: "\uFEFF", refused: ["no_header", "no header line was found", FIRST_LINE] },
  { what: "with line ends alone", content: "\r\n\r\n", refused: ["no_header", "no header line was found", FIRST_LINE] },
  { what: "with a blank alone", content: " ", refused: ["no_header", "the first non-empty line has no column names", FIRST_LINE] },
  {
    what: "with delimiters alone",
    content: ",,,\n",
    refused: ["no_header", "the first non-empty line has no column names", FIRST_LINE],
  },
  { what: "with Excel's sep= line alone", content: "sep=;\n", refused: ["no_header", "no header line was found", FIRST_LINE] },
  { what: "with a header alone", content: "k,n\r\n", refused: NO_ROWS },
  { what: "with a header alone, without a line end", content: "k,n", refused: NO_ROWS },
  { what: "with a header and rows of delimiters", content: "k,n\n,\n,\n", refused: NO_ROWS },
  // Other formats.
  { what: "of bytes", content: Buffer.from([1, 0, 2, 0, 0, 3]), refused: NUL },
  { what: "with a NUL in a cell", content: "k,n\n1,A\0a\n", refused: NUL },
  { what: "with a NUL far down", content: () => `k,n\n${"1,2\n".repeat(90_000)}1,\0\n`, refused: NUL },
  { what: "in UTF-32 without a mark", content: iconv.encode(table, "utf-32le"), refused: NUL },
  { what: "that is a gzip archive", content: () => gzipSync(table), refused: ["binary", "this is a gzip archive, not CSV", UNPACK] },
  {
    what: "that is a 7z archive",
    content: Buffer.from("7z\xbc\xaf\x27\x1c\0x", "latin1"),
    refused: ["binary", "this is a 7z archive, not CSV", UNPACK],
  },
  {
    what: "that is a picture",
    content: Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    refused: ["binary", "this is a picture, not CSV", AGAIN],
  },
  {
    what: "that is an archive, or a workbook",
    content: "PK\x03\x04rest",
    refused: [
      "zip",
      "this is a ZIP archive, not CSV; it may be an Excel workbook with the wrong file extension",
      `${NAME_IT} Otherwise unpack the archive.`,
    ],
  },
  { what: "that is an empty archive", content: "PK\x05\x06rest", refused: ["zip", "this is an empty ZIP archive, not CSV", AGAIN] },
  {
    what: "that is an old workbook",
    content: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]),
    refused: [
      "binary",
      "this is an Excel workbook (.xls, or one with a password), not CSV",
      `${NAME_IT} If it has a password, save it without one.`,
    ],
  },
  {
    what: "that is an HTML page",
    content: "\n <!DOCTYPE html><html></html>",
    refused: ["html", "this is an HTML page, not CSV; the export tool probably saved a login or error page", AGAIN],
  },
  {
    what: "that is a script which leads to a login",
    content: "<script>location='/login'</script>",
    refused: ["html", "this is an HTML page, not CSV; the export tool probably saved a login or error page", AGAIN],
  },
  { what: "that is XML", content: '<?xml version="1.0"?><a/>', refused: ["xml", "this is an XML document, not CSV", AGAIN] },
  {
    what: "that is XML and doesn't say so",
    content: "<Workbook><Row/></Workbook>",
    refused: ["xml", "this is an XML document, not CSV", AGAIN],
  },
  { what: "that is a PDF", content: "%PDF-1.7\n", refused: ["pdf", "this is a PDF, not CSV", AGAIN] },
  { what: "that is a JSON list", content: '[{"k":1}]', refused: ["json", "this is a JSON document, not CSV", AGAIN] },
  { what: "that is a JSON object", content: '\n{ "people" : [] }', refused: ["json", "this is a JSON document, not CSV", AGAIN] },
  { what: "that is RTF", content: "{\\rtf1\\ansi k", refused: ["rtf", "this is a text document (RTF), not CSV", AGAIN] },
  {
    what: "that is encrypted",
    content: "-----BEGIN PGP MESSAGE-----\n\nhQ",
    refused: ["encrypted", "this is a file encrypted with PGP, not CSV", "Decrypt it first, or set `source.pgp` of the job."],
  },
  // Encodings.
  {
    what: "in windows-1252, where nothing says so",
    content: iconv.encode("k,n\n1,Ana\n2,Zoë\n", "windows-1252"),
    refused: ["undecodable", "row 3 contains bytes that are not utf-8", SAY],
  },
  {
    what: "with bytes that UTF-8 forbids",
    content: Buffer.from([...Buffer.from("k,n\n1,"), 0xc0, 0xaf, 10]),
    refused: ["undecodable", "row 2 contains bytes that are not utf-8", SAY],
  },
  {
    what: "with such bytes in the header",
    content: iconv.encode("Schlüssel,n\n1,a\n", "windows-1252"),
    refused: ["undecodable", "row 1 contains bytes that are not utf-8", SAY],
  },
  {
    what: "in UTF-16 with half of a character",
    content: Buffer.from("\uFEFFk,n\n1,\ud83d\n", "utf16le"),
    refused: ["undecodable", "row 2 contains bytes that are not utf-16le", "Check `csv.encoding` of the job."],
  },
  {
    what: "in UTF-16 of an odd number of bytes",
    content: Buffer.concat([Buffer.from(`\uFEFF${table}`, "utf16le"), Buffer.from("\n")]),
    refused: ["truncated", "the file ends in the middle of a character", CUT],
  },
  {
    what: "in UTF-8 that the job calls windows-1252",
    content: "k,n\n1,Zoë\n",
    form: csv("windows-1252"),
    refused: [
      "undecodable",
      "the job sets the encoding to windows-1252, but this is valid UTF-8 throughout",
      "Remove csv.encoding from the job, or correct it.",
    ],
  },
  {
    what: "in UTF-8 that the job calls UTF-16",
    content: table,
    form: csv("UTF-16LE"),
    refused: [
      "undecodable",
      "the job sets the encoding to utf-16le, but this is text with one byte per character",
      "Remove csv.encoding from the job, or correct it.",
    ],
  },
  {
    what: "in an unknown encoding",
    content: table,
    form: csv("klingon"),
    refused: ["unknown_encoding", "unknown encoding klingon", "Set csv.encoding to a name such as windows-1252."],
  },
  // Truncated.
  {
    what: "cut off in a character",
    content: Buffer.from("k,n\n1,Zoë").subarray(0, -1),
    refused: ["truncated", "the file ends in the middle of a character", CUT],
  },
  {
    what: "cut off in a row",
    content: "k,n,m\n1,2,3\n4,5",
    refused: ["truncated", "the file ends in the middle of row 3 (2 of 3 cells, no line end)", CUT],
  },
  {
    what: "cut off in a quoted cell",
    content: 'k,n\n1,"a',
    refused: ["unclosed_quote", "a quote that opens in row 2 is never closed", CLOSE],
  },
  // Quotes.
  {
    what: "with a quote that is never closed",
    content: 'k,n\n1,a\n2,"b\n3,c\n4,d\n',
    refused: ["unclosed_quote", "a quote that opens in row 3 is never closed", CLOSE],
  },
  {
    what: "with one before quoted cells",
    content: `k,n,m\n1,"a,x\n${wide}`,
    refused: ["unclosed_quote", "a quote that opens in row 2 is never closed", CLOSE],
  },
  {
    what: "with one before megabytes",
    content: () => `k,n\n1,"a\n${"2,b\n".repeat(500_000)}`,
    refused: ["unclosed_quote", "a quote that opens in row 2 is never closed", CLOSE],
  },
  {
    what: "with one that a lenient reading would hide",
    content: 'k,n,m\n1,"b,c\nx,",y" z,w\n',
    refused: ["unclosed_quote", "a quote that opens in row 2 is never closed", CLOSE],
  },
  {
    what: "with text after a closing quote",
    content: 'k,n\n1,"a"b\n2,c\n',
    refused: ["bad_quote", "the quotes of row 2 cannot be understood: text follows a closing quote", TWICE],
  },
  {
    what: "with text after a closing quote, and a quote that is text before it",
    content: 'k,n\n1",""a\n',
    refused: ["bad_quote", "the quotes of row 2 cannot be understood: text follows a closing quote", TWICE],
  },
  {
    what: "with a blank after a closing quote",
    content: 'k,n\n1,"a" \n',
    refused: ["bad_quote", "the quotes of row 2 cannot be understood: text follows a closing quote", TWICE],
  },
  {
    what: "with quotes escaped by backslashes",
    content: 'k,n\n1,"a\\"b"\n',
    refused: ["bad_quote", "the quotes of row 2 cannot be understood: text follows a closing quote", TWICE],
  },
  {
    what: "with a delimiter in quotes that follow a blank",
    content: 'k,n\n1, "a, b"\n',
    refused: [
      "bad_quote",
      "the quotes of row 2 cannot be understood: there is one inside a cell, and reading it as text results in the wrong number of cells",
      TWICE,
    ],
  },
  // Too large.
  {
    what: "with a row without end",
    content: () => `k,n\n1,2\n${"x".repeat(2_000_000)}`,
    refused: ["row_too_long", "row 3 is longer than 1 MB", "Check that this is a CSV file with one row per line."],
  },
  {
    what: "with a row of more than 1 MB of cells",
    content: () => `k,n\n1,"2"\n${"x,".repeat(600_000)}\n`,
    refused: ["row_too_long", "row 3 is longer than 1 MB", "Check that this is a CSV file with one row per line."],
  },
  {
    what: "with a header of more than 1 MB",
    content: () => `${"column,".repeat(200_000)}\n1\n`,
    refused: ["row_too_long", "row 1 is longer than 1 MB", "Check that this is a CSV file with one row per line."],
  },
  // Skipped lines.
  {
    what: "with fewer lines than are passed over",
    content: "Report\nk,n\n1,a\n",
    form: { skip: { before: 5, after: 0 } },
    refused: [
      "no_header",
      "`source.skip.before` skips 5 lines, but the file has 3 lines",
      "Correct `source.skip.before`, or export the file again.",
    ],
  },
  {
    what: "with nothing below the skipped lines",
    content: "k,n\nKey,Name\n0,Example\n",
    form: { skip: { before: 0, after: 2 } },
    refused: [
      "no_rows",
      "the file has a header but no rows after the 2 lines that `source.skip` skips",
      "Export the file from the HR system again.",
    ],
  },
];
