import { bindHeader } from "../domain/header.ts";
import { isError } from "../domain/record.ts";
import type { FileSettings, SourceSettings } from "../domain/settings.ts";

/**
 * Returns what tells whether `source.rows.keep` keeps a row; `undefined` if it keeps all rows of this file.
 * @throws FileProblem if the file lacks the column
 */
export function keptRows(
  { keep }: Pick<SourceSettings, "keep">,
  { lacks }: FileSettings,
  header: readonly string[],
  file: string,
): ((cells: readonly (string | undefined)[]) => "no" | "unknown" | undefined) | undefined {
  if (keep === null || lacks.includes(keep.column)) return undefined;
  const [place = -1] = bindHeader([keep.column], header, file, "job");
  const values = new Set(keep.values);
  return (cells) => {
    const cell = cells[place];
    const text = cell === undefined || isError(cell) ? "" : cell.trim().normalize("NFC");
    return text === "" ? "unknown" : values.has(text) ? undefined : "no";
  };
}
