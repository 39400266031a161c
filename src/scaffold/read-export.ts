import { FileProblem } from "../domain/problem.ts";
import { guessEncoding } from "../source/csv/guess-encoding.ts";
import { formatOf, type SourceForm } from "../source/open.ts";
import { withLikelyRow } from "./header-row.ts";
import { readSample, type Sample } from "./sample.ts";

/** How a sample is read, as the job will say it; `null` is detected. */
export type Form = SourceForm & { csv: { delimiter: string | null; encoding: string | null } };

/** The settings that a person gives for a file. */
export interface FormGiven {
  delimiter?: string;
  encoding?: string;
  sheet?: string;
  headerRow?: number;
}

/** A sample and how it was read. */
export interface ExportRead {
  form: Form;
  sample: Sample;
  /** The encoding that was guessed, because the file is not UTF-8 and none was given. */
  guessed: string | null;
}

/** Returns the settings of a file; the row of the header is a setting of its format. */
export async function formOf(file: string, { delimiter, encoding, sheet, headerRow }: FormGiven): Promise<Form> {
  const csv = { delimiter: delimiter ?? null, encoding: encoding ?? null };
  if (headerRow !== undefined && (await formatOf(file, null).catch(() => "xlsx")) === "csv")
    return { csv, skip: { before: headerRow - 1, after: 0 } };
  return { csv, xlsx: { sheet: sheet ?? null, headerRow: headerRow ?? null } };
}

/**
 * Reads a sample. If it isn't UTF-8 and no encoding is given, tries the likely one, which the job then sets.
 * @param names the column names that Rollcall knows
 * @throws FileProblem or UsageProblem, as `readSample`
 */
export async function readExport(file: string, form: Form, names: readonly string[]): Promise<ExportRead> {
  try {
    return { form, sample: await readSample(file, form, names), guessed: null };
  } catch (error) {
    const guess = error instanceof FileProblem && error.code === "undecodable" && form.csv.encoding === null;
    const encoding = guess ? await guessEncoding(file) : null;
    if (encoding === null) throw await withLikelyRow(error, file, form, names);
    const guessed = { ...form, csv: { ...form.csv, encoding } };
    const sample = await readSample(file, guessed, names).catch(async (again: unknown) => {
      throw await withLikelyRow(again, file, guessed, names);
    });
    return { form: guessed, sample, guessed: encoding };
  }
}
