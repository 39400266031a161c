import type { FileHandle } from "node:fs/promises";
import { cellOf } from "./file.ts";

/** Writes a workbook of one sheet without keeping its rows in memory. A sheet that is full continues on the next one. */
export async function writeRows(
  file: FileHandle,
  name: string,
  columns: readonly string[],
  rows: AsyncIterable<(string | number | null)[]>,
): Promise<void> {
  const { writeXlsxStream } = await import("hucre/xlsx");
  for await (const chunk of writeXlsxStream(rows, { name, columns: columns.map((head) => ({ header: head })) }))
    await file.writeFile(chunk);
}

export function textCell(text: string): string {
  return String(cellOf(text));
}
