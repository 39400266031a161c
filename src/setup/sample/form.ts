import { formatOf, type SourceForm } from "../../source/open.ts";

/** How a sample is read, as the job will say it; `null` is detected. */
export type Form = SourceForm & { csv: { delimiter: string | null; encoding: string | null } };

/** The settings that a person gives for a file. */
export interface FormGiven {
  delimiter?: string;
  encoding?: string;
  sheet?: string;
  headerRow?: number;
}

/** Returns the settings of a file; the row of the header is a setting of its format. */
export async function formOf(file: string, { delimiter, encoding, sheet, headerRow }: FormGiven): Promise<Form> {
  const csv = { delimiter: delimiter ?? null, encoding: encoding ?? null };
  if (headerRow !== undefined && (await formatOf(file, null).catch(() => "xlsx")) === "csv")
    return { csv, skip: { before: headerRow - 1, after: 0 } };
  return { csv, xlsx: { sheet: sheet ?? null, headerRow: headerRow ?? null } };
}
