import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, test } from "vitest";
import { FileProblem } from "../../src/domain/problem.ts";
import { messageOf } from "../helpers/problems.ts";
import { endsWithCr, readPlainly } from "./plain-reader.ts";
import { AUTO, readOrRefuse, runs, seed, temporaryFolder, type CsvSettings, type ReadCsv } from "./reading.ts";

const folder = temporaryFolder();
const path = join(folder, "fuzz.csv");
const exported = (name: string): Buffer => readFileSync(new URL(`../exports/${name}.csv`, import.meta.url));
const LONG = 300_000 + runs(0) * 30;

/** Checks that every accepted row equals the independent reader's row of the same number, cell by cell. */
function expectTheSame({ source, rows }: ReadCsv, bytes: Buffer): void {
  const marked = source.encoding.startsWith("utf")
    ? iconv.decode(bytes, source.encoding).replace(/^\uFEFF/, "")
    : iconv.decode(bytes, source.encoding);
  const whole = (marked.endsWith("\u001A") ? marked.slice(0, -1) : marked).replace(/\r$/, "");
  const hint = /^sep=[^"\r\n](\r\n|\n|\r)/i.exec(whole)?.[0] ?? "";
  const text = whole.slice(hint.length);
  const above = hint === "" ? 0 : 1;
  const records = readPlainly(text, source.delimiter, endsWithCr(text));
  expect(records, "what the independent reader refuses").not.toBeNull();
  const header = records?.find(({ empty }) => !empty);
  expect(source.header).toEqual(header?.cells.map((cell) => cell.trim()));
  for (const { row, cells, problem } of rows) {
    const record = records?.[row - above - 1];
    expect(record, `row ${row}`).toBeDefined();
    if (problem !== undefined) continue;
    const expected = source.header.map((_, place) => record?.cells[place]);
    expect(cells, `row ${row}`).toEqual(expected);
    expect(record?.cells.slice(source.header.length).join("").trim(), `beyond the header in row ${row}`).toBe("");
  }
  const given = new Set(rows.map(({ row }) => row));
  for (const { row, cells, empty } of records ?? []) {
    if (row <= (header?.row ?? 0) || empty || given.has(row + above)) continue;
    expect(cells.join("").trim(), `row ${row}, which is missing`).toBe("");
  }
}

/** Checks that reading gives a problem with the file, or correct rows. */
async function look(bytes: Buffer, settings: CsvSettings, chunkSize: number): Promise<"read" | "refused"> {
  const result = await readOrRefuse(path, bytes, settings, { chunkSize });
  if (!(result instanceof FileProblem)) {
    expectTheSame(result, bytes);
    return "read";
  }
  expect(result.exit).toBe(4);
  expect(messageOf(result)).toMatch(/: .*; nothing was changed$/s);
  expect(result.next ?? "").not.toBe("");
  return "refused";
}

const chunk = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(10, 64, 1000, 65_536));
const delimiter = fc.constantFrom(",", ";", "\t", "|");
const lineEnd = fc.constantFrom("\n", "\r\n", "\r");
const tricky = fc.constantFrom(
  "",
  " ",
  '"',
  '""',
  ",",
  ";",
  "\t",
  "|",
  "\n",
  "\r\n",
  "\r",
  "é",
  "😀",
  'a"b',
  "00123",
  "\u00a0",
  "=1+1",
  "x\u0301",
  "\uFEFF",
);
const cell = fc
  .oneof(
    tricky,
    fc.string({ unit: "grapheme", maxLength: 6 }),
    fc.array(tricky, { maxLength: 4 }).map((parts) => parts.join("")),
  )
  .map((text) => [...text].filter((character) => !"\0\u001A\u001E\uFFFD".includes(character)).join(""))
  .filter((text) => text.isWellFormed());

interface Table {
  rows: string[][];
  delimiter: string;
  end: string;
  /** Whether to quote cells that don't need it. */
  quoting: boolean[];
  lastEnd: boolean;
}

const table: fc.Arbitrary<Table> = fc.integer({ min: 2, max: 5 }).chain((width) =>
  fc.record({
    rows: fc.array(
      fc.array(cell, { minLength: width - 1, maxLength: width - 1 }).map((cells) => ["k", ...cells]),
      { minLength: 1, maxLength: 8 },
    ),
    delimiter,
    end: lineEnd,
    quoting: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
    lastEnd: fc.boolean(),
  }),
);

/** Writes RFC 4180; with CR line ends, cells that contain one are quoted too. */
function write({ rows, delimiter: by, end, quoting, lastEnd }: Table): string {
  let n = 0;
  const written = (text: string): string => {
    const must = text.includes(by) || /["\r\n]/.test(text);
    return must || quoting[n++ % quoting.length] === true ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const header = (rows[0] ?? []).map((_, place) => `c${place}`);
  const lines = [header, ...rows].map((row) => row.map(written).join(by));
  return lines.join(end) + (lastEnd ? end : "");
}

const encodings = ["utf-8", "utf-8 marked", "utf-16le", "utf-16le marked", "utf-16be marked", "utf-32le marked"];

function encoded(text: string, encoding: string): Buffer {
  const [name = "", marked] = encoding.split(" ");
  return iconv.encode(marked === undefined ? text : `\uFEFF${text}`, name);
}

describe("any well-formed table", () => {
  test(
    "is read cell by cell, with any cells, delimiter, quotes, line ends, encoding and chunk size",
    async () => {
      const property = fc.asyncProperty(table, fc.constantFrom(...encodings), chunk, async (made, encoding, chunkSize) => {
        // Without a mark, only mostly Latin text is detected as UTF-16; a mark at the start isn't text.
        fc.pre(encoding !== "utf-16le" || /^[\0-\u007F]*$/.test(write(made)));
        const bytes = encoded(write(made), encoding);
        const result = await readOrRefuse(path, bytes, { delimiter: made.delimiter, encoding: null }, { chunkSize });
        if (result instanceof FileProblem) throw result;
        expect(result.rows.map(({ cells }) => cells)).toEqual(made.rows);
        expect(result.rows.every(({ problem }) => problem === undefined)).toBe(true);
        expectTheSame(result, bytes);
      });
      await fc.assert(property, { numRuns: runs(400), ...seed(1) });
    },
    LONG,
  );

  test(
    "has its delimiter found",
    async () => {
      const property = fc.asyncProperty(table, chunk, async (made, chunkSize) => {
        const result = await readOrRefuse(path, write(made), AUTO, { chunkSize });
        if (result instanceof FileProblem) throw result;
        expect(result.source.delimiter).toBe(made.delimiter);
      });
      await fc.assert(property, { numRuns: runs(100), ...seed(2) });
    },
    LONG,
  );
});

describe("any bytes", () => {
  const settings: fc.Arbitrary<CsvSettings> = fc.record({
    delimiter: fc.constantFrom(null, null, ",", ";"),
    encoding: fc.constantFrom(null, null, null, "windows-1252", "utf-16le", "shift_jis", "utf-7"),
  });

  test(
    "are refused in a sentence or read as the independent reader does: noise",
    async () => {
      const piece = fc.constantFrom(
        "a",
        "b",
        "1",
        '"',
        '"',
        '""',
        ",",
        ",",
        ";",
        "\n",
        "\n",
        "\r\n",
        "\r",
        " ",
        "é",
        "\u001E",
        "\u001A",
        "sep=;\n",
      );
      const noise = fc.oneof(
        fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
        fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(`k,n\n${pieces.join("")}`)),
        fc.array(piece, { maxLength: 60 }).map((pieces) => Buffer.from(pieces.join(""))),
      );
      const property = fc.asyncProperty(
        noise,
        settings,
        chunk,
        async (bytes, given, chunkSize) => void (await look(bytes, given, chunkSize)),
      );
      await fc.assert(property, { numRuns: runs(1500), ...seed(3) });
    },
    LONG,
  );

  interface Change {
    at: number;
    cut: number;
    put: Buffer;
  }
  const change: fc.Arbitrary<Change> = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.constantFrom(0, 0, 1, 1, 2, 30, 1e9),
    put: fc.oneof(
      fc.constantFrom("", '"', '""', "\n", "\r", ",", ";", "\0", "\u001E", '"\n').map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
    ),
  });
  const changed = (bytes: Buffer, changes: readonly Change[]): Buffer => {
    let result = bytes;
    for (const { at, cut, put } of changes) {
      const from = Math.floor(at * result.length);
      result = Buffer.concat([result.subarray(0, from), put, result.subarray(from + cut)]);
    }
    return result;
  };
  const changes = fc.array(change, { minLength: 1, maxLength: 4 });

  test(
    "are refused in a sentence or read as the independent reader does: real exports with something broken",
    async () => {
      const names = ["hris-demo-50", "ragged-7", "workday-like-5", "listed-groups-69"];
      const property = fc.asyncProperty(fc.constantFrom(...names), changes, chunk, async (name, what, chunkSize) => {
        await look(changed(exported(name), what), AUTO, Math.max(chunkSize, 7));
      });
      await fc.assert(property, { numRuns: runs(400), ...seed(4) });
    },
    LONG,
  );

  test(
    "are refused in a sentence or read as the independent reader does: tables with something broken",
    async () => {
      let read = 0;
      let refused = 0;
      const property = fc.asyncProperty(table, fc.constantFrom(...encodings), changes, chunk, async (made, encoding, what, chunkSize) => {
        const fate = await look(changed(encoded(write(made), encoding), what), AUTO, chunkSize);
        if (fate === "read") read += 1;
        else refused += 1;
      });
      await fc.assert(property, { numRuns: runs(1000), ...seed(5) });
      // Both cases are frequent, so both are tested.
      expect(Math.min(read, refused)).toBeGreaterThan((read + refused) / 10);
    },
    LONG,
  );
});
