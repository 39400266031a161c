import { firstRecords } from "./csv/first-records.ts";
import { formatOf, type SourceForm } from "./open.ts";
import { openXlsx } from "./xlsx/xlsx.ts";

/**
 * Returns the cells of the first rows of a file, from row 1, titles above the header included.
 * @param columns known column names, which identify the header of a workbook
 * @throws FileProblem for a workbook that cannot be read
 */
export async function firstRows(path: string, form: SourceForm, columns: readonly string[], most: number): Promise<string[][]> {
  if ((await formatOf(path, form.format ?? null)) === "csv") return firstRecords(path, form.csv, most);
  const book = await openXlsx(path, form.xlsx ?? { sheet: null, headerRow: null }, columns);
  await book.close();
  return [...(book.first ?? [])].slice(0, most);
}
