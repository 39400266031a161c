import iconv from "iconv-lite";
import type { Hostile } from "./inputs.ts";

const table = "k,n\n1,Ana\n2,Zoë\n";
const people = [
  [2, "1", "Ana"],
  [3, "2", "Zoë"],
] as const;
const csv = (encoding: string | null, delimiter: string | null = null) => ({ csv: { encoding, delimiter } });
const stray = (kind: string): string =>
  `the row contains a line end of another kind (a lone ${kind}), so it may be several people's rows in one`;
const control = (code: string): string => `the row contains the control character U+${code}, which is not allowed in text`;
const tooMany = (cells: number, header: number): string =>
  `the row has ${cells} cells, but the header has ${header}: an unquoted delimiter may have shifted them`;

/** Unusual files that are read, or read except for some rows. */
export const readCsv: readonly Hostile[] = [
  // Encodings.
  { what: "in UTF-8 with a mark", content: `\uFEFF${table}`, read: people },
  { what: "in UTF-8 with two marks", content: `\uFEFF\uFEFF${table}`, read: people, header: ["k", "n"] },
  { what: "in UTF-16 LE", content: iconv.encode(`\uFEFF${table}`, "utf-16le"), read: people },
  { what: "in UTF-16 BE", content: iconv.encode(`\uFEFF${table}`, "utf-16be"), read: people },
  { what: "in UTF-16 LE without a mark", content: iconv.encode(table, "utf-16le"), read: people },
  { what: "in UTF-16 BE without a mark", content: iconv.encode(table, "utf-16be"), read: people },
  { what: "in UTF-32 with a mark", content: iconv.encode(`\uFEFF${table}`, "utf-32le"), read: people },
  { what: "in windows-1252, as the job says", content: iconv.encode(table, "windows-1252"), form: csv("windows-1252"), read: people },
  { what: "in Mac Roman, as the job says", content: iconv.encode(table, "macroman"), form: csv("macintosh"), read: people },
  { what: "in UTF-7, which is plain text", content: "k,n\n1,A+APE-o\n", read: [[2, "1", "A+APE-o"]] },
  // Line ends.
  { what: "with LF and CR LF", content: "k,n\r\n1,Ana\n2,Zoë\r\n", read: people },
  { what: "with CR", content: "k,n\r1,Ana\r2,Zoë\r", read: people },
  { what: "with CR, and CR LF further down", content: "k,n\r1,Ana\r\n2,Zoë\r", read: people },
  { what: "cut off between CR and LF", content: "k,n\r\n1,Ana\r\n2,Zoë\r", read: people },
  {
    what: "with a lone CR between two people",
    content: "k,n\n1,a\r2,b\n3,c\n",
    read: [
      [2, "1", "a\r2"],
      [3, "3", "c"],
    ],
    rejected: [[2, "stray_line_end", stray("CR")]],
  },
  {
    what: "with a lone LF among CR",
    content: "k,n\r1,a\n2,b\r3,c\r",
    read: [
      [2, "1", "a\n2"],
      [3, "3", "c"],
    ],
    rejected: [[2, "stray_line_end", stray("LF")]],
  },
  { what: "with a lone CR in a quoted cell", content: 'k,n\n1,"a\rb"\n', read: [[2, "1", "a\rb"]] },
  { what: "with the end-of-text mark of DOS", content: "k,n\r\n1,Ana\r\n2,Zoë\r\n\u001A", read: people },
  {
    what: "with empty lines around everything",
    content: "\n\nk,n\n\n1,a\n\n\n2,b\n\n",
    read: [
      [5, "1", "a"],
      [8, "2", "b"],
    ],
  },
  // Delimiters.
  { what: "with semicolons", content: 'k;"n,m"\n1;a\n', read: [[2, "1", "a"]], header: ["k", "n,m"] },
  { what: "with tabs", content: "k\tn\n1\ta b\n", read: [[2, "1", "a b"]] },
  { what: "with pipes", content: "k|n\n1|a;b\n", read: [[2, "1", "a;b"]] },
  { what: "with Excel's sep= line", content: "sep=;\nk;n\n1;2\n", read: [[3, "1", "2"]] },
  { what: "with a delimiter that the job names", content: "k^n\n1^2,5\n", form: csv(null, "^"), read: [[2, "1", "2,5"]] },
  // Quotes.
  { what: "with quotes in quotes", content: 'k,n\n1,"say ""hi"""\n', read: [[2, "1", 'say "hi"']] },
  {
    what: "with line ends and delimiters in quotes",
    content: 'k,n\n1,"a,\nb\r\nc"\n2,x\n',
    read: [
      [2, "1", "a,\nb\r\nc"],
      [3, "2", "x"],
    ],
  },
  { what: "with a quote in a cell without quotes", content: 'k,n\n1,5" pipe\n', read: [[2, "1", '5" pipe']] },
  { what: "with quotes around nothing", content: 'k,n\n1,""\n', read: [[2, "1", ""]] },
  {
    what: "with quotes after blanks",
    content: 'k,n\n1, "a"\n2,b\n',
    read: [
      [2, "1", ' "a"'],
      [3, "2", "b"],
    ],
    rejected: [
      [
        2,
        "quote_after_blank",
        "there is a space between the delimiter and a quote, so it is unclear whether the quotes belong to the value",
      ],
    ],
  },
  {
    what: "with other quotes, which are text",
    content: "k,n\n1,'a\n2,“b”\n",
    read: [
      [2, "1", "'a"],
      [3, "2", "“b”"],
    ],
  },
  // Headers.
  { what: "with blanks and no-break spaces around names", content: "\u00a0k\u00a0, n\n1,a\n", read: [[2, "1", "a"]], header: ["k", "n"] },
  {
    what: "with a name that begins with what cannot be seen",
    content: "\u200Bk,n\n1,a\n",
    read: [[2, "1", "a"]],
    header: ["\u200Bk", "n"],
  },
  {
    what: "with columns called __proto__ and constructor",
    content: "__proto__,constructor\n1,a\n",
    read: [[2, "1", "a"]],
    header: ["__proto__", "constructor"],
  },
  { what: "with a name twice", content: "k,n,n\n1,a,b\n", read: [[2, "1", "a", "b"]], header: ["k", "n", "n"] },
  { what: "with columns without names", content: "k,,n,\n1,a,b,\n", read: [[2, "1", "a", "b", ""]], header: ["k", "", "n", ""] },
  { what: "with a line end in a name", content: '"k\nkey",n\n1,a\n', read: [[2, "1", "a"]], header: ["k\nkey", "n"] },
  {
    what: "with 10,000 columns",
    content: () => `${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(",")}\n${"x,".repeat(9_999)}x\n`,
    read: [[2, ...Array<string>(10_000).fill("x")]],
  },
  { what: "with a header of almost 1 MB", content: () => `k,${"n".repeat(999_000)}\n1,a\n`, read: [[2, "1", "a"]] },
  // Rows.
  {
    what: "with rows of every length",
    content: "k,n,m\n1,a\n2,a,b,c\n3,a,b, ,\n4,a,b\n",
    read: [
      [2, "1", "a", undefined],
      [3, "2", "a", "b"],
      [4, "3", "a", "b"],
      [5, "4", "a", "b"],
    ],
    rejected: [[3, "too_many_cells", tooMany(4, 3)]],
  },
  { what: "with a row of 900 kB", content: () => `k,n\n1,${"x".repeat(900_000)}\n`, read: [[2, "1", "x".repeat(900_000)]] },
  {
    what: "with rows of delimiters, in the middle and at the end",
    content: "k,n\n1,a\n,\n2,b\n,\n , \n",
    read: [
      [2, "1", "a"],
      [3, "", ""],
      [4, "2", "b"],
    ],
  },
  {
    what: "with formulas, which are text",
    content: 'k,n\n1,"=HYPERLINK(""http://x.example"",""x"")"\n2,+1\n3,@x\n',
    read: [
      [2, "1", '=HYPERLINK("http://x.example","x")'],
      [3, "2", "+1"],
      [4, "3", "@x"],
    ],
  },
  {
    what: "with leading zeros and exponents, which are text",
    content: "k,n\n00123,1e5\n123, 1.0 \n",
    read: [
      [2, "00123", "1e5"],
      [3, "123", " 1.0 "],
    ],
  },
  {
    what: "with control characters",
    content: "k,n\n1,a\u001Eb\n2,\u001A\n3,c\n",
    read: [
      [2, "1", "a\u001Eb"],
      [3, "2", "\u001A"],
      [4, "3", "c"],
    ],
    rejected: [
      [2, "control_character", control("001E")],
      [3, "control_character", control("001A")],
    ],
  },
  // Skipped lines.
  {
    what: "with titles above its header, one with a quote",
    content: 'Export of "Acme, as of\n\nk;n\n1;a\n',
    form: { skip: { before: 2, after: 0 } },
    read: [[4, "1", "a"]],
    header: ["k", "n"],
  },
  {
    what: "with labels and an example below its header",
    content: 'k,n\n"Key\nof HR",Name\n0,Example\n1,a\n',
    form: { skip: { before: 0, after: 2 } },
    read: [[4, "1", "a"]],
  },
  {
    what: "with a version line, an empty line and an example, where the empty one counts",
    content: "v2\r\nk,n\r\n\r\n0,Example\r\n1,a\r\n",
    form: { skip: { before: 1, after: 2 } },
    read: [[5, "1", "a"]],
  },
  {
    what: "with a sep= line among the skipped lines",
    content: "sep=|\nReport\nk|n,m\n1|2\n",
    form: { skip: { before: 2, after: 0 } },
    read: [[4, "1", "2"]],
  },
];
