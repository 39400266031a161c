import { open } from "node:fs/promises";
import { extname } from "node:path";
import type { SourceSettings } from "../domain/settings.ts";
import { openCsv } from "./csv/csv.ts";
import { cannotOpen, sizeOf } from "./file.ts";
import type { OpenedSource, SourceColumns } from "./opened.ts";
import { openRows, ROWS_EXTENSION } from "./http/rows-file.ts";
import { openXlsx } from "./xlsx/xlsx.ts";
import { withoutExampleRow } from "./example-row.ts";
import { withBareValues } from "./written-as-text.ts";

/** How to read a file; settings left out are detected. */
export type SourceForm = Pick<SourceSettings, "csv"> & Partial<Pick<SourceSettings, "format" | "xlsx" | "skip">>;

const BY_NAME: Record<string, "csv" | "xlsx"> = {
  ".csv": "csv",
  ".tsv": "csv",
  ".txt": "csv",
  ".xlsx": "xlsx",
  ".xlsm": "xlsx",
  ".xlsb": "xlsx",
  ".xls": "xlsx",
  ".ods": "xlsx",
};

/**
 * Opens a source file and reads its header.
 * @param columns the columns to read; they identify the header row of a workbook
 * @throws FileProblem for a file that cannot be used as a whole; the codes are in docs/reference/errors.md
 */
export async function openSource(path: string, form: SourceForm, columns: readonly string[]): Promise<OpenedSource> {
  return withoutExampleRow(withBareValues(await openFormat(path, form, columns)));
}

async function openFormat(path: string, form: SourceForm, columns: readonly string[]): Promise<OpenedSource> {
  if (path.endsWith(ROWS_EXTENSION)) return openRows(path);
  const format = await formatOf(path, form.format ?? null);
  const options = form.skip === undefined ? {} : { skip: form.skip };
  if (format === "csv") return openCsv(path, form.csv, options);
  return openXlsx(path, form.xlsx ?? { sheet: null, headerRow: null }, columns, options);
}

/** Returns the format: from the job, otherwise from the file name, otherwise from the content. */
export async function formatOf(path: string, given: "csv" | "xlsx" | null): Promise<"csv" | "xlsx"> {
  return given ?? BY_NAME[extname(path).toLowerCase()] ?? byContent(path);
}

/**
 * Opens a source file and finds the columns of a mapping in its header.
 * @throws FileProblem also if the header lacks one of them
 */
export async function openMapped(
  path: string,
  form: SourceForm,
  mapping: SourceColumns,
): Promise<{ source: OpenedSource; places: number[] }> {
  const source = await openSource(path, form, mapping.columns);
  try {
    return { source, places: mapping.bind(source.header, path) };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** Tells whether the name is that of a workbook. */
export function isWorkbookName(name: string): boolean {
  return BY_NAME[extname(name).toLowerCase()] === "xlsx";
}

/** Detects a workbook by its first bytes: a ZIP archive, or the container of older Office files. */
async function byContent(path: string): Promise<"csv" | "xlsx"> {
  await sizeOf(path);
  const start = Buffer.alloc(4);
  const fail = (error: unknown): never => {
    throw cannotOpen(path, error);
  };
  const handle = await open(path, "r").catch(fail);
  try {
    await handle.read(start, 0, 4, 0).catch(fail);
  } finally {
    await handle.close();
  }
  return start.subarray(0, 2).toString("latin1") === "PK" || start.readUInt32BE() === 0xd0cf11e0 ? "xlsx" : "csv";
}
