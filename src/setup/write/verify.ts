import { parseJob } from "../../config/job.ts";
import { compileMapping } from "../../mapping/compile.ts";
import { normalName } from "../../mapping/columns.ts";
import { fact } from "../../domain/facts/fact.ts";
import { ConfigurationProblem, FileProblem, UsageProblem } from "../../domain/problem.ts";
import { openMapped, type SourceForm } from "../../source/open.ts";
import type { Draft } from "../decide/draft.ts";
import type { Place } from "./place.ts";

/**
 * Reads the texts as a run would before they are written, to ensure that they mean what was decided: the file, the
 * columns, the header.
 * @param parts `file` is what the job names, `sample` what was read
 * @throws UsageProblem for what a mapping or job cannot express
 */
export async function verify(
  texts: { job: string; mapping: string },
  place: Place,
  { file, sample, form, header, draft }: { file: string; sample: string; form: SourceForm; header: readonly string[]; draft: Draft },
): Promise<void> {
  try {
    const job = parseJob(texts.job, place.job, "the job", environment(texts.job));
    if (job.source.file !== file || job.mapping !== place.mapping || job.name !== place.name)
      throw new UsageProblem(fact("usage.job_cannot_name_files", {}), fact("advice.rename_file", {}));
    const mapping = compileMapping(texts.mapping, "the mapping");
    const { source } = await openMapped(sample, form, mapping);
    await source.close();
    const lost = columnsOf(draft).filter((name) => !mapping.columns.includes(normalName(name)));
    if (lost.length > 0 || source.header.join("\n") !== header.join("\n"))
      throw new UsageProblem(fact("usage.header_row_is_unclear", {}), fact("advice.add_option", { option: "--header-row NUMBER" }));
  } catch (error) {
    if (!(error instanceof ConfigurationProblem || error instanceof FileProblem)) throw error;
    throw new UsageProblem(fact("usage.answers_cannot_be_written", { why: error.fact }), error.next);
  }
}

function columnsOf({ key, fields, active }: Draft): string[] {
  const named = fields.filter(({ off }) => off !== true).flatMap(({ from }) => ("column" in from ? [from.column] : []));
  return [key?.column ?? "", ...named, ...[active?.column, active?.until?.column].filter((name) => name != null)];
}

/** Gives every variable of the job a placeholder value, because only the form is checked. */
function environment(text: string): Record<string, string> {
  const names = [...text.matchAll(/(?<!\$)\$\{(\w+)\}/g)].map((match) => match[1] ?? "");
  return Object.fromEntries(names.map((name) => [name, "https://learning.example.com"]));
}
