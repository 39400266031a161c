import { messageOf, nextOf } from "../helpers/problems.ts";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import iconv from "iconv-lite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FileProblem } from "../../src/domain/problem.ts";
import type { SourceRow } from "../../src/domain/record.ts";
import { openCsv } from "../../src/source/csv/csv.ts";
import { decoderFor } from "../../src/source/csv/decode.ts";
import { withoutExampleRow } from "../../src/source/example-row.ts";

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
  const source = await openCsv(await file(content), settings, chunk === undefined ? {} : { chunkSize: chunk });
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
  test.each([
    [900, false],
    [1100, true],
  ])("has its first row compared with the first 1,000, in batches of any size: another example is row %d", async (other, isLeftOut) => {
    const rows = Array.from({ length: 1200 }, (_, n) => (n === 0 || n === other ? `e.g. ${n},Ana` : `${n},Ana`));
    const source = withoutExampleRow(await openCsv(await file(["Key,Name", ...rows, ""].join("\n")), AUTO));
    const keys: (string | undefined)[] = [];
    for await (const batch of source.rows(7)) keys.push(...batch.map(({ cells }) => cells[0]));
    expect(keys).toEqual(rows.slice(isLeftOut ? 1 : 0).map((row) => row.replace(",Ana", "")));
    expect(source.exampleRow?.()).toBe(isLeftOut ? 2 : null);
  });

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

  test.each([",", ";", "\t", "|"])("may be delimited by %j, even if the header quotes other delimiters", async (delimiter) => {
    const others = ",;|".replace(delimiter, "");
    const { source, cells } = await readAll(`Key${delimiter}"a${others}${others}b"${delimiter}c\n1${delimiter}2${delimiter}3\n`);
    expect(source.delimiter).toBe(delimiter);
    expect(cells).toEqual([["1", "2", "3"]]);
  });

  test.each([
    ["LF", "\n"],
    ["CRLF", "\r\n"],
    ["CR", "\r"],
  ])("may end its lines with %s, with or without the last one", async (_, end) => {
    for (const last of ["", end]) {
      const { cells } = await readAll(`a,b${end}1,"x${end}y"${end}2,z${last}`);
      expect(cells).toEqual([
        ["1", `x${end}y`],
        ["2", "z"],
      ]);
    }
  });

  test("keeps keys as text, and spaces unchanged", async () => {
    expect((await readAll("k,n\n00123, x \n1e5,\n")).cells).toEqual([
      ["00123", " x "],
      ["1e5", ""],
    ]);
  });

  test("counts rows like a spreadsheet, with empty lines and multi-line cells", async () => {
    expect((await readAll('k,n\n1,a\n\n2,"b\nb"\n3,c\n')).numbers).toEqual([2, 4, 5]);
  });

  test("may begin with Excel's sep= line", async () => {
    const { source, numbers } = await readAll("sep=|\r\nk|n,m\r\n1|2\r\n");
    expect(source.header).toEqual(["k", "n,m"]);
    expect(numbers).toEqual([3]);
  });

  test("has missing cells, not blank ones, in a row that ends early", async () => {
    expect((await readAll("a,b,c\n1\n1,2,3\n")).cells).toEqual([
      ["1", undefined, undefined],
      ["1", "2", "3"],
    ]);
  });

  test("reports a row with too many cells, unless the extra ones are blank", async () => {
    const { rows } = await readAll("a,b\n1,2, ,\n1,2,3\n");
    expect(rows[0]).toEqual({ row: 2, cells: ["1", "2"] });
    expect(rows[1]?.problem?.code).toBe("too_many_cells");
  });

  test("drops blank rows only at its end", async () => {
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

describe("unknown encoding", () => {
  const text = "Schlüssel,Größe\n1,Åsa 😀\n2,Zoë\n";
  test.each<[string, Buffer, string | null, string]>([
    ["UTF-8", Buffer.from(text), null, "utf-8"],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${text}`), null, "utf-8"],
    ["UTF-8 with a mark, despite the encoding in the job", Buffer.from(`\uFEFF${text}`), "windows-1252", "utf-8"],
    ["UTF-16 LE with a mark", Buffer.from(`\uFEFF${text}`, "utf16le"), null, "utf-16le"],
    ["UTF-16 BE with a mark", Buffer.from(`\uFEFF${text}`, "utf16le").swap16(), null, "utf-16be"],
    ["UTF-16 LE without a mark", Buffer.from(text, "utf16le"), null, "utf-16le"],
    ["UTF-16 BE without a mark", Buffer.from(text, "utf16le").swap16(), null, "utf-16be"],
    ["UTF-16, as the job says", Buffer.from(text, "utf16le"), "UTF-16LE", "utf-16le"],
  ])("of a file in %s is detected", async (_, bytes, given, encoding) => {
    const { source, cells } = await readAll(bytes, { delimiter: null, encoding: given });
    expect(source.header).toEqual(["Schlüssel", "Größe"]);
    expect(source.encoding).toBe(encoding);
    expect(cells).toEqual([
      ["1", "Åsa 😀"],
      ["2", "Zoë"],
    ]);
  });

  test("windows-1252 is read if the job sets it", async () => {
    const bytes = iconv.encode("k;n\n1;Año 5 €\n", "windows-1252");
    expect((await readAll(bytes, { delimiter: null, encoding: "windows-1252" })).cells).toEqual([["1", "Año 5 €"]]);
  });

  test.each(["utf-8", "utf-16le", "utf-16be", "windows-1252", "shift_jis"])("%s is decoded the same in chunks of any size", (encoding) => {
    const sample = encoding === "shift_jis" ? "キー,名前\n" : encoding === "windows-1252" ? "añb€c\n" : text;
    const bytes = iconv.encode(sample, encoding);
    const decoder = decoderFor(encoding);
    const parts = [...bytes].map((byte) => decoder.push(Buffer.from([byte])));
    expect(Buffer.concat([...parts, decoder.end()]).toString()).toBe(sample);
  });

  test("that doesn't fit is reported with the row and what to do", async () => {
    const bytes = Buffer.concat([Buffer.from('k,n\n1,"a\nb"\n'), iconv.encode("2,Año\n", "windows-1252")]);
    for (const chunk of [1, 1000]) {
      const problem = await problemOf(bytes, AUTO, chunk);
      expect(problem.code).toBe("undecodable");
      expect(messageOf(problem)).toContain("row 3 contains bytes that are not utf-8; nothing was changed");
      expect(nextOf(problem)).toContain("windows-1252");
    }
  });
});

describe("in chunks of any size", () => {
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
