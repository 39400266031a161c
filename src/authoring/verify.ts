import { parseJob } from "../config/job.ts";
import { compileMapping } from "../mapping/compile.ts";
import { normalName } from "../mapping/columns.ts";
import { ConfigurationProblem, FileProblem, UsageProblem } from "../model/problem.ts";
import { openMapped, type SourceForm } from "../source/open.ts";
import type { Draft } from "./draft.ts";
import type { Place } from "./place.ts";

/**
 * Reads what is about to be written as a run would, so that no file is written that means something else than what was
 * decided: the file, the columns, the header.
 * @throws UsageProblem that says what cannot be expressed
 */
export async function verify(
  texts: { job: string; mapping: string },
  place: Place,
  { file, form, header, draft }: { file: string; form: SourceForm; header: readonly string[]; draft: Draft },
): Promise<void> {
  try {
    const job = parseJob(texts.job, place.job, "the job", environment(texts.job));
    if (job.source.file !== file || job.mapping !== place.mapping || job.name !== place.name)
      throw new UsageProblem(
        "A job cannot name these files: a path in it may have no * and no blanks at its end. Nothing was written.",
        "Give the file, or the folder that it lies in, another name.",
      );
    const mapping = compileMapping(texts.mapping, "the mapping");
    const { source } = await openMapped(file, form, mapping);
    await source.close();
    const lost = columnsOf(draft).filter((name) => !mapping.columns.includes(normalName(name)));
    if (lost.length > 0 || source.header.join("\n") !== header.join("\n"))
      throw new UsageProblem(
        "The header of this sheet cannot be told from the rows around it. Nothing was written.",
        "Say which row it is, as in --header-row 3.",
      );
  } catch (error) {
    if (!(error instanceof ConfigurationProblem || error instanceof FileProblem)) throw error;
    throw new UsageProblem(`What was said cannot be written as a mapping and a job:\n${error.message}\nNothing was written.`, error.next);
  }
}

function columnsOf({ key, fields, active }: Draft): string[] {
  const named = fields.filter(({ off }) => off !== true).flatMap(({ from }) => ("column" in from ? [from.column] : []));
  return [key?.column ?? "", ...named, ...(active === null ? [] : [active.column])];
}

/** Variables that the job will need have a value here, whatever it is; only the form is looked at. */
function environment(text: string): Record<string, string> {
  const names = [...text.matchAll(/(?<!\$)\$\{(\w+)\}/g)].map((match) => match[1] ?? "");
  return Object.fromEntries(names.map((name) => [name, "https://learning.example.com"]));
}
