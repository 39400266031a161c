import { appendFile, chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import iconv from "iconv-lite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FileProblem } from "../../src/model/problem.ts";
import type { SourceRow } from "../../src/model/record.ts";
import { openCsv } from "../../src/source/csv.ts";
import { decoderFor } from "../../src/source/decode.ts";

const AUTO = { delimiter: null, encoding: null };
let folder = "";
let next = 0;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "rollcall-csv-"))));
afterAll(() => rm(folder, { recursive: true }));

async function file(content: string | Buffer, name = `file-${next++}.csv`): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

async function readAll(content: string | Buffer, settings: { delimiter: string | null; encoding: string | null } = AUTO, chunk?: number) {
  const source = await openCsv(await file(content), settings, chunk);
  const rows: SourceRow[] = [];
  for await (const batch of source.rows(7)) rows.push(...batch);
  return { source, rows, cells: rows.map((row) => row.cells), numbers: rows.map((row) => row.row) };
}

async function problemOf(content: string | Buffer, settings = AUTO, chunk?: number): Promise<FileProblem> {
  const error = await readAll(content, settings, chunk).catch((thrown: unknown) => thrown);
  if (!(error instanceof FileProblem)) throw new Error(`expected a FileProblem, got ${String(error)}`);
  return error;
}

describe("a CSV file", () => {
  test("is read with its header, delimiter, encoding and digest", async () => {
    const text = "Key;Name\n1;Ana\n2;Bo\n";
    const { source, cells } = await readAll(text);
    expect(source.header).toEqual(["Key", "Name"]);
    expect(source.delimiter).toBe(";");
    expect(source.encoding).toBe("utf-8");
    expect(cells).toEqual([
      ["1", "Ana"],
      ["2", "Bo"],
    ]);
    expect(source.sha256()).toBe(createHash("sha256").update(text).digest("hex"));
    expect(source.bytesRead()).toBe(source.bytes);
  });

  test.each([",", ";", "\t", "|"])("may be delimited by %j, also where the header quotes other delimiters", async (delimiter) => {
    const others = ",;|".replace(delimiter, "");
    const { source, cells } = await readAll(`Key${delimiter}"a${others}${others}b"${delimiter}c\n1${delimiter}2${delimiter}3\n`);
    expect(source.delimiter).toBe(delimiter);
    expect(cells).toEqual([["1", "2", "3"]]);
  });

  test.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ])("may end its lines with %s, the last one or not", async (_, end) => {
    for (const last of ["", end]) {
      const { cells } = await readAll(`a,b${end}1,"x${end}y"${end}2,z${last}`);
      expect(cells).toEqual([
        ["1", `x${end}y`],
        ["2", "z"],
      ]);
    }
  });

  test("keeps keys as text and blanks as they are", async () => {
    expect((await readAll("k,n\n00123, x \n1e5,\n")).cells).toEqual([
      ["00123", " x "],
      ["1e5", ""],
    ]);
  });

  test("counts rows as a spreadsheet does, empty lines and cells of many lines included", async () => {
    expect((await readAll('k,n\n1,a\n\n2,"b\nb"\n3,c\n')).numbers).toEqual([2, 4, 5]);
  });

  test("may begin with Excel's sep= line", async () => {
    const { source, numbers } = await readAll("sep=|\r\nk|n,m\r\n1|2\r\n");
    expect(source.header).toEqual(["k", "n,m"]);
    expect(numbers).toEqual([3]);
  });

  test("has missing cells, not blank ones, where a row ends early", async () => {
    expect((await readAll("a,b,c\n1\n1,2,3\n")).cells).toEqual([
      ["1", undefined, undefined],
      ["1", "2", "3"],
    ]);
  });

  test("has a problem in a row with too many cells, unless the surplus is blank", async () => {
    const { rows } = await readAll("a,b\n1,2, ,\n1,2,3\n");
    expect(rows[0]).toEqual({ row: 2, cells: ["1", "2"] });
    expect(rows[1]?.problem?.code).toBe("too_many_cells");
  });

  test("loses hollow rows at its end only", async () => {
    expect((await readAll("a,b\n1,2\n,\n3,4\n,\n , \n")).numbers).toEqual([2, 3, 4]);
  });

  test("may have a quote in a cell that isn't quoted", async () => {
    for (const chunk of [1, 3, 1000]) {
      const { cells, numbers } = await readAll('a,b\n1,5" pipe\n2,"ok"\n3,6" x 7"\n\n4,y', AUTO, chunk);
      expect(cells).toEqual([
        ["1", '5" pipe'],
        ["2", "ok"],
        ["3", '6" x 7"'],
        ["4", "y"],
      ]);
      expect(numbers).toEqual([2, 3, 4, 6]);
    }
  });
});

describe("the encoding", () => {
  const text = "Schlüssel,Größe\n1,Åsa 😀\n2,Zoë\n";
  test.each<[string, Buffer, string | null, string]>([
    ["UTF-8", Buffer.from(text), null, "utf-8"],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`), null, "utf-8"],
    ["UTF-8 with a mark, whatever the job says", Buffer.from(`\uFEFF${text}`), "windows-1252", "utf-8"],
    ["UTF-16 LE with a mark", Buffer.from(`\uFEFF${text}`, "utf16le"), null, "utf-16le"],
    ["UTF-16 BE with a mark", Buffer.from(`\uFEFF${text}`, "utf16le").swap16(), null, "utf-16be"],
    ["UTF-16 LE without a mark", Buffer.from(text, "utf16le"), null, "utf-16le"],
    ["UTF-16 BE without a mark", Buffer.from(text, "utf16le").swap16(), null, "utf-16be"],
    ["UTF-16, as the job says", Buffer.from(text, "utf16le"), "UTF-16LE", "utf-16le"],
  ])("of a file in %s is found", async (_, bytes, given, encoding) => {
    const { source, cells } = await readAll(bytes, { delimiter: null, encoding: given });
    expect(source.header).toEqual(["Schlüssel", "Größe"]);
    expect(source.encoding).toBe(encoding);
    expect(cells).toEqual([
      ["1", "Åsa 😀"],
      ["2", "Zoë"],
    ]);
  });

  test("windows-1252 is read where the job says so", async () => {
    const bytes = iconv.encode("k;n\n1;Año 5 €\n", "windows-1252");
    expect((await readAll(bytes, { delimiter: null, encoding: "windows-1252" })).cells).toEqual([["1", "Año 5 €"]]);
  });

  test.each(["utf-8", "utf-16le", "utf-16be", "windows-1252", "shift_jis"])("%s is decoded the same whatever the chunks", (encoding) => {
    const sample = encoding === "shift_jis" ? "キー,名前\n" : encoding === "windows-1252" ? "añb€c\n" : text;
    const bytes = iconv.encode(sample, encoding);
    const decoder = decoderFor(encoding);
    const parts = [...bytes].map((byte) => decoder.push(Buffer.from([byte])));
    expect(Buffer.concat([...parts, decoder.end()]).toString()).toBe(sample);
  });

  test("that doesn't fit names the row and what to do", async () => {
    const bytes = Buffer.concat([Buffer.from('k,n\n1,"a\nb"\n'), iconv.encode("2,Año\n", "windows-1252")]);
    for (const chunk of [1, 1000]) {
      const problem = await problemOf(bytes, AUTO, chunk);
      expect(problem.code).toBe("undecodable");
      expect(problem.message).toContain("row 3 holds bytes that are not utf-8; nothing was changed");
      expect(problem.next).toContain("windows-1252");
    }
  });
});

describe("a file that is wrong as a whole", () => {
  const wide = Array.from({ length: 100 }, (_, index) => `${index},"v${index}",x\n`).join("");
  test.each<[string, string | Buffer, string, string]>([
    ["empty", "", "empty_file", "the file is empty; nothing was changed"],
    ["nothing but line ends", "\n\n\n", "no_header", "no header line can be read; nothing was changed"],
    ["a header only", "k,n\n", "no_rows", "the file has a header and no rows; nothing was changed"],
    ["a header without a line end", "k,n", "no_rows", "the file has a header and no rows; nothing was changed"],
    ["a header and hollow rows", "k,n\n,\n,\n", "no_rows", "the file has a header and no rows; nothing was changed"],
    ["binary", Buffer.from([1, 0, 2, 0, 0, 3]), "binary", "this is a binary file (it holds NUL bytes), not CSV; nothing was changed"],
    [
      "binary further on",
      `k,n\n${"1,2\n".repeat(90_000)}1,\0\n`,
      "binary",
      "this is a binary file (it holds NUL bytes), not CSV; nothing was changed",
    ],
    [
      "an HTML page",
      "\n <!DOCTYPE html><html></html>",
      "html",
      "this is an HTML page, not CSV; a login or an error page was saved in place of the export; nothing was changed",
    ],
    [
      "a ZIP archive",
      Buffer.from("PK\x03\x04rest"),
      "zip",
      "this is a ZIP archive, not CSV; it may be an Excel workbook with the wrong name; nothing was changed",
    ],
    ["a PDF", "%PDF-1.7\n", "pdf", "this is a PDF, not CSV; nothing was changed"],
    [
      "with a quote that is never closed",
      'k,n\n1,a\n2,"b\n3,c\n4,d\n',
      "unclosed_quote",
      "a quote that opens in row 3 is never closed; nothing was changed",
    ],
    [
      "with an unclosed quote before quoted cells",
      `k,n,m\n1,"a,x\n${wide}`,
      "unclosed_quote",
      "a quote that opens in row 2 is never closed; nothing was changed",
    ],
    [
      "with an unclosed quote and megabytes after it",
      `k,n\n1,"a\n${"2,b\n".repeat(1_000_000)}`,
      "unclosed_quote",
      "a quote that opens in row 2 is never closed; nothing was changed",
    ],
    [
      "with an unclosed quote that a lenient reading would hide",
      'k,n,m\n1,"b,c\nx,",y" z,w\n',
      "unclosed_quote",
      "a quote that opens in row 2 is never closed; nothing was changed",
    ],
    ["with a row without end", `k,n\n1,2\n${"x".repeat(2_000_000)}`, "row_too_long", "row 3 is longer than 1 MB; nothing was changed"],
    ["with text after a closing quote", 'k,n\n1,"a"b\n2,c\n', "bad_quote", "the quotes of row 2 cannot be understood; nothing was changed"],
    [
      "cut off within a row",
      "k,n,m\n1,2,3\n4,5",
      "truncated",
      "the file ends in the middle of row 3 (2 of 3 cells, no line end); nothing was changed",
    ],
    [
      "cut off within a character",
      Buffer.from("k,n\n1,Zoë").subarray(0, -1),
      "truncated",
      "the file ends in the middle of a character; nothing was changed",
    ],
  ])("(%s) is a problem", async (_, content, code, message) => {
    const problem = await problemOf(content);
    expect(problem.code).toBe(code);
    expect(problem.message.replace(/^.*?\.csv: /, "")).toBe(message);
    expect(problem.exit).toBe(4);
  });

  test("(still being written) is a problem", async () => {
    const path = await file("a,b\n1,2\n");
    const source = await openCsv(path, AUTO);
    await appendFile(path, "3,4\n");
    const drain = async (): Promise<void> => {
      for await (const batch of source.rows()) expect(batch.length).toBeGreaterThan(0);
    };
    await expect(drain()).rejects.toMatchObject({ code: "file_changed", exit: 4 });
  });

  test("(no file, a directory) is a problem", async () => {
    await mkdir(join(folder, "dir.csv"), { recursive: true });
    await expect(openCsv(join(folder, "dir.csv"), AUTO)).rejects.toMatchObject({ code: "directory", exit: 4 });
    await expect(openCsv(join(folder, "none.csv"), AUTO)).rejects.toMatchObject({ code: "file_not_found", exit: 4 });
  });

  test("(not readable) is a problem", async () => {
    const path = await file("a,b\n1,2\n");
    await chmod(path, 0);
    // Root may read everything, so root becomes nobody for a moment.
    const root = process.getuid?.() === 0;
    if (root) process.seteuid?.(65_534);
    try {
      await expect(openCsv(path, AUTO)).rejects.toMatchObject({ code: "permission_denied" });
    } finally {
      if (root) process.seteuid?.(0);
    }
  });
});

describe("whatever the chunks", () => {
  const cell = fc
    .oneof(fc.constantFrom("", " ", '"', ",", "\n", "\r\n", "é", "😀", 'a"b', "00123"), fc.string({ unit: "grapheme", maxLength: 6 }))
    .map((text) => text.replaceAll("\0", ""));
  const table = fc.integer({ min: 2, max: 4 }).chain((width) =>
    fc.array(
      fc.array(cell, { minLength: width, maxLength: width }).map((cells) => ["x", ...cells]),
      { minLength: 1, maxLength: 6 },
    ),
  );

  test("what csv-stringify wrote is read back", async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom("\n", "\r\n"),
        fc.constantFrom(",", ";", "\t"),
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        async (rows, end, delimiter, chunk, wide) => {
          const header = ["Key", ...(rows[0] ?? []).slice(1).map((_, index) => `c${index}`)];
          const text = stringify([header, ...rows], { record_delimiter: end, delimiter, quoted_match: /[\r\n]/ });
          const bytes = wide ? Buffer.from(`\uFEFF${text}`, "utf16le") : Buffer.from(text);
          const read = await readAll(bytes, AUTO, chunk);
          expect(read.cells).toEqual(rows);
        },
      ),
      { numRuns: 150 },
    );
  });

  test("a real export reads the same byte by byte", async () => {
    const { readFile } = await import("node:fs/promises");
    for (const name of ["hris-demo-50", "ragged-7", "workday-like-5"]) {
      const bytes = await readFile(new URL(`../exports/${name}.csv`, import.meta.url));
      expect((await readAll(bytes, AUTO, 1)).rows).toEqual((await readAll(bytes)).rows);
    }
  });

  test("windows-1252-638.csv is read with its encoding, and refused without", async () => {
    const { readFile } = await import("node:fs/promises");
    const bytes = await readFile(new URL("../exports/windows-1252-638.csv", import.meta.url));
    const { source, rows } = await readAll(bytes, { delimiter: null, encoding: "windows-1252" });
    expect(source.header[3]).toBe("Année");
    expect(rows.length).toBe(638);
    expect((await problemOf(bytes)).code).toBe("undecodable");
  });
});
