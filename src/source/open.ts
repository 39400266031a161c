import { open } from "node:fs/promises";
import { extname } from "node:path";
import type { SourceSettings } from "../model/settings.ts";
import { openCsv } from "./csv.ts";
import { cannotOpen, sizeOf } from "./file.ts";
import type { OpenedSource } from "./opened.ts";
import { openXlsx } from "./xlsx.ts";

/** How a file is to be read; what is left out is found out. */
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
 * Opens a source file and reads its header: as the job says, else by the name of the file, else by its content.
 * @param columns the columns that will be asked for, by which the header of a workbook is found
 * @throws FileProblem for a file that cannot be used as a whole; the codes are in docs/errors.md
 */
export async function openSource(path: string, form: SourceForm, columns: readonly string[]): Promise<OpenedSource> {
  const format = await formatOf(path, form.format ?? null);
  const options = form.skip === undefined ? {} : { skip: form.skip };
  if (format === "csv") return openCsv(path, form.csv, options);
  return openXlsx(path, form.xlsx ?? { sheet: null, headerRow: null }, columns, options);
}

/** What a file is: as the job says, else by its name, else by its content. */
export async function formatOf(path: string, given: "csv" | "xlsx" | null): Promise<"csv" | "xlsx"> {
  return given ?? BY_NAME[extname(path).toLowerCase()] ?? byContent(path);
}

/** What `openMapped` needs of a mapping. */
interface Columns {
  columns: readonly string[];
  bind(header: readonly string[], file: string): number[];
}

/**
 * Opens a source file and finds the columns of a mapping in its header.
 * @throws FileProblem also where the header lacks some of them
 */
export async function openMapped(path: string, form: SourceForm, mapping: Columns): Promise<{ source: OpenedSource; places: number[] }> {
  const source = await openSource(path, form, mapping.columns);
  try {
    return { source, places: mapping.bind(source.header, path) };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** The beginnings of ZIP archives, which most workbooks are, and of the older files of Office. */
async function byContent(path: string): Promise<"csv" | "xlsx"> {
  await sizeOf(path);
  const start = Buffer.alloc(4);
  const handle = await open(path, "r").catch((error: unknown) => {
    throw cannotOpen(path, error);
  });
  try {
    await handle.read(start, 0, 4, 0);
  } finally {
    await handle.close();
  }
  return start.subarray(0, 2).toString("latin1") === "PK" || start.readUInt32BE() === 0xd0cf11e0 ? "xlsx" : "csv";
}
