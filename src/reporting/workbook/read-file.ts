/** Reads the cells of a workbook. Runs in a process of its own, see `reader-process.ts`. */
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import type { CellValue, Sheet } from "hucre/xlsx";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { shownText } from "../../domain/names.ts";
import { FileProblem } from "../../domain/problem.ts";

/** Limits of an uploaded workbook, enough for 100,000 removals. */
const most = { bytes: 30_000_000, unpacked: 250_000_000, parts: 1000, sheets: 40, rows: 200_000, range: "A1:CV200000" };

/** Maximum repeats of a cell or row, and their sum, in an OpenDocument file: a few bytes may ask for millions of cells. */
const mostRepeated = { columns: 100, rows: 1000, allRows: 400_000, contentBytes: 100_000_000 };

/** A cell that was read. */
export interface ReadCell {
  /** As text; blank is "". */
  text: string;
  date: Date | null;
  number: number | null;
  formula: boolean;
}

export interface ReadSheet {
  name: string;
  rows: ReadCell[][];
}

/**
 * Reads the values of all sheets of an uploaded workbook.
 * @throws FileProblem if it is damaged, too large or not a workbook
 */
export async function readWorkbook(bytes: Uint8Array): Promise<ReadSheet[]> {
  const { format, packed } = repacked(bytes);
  let sheets: Sheet[];
  let old: boolean;
  try {
    const options = { maxRows: most.rows, range: most.range, readStyles: true };
    const workbook =
      format === "ods"
        ? await (await import("hucre/ods")).readOds(packed, options)
        : await (await import("hucre/xlsx")).readXlsx(packed, options);
    sheets = workbook.sheets;
    old = workbook.dateSystem === "1904";
  } catch {
    throw unreadable(fact("review_workbook.unreadable", {}));
  }
  if (sheets.length > most.sheets) throw unreadable(fact("review_workbook.many_sheets", { sheets: sheets.length }));
  return sheets.map(({ name, rows, cells }) => ({
    name,
    rows: rows.map((row, r) => row.map((value, c) => readCell(value, cells?.get(`${r},${c}`)?.formula !== undefined, old))),
  }));
}

function readCell(value: CellValue | undefined, formula: boolean, old: boolean): ReadCell {
  if (value instanceof Date)
    return { text: Number.isNaN(value.getTime()) ? "" : value.toISOString().slice(0, 10), date: value, number: null, formula };
  if (typeof value === "number") return { text: String(value), date: dayOf(value, old), number: value, formula };
  return { text: value === null || value === undefined ? "" : String(value), date: null, number: null, formula };
}

/** Converts the number of a day that lost its format; only days of this and the next century. */
function dayOf(serial: number, old: boolean): Date | null {
  const days = Math.floor(serial) + (old ? 1462 : 0);
  return days > 36_526 && days < 110_000 ? new Date(Date.UTC(1899, 11, 30) + days * 86_400_000) : null;
}

/** Returns the same archive uncompressed, so that the library reads exactly the bytes that were counted here. */
function repacked(bytes: Uint8Array): { format: "xlsx" | "ods"; packed: Uint8Array } {
  if (bytes.length === 0) throw unreadable(fact("review_workbook.empty", {}));
  if (bytes.length > most.bytes) throw tooLarge(fact("review_workbook.large_file", { megabytes: Math.ceil(bytes.length / 1_000_000) }));
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw unreadable(fact("review_workbook.encrypted", {}));
  if (!startsWith(bytes, [0x50, 0x4b])) throw unreadable(fact("review_workbook.not_a_workbook", {}));
  let left = most.unpacked;
  const names = new Set<string>();
  let unpacked: Record<string, Uint8Array>;
  try {
    unpacked = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        // A stored part takes its size in the archive, and may claim to take less unpacked.
        left -= Math.max(size, originalSize);
        // Of two parts with one name, programs read different ones.
        if (names.has(name)) throw unreadable(fact("review_workbook.parts_share_name", { part: shownText(name) }));
        names.add(name);
        if (left < 0) throw tooLarge(fact("review_workbook.large_unpacked", { megabytes: most.unpacked / 1_000_000 }));
        if (names.size > most.parts) throw tooLarge(fact("review_workbook.many_parts", { parts: most.parts }));
        return true;
      },
    });
  } catch (error) {
    throw error instanceof FileProblem ? error : unreadable(fact("review_workbook.damaged", {}));
  }
  const content = unpacked["content.xml"];
  const format = content !== undefined && unpacked["xl/workbook.xml"] === undefined ? "ods" : "xlsx";
  if (format === "xlsx" && unpacked["xl/workbook.xml"] === undefined) throw unreadable(fact("review_workbook.not_a_workbook", {}));
  for (const [name, part] of Object.entries(unpacked)) {
    // Spreadsheet programs declare no entities; these could read local files or expand without limit.
    if (/\.(xml|rels)$/i.test(name) && Buffer.from(part.buffer, part.byteOffset, part.length).includes("<!DOCTYPE"))
      throw unreadable(fact("review_workbook.declares_entities", { part: name }));
  }
  if (format === "ods" && content !== undefined) unpacked["content.xml"] = withFewRepeats(content);
  return { format, packed: zipSync(unpacked, { level: 0 }) };
}

/** Limits the repeats in an OpenDocument sheet; programs write the blank rest of a sheet as one repeated row. */
function withFewRepeats(content: Uint8Array): Uint8Array {
  if (content.length > mostRepeated.contentBytes)
    throw tooLarge(fact("review_workbook.large_unpacked", { megabytes: mostRepeated.contentBytes / 1_000_000 }));
  let all = 0;
  const text = strFromU8(content).replaceAll(
    /(number-(rows|columns)-repeated\s*=\s*["'])(\d+)/g,
    (_, start: string, what, count: string) => {
      const few = Math.min(Number(count), what === "rows" ? mostRepeated.rows : mostRepeated.columns);
      if (what === "rows") all += few;
      return `${start}${few}`;
    },
  );
  if (all > mostRepeated.allRows) throw tooLarge(fact("review_workbook.many_repeated_rows", { rows: mostRepeated.allRows }));
  return strToU8(text);
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => bytes[i] === byte);
}

function unreadable(what: Fact): FileProblem {
  return new FileProblem("workbook_unreadable", what, fact("review_workbook.save_again", {}));
}

export function tooLarge(why: Fact): FileProblem {
  return new FileProblem("workbook_too_large", fact("review_workbook.too_large", { why }), fact("review_workbook.save_again", {}));
}
