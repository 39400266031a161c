import { FileProblem } from "../../domain/problem.ts";
import { guessEncoding } from "../../source/csv/guess-encoding.ts";
import { formOf, type Form, type FormGiven } from "./form.ts";
import { withLikelyRow } from "./header-row.ts";
import type { Vocabulary } from "../languages/vocabulary.ts";
import { readSample, type Sample } from "./sample.ts";

/** A sample and how it was read. */
export interface ExportRead {
  form: Form;
  sample: Sample;
}

/**
 * Reads a sample. If it isn't UTF-8 and no encoding is given, tries the likely one, which the job then sets.
 * @throws FileProblem or UsageProblem, as `readSample`
 */
export async function readExport(file: string, given: FormGiven, vocabulary: Vocabulary): Promise<ExportRead> {
  const form = await formOf(file, given);
  try {
    return { form, sample: await readSample(file, form, vocabulary.names) };
  } catch (error) {
    const guess = error instanceof FileProblem && error.code === "undecodable" && form.csv.encoding === null;
    const encoding = guess ? await guessEncoding(file) : null;
    if (encoding === null) throw await withLikelyRow(error, file, form, vocabulary);
    const read = await readExport(file, { ...given, encoding }, vocabulary);
    return { ...read, sample: { ...read.sample, guessed: encoding } };
  }
}
