import { fact } from "../domain/facts/fact.ts";
import type { FileHandle } from "node:fs/promises";
import { UsageProblem } from "../domain/problem.ts";
import type { FileContent } from "../domain/write-file.ts";
import { toCsv } from "../reporting/csv.ts";
import { textCell, writeRows } from "../reporting/workbook/stream-rows.ts";
import type { ProgressItem } from "../store/people/progress-exports.ts";

const EXPORT_FORMATS = ["csv", "xlsx", "json"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type Pages = AsyncIterable<readonly ProgressItem[]>;

/** @throws UsageProblem for a format that is not supported */
export function exportFormat(text: string): ExportFormat {
  const format = EXPORT_FORMATS.find((one) => one === text.toLowerCase());
  const formats = [...EXPORT_FORMATS];
  if (format === undefined)
    throw new UsageProblem(text === "" ? fact("option.format_is_unknown", { formats }) : fact("option.format_is_other", { formats, text }));
  return format;
}

/** Returns what writes the items of an export to a file, page by page. */
export function progressFile(format: ExportFormat, columns: readonly string[], pages: Pages): FileContent {
  if (format === "csv") return (file) => writeCsv(file, columns, pages);
  if (format === "json") return (file) => writeJson(file, columns, pages);
  return (file) => writeRows(file, "Progress", columns, rowsOf(columns, pages));
}

async function writeCsv(file: FileHandle, columns: readonly string[], pages: Pages): Promise<void> {
  await file.writeFile(toCsv([columns]));
  for await (const items of pages)
    await file.writeFile(
      toCsv(
        items.map((item) => columns.map((column) => textOf(item[column]))),
        { bom: false },
      ),
    );
}

async function writeJson(file: FileHandle, columns: readonly string[], pages: Pages): Promise<void> {
  let before = "[";
  for await (const items of pages) {
    for (const item of items) {
      await file.writeFile(`${before}\n  ${JSON.stringify(Object.fromEntries(columns.map((column) => [column, item[column] ?? null])))}`);
      before = ",";
    }
  }
  await file.writeFile(before === "[" ? "[]\n" : "\n]\n");
}

async function* rowsOf(columns: readonly string[], pages: Pages): AsyncGenerator<(string | number | null)[]> {
  for await (const items of pages) for (const item of items) yield columns.map((column) => cellOf(item[column]));
}

/** The library writes a text as text, also one that looks like a formula. */
function cellOf(value: unknown): string | number | null {
  if (value === undefined || value === null) return null;
  return typeof value === "number" && Number.isFinite(value) ? value : textCell(textOf(value));
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
