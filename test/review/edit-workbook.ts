import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { readXlsx, writeXlsx, type CellValue } from "hucre/xlsx";
import { read, utils, write, type WorkBook, type WorkSheet } from "xlsx";

type Rows = CellValue[][];

/** Opens and saves a workbook with SheetJS, as another program would. */
export function withSheetJs(bytes: Uint8Array, change: (workbook: WorkBook) => void): Uint8Array {
  const workbook = read(bytes, { type: "array", cellDates: true });
  change(workbook);
  return new Uint8Array(write(workbook, { type: "array", bookType: "xlsx" }) as ArrayBuffer);
}

/** Changes the rows of the sheet of people with SheetJS. */
export function rowsWithSheetJs(bytes: Uint8Array, change: (rows: Rows) => Rows): Uint8Array {
  return withSheetJs(bytes, (workbook) => {
    const name = workbook.SheetNames[2] ?? "";
    workbook.Sheets[name] = utils.aoa_to_sheet(
      change(utils.sheet_to_json<CellValue[]>(workbook.Sheets[name] as WorkSheet, { header: 1, defval: null })),
    );
  });
}

/** The same with hucre, which writes every sheet anew. */
export async function rowsWithHucre(bytes: Uint8Array, change: (rows: Rows) => Rows): Promise<Uint8Array> {
  const { sheets } = await readXlsx(bytes);
  return writeXlsx({
    sheets: sheets.map(({ name, hidden, rows }, i) => ({ name, hidden: hidden === true, rows: i === 2 ? change(rows) : rows })),
  });
}

/** Changes the parts of the archive as texts. */
export function rawParts(bytes: Uint8Array, change: (name: string, text: string) => string): Uint8Array {
  const parts = unzipSync(bytes);
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(change(name, strFromU8(part)))])));
}

/** Fills in the cells of the removals with these ids. */
export function filled(rows: Rows, given: Record<string, Record<string, CellValue>>): Rows {
  const heads = (rows[0] ?? []).map(String);
  const id = heads.findIndex((head) => ["Removal", "Retirada", "Entfernung", "Retrait"].includes(head));
  return rows.map((row, i) => {
    const values = given[String(row[id])];
    if (i === 0 || values === undefined) return row;
    const next = heads.map((_, column) => row[column] ?? null);
    for (const [head, value] of Object.entries(values)) next[heads.indexOf(head)] = value;
    return next;
  });
}

/** The archive with this many stored parts more, which share their bytes and are said to take none unpacked. */
export function sharingParts(bytes: Buffer, count: number, size: number): Buffer {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const directory = bytes.readUInt32LE(end + 16);
  const local = Buffer.alloc(31 + size, "x");
  local.fill(0, 0, 30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt32LE(size, 18);
  local.writeUInt16LE(1, 26);
  const more = Array.from({ length: count }, (_, i) => {
    const entry = Buffer.alloc(50);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt32LE(size, 20);
    entry.writeUInt16LE(4, 28);
    entry.writeUInt32LE(directory, 42);
    entry.write(String(i).padStart(4, "0"), 46);
    return entry;
  });
  const entries = Buffer.concat([bytes.subarray(directory, end), ...more]);
  const tail = Buffer.from(bytes.subarray(end));
  for (const at of [8, 10]) tail.writeUInt16LE(bytes.readUInt16LE(end + 10) + count, at);
  tail.writeUInt32LE(entries.length, 12);
  tail.writeUInt32LE(directory + local.length, 16);
  return Buffer.concat([bytes.subarray(0, directory), local, entries, tail]);
}
