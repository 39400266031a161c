import { extname } from "node:path";
import type { Fact } from "../../domain/facts/fact.ts";
import { shellWord } from "../../domain/names.ts";
import type { Form } from "../sample/form.ts";
import type { Sample } from "../sample/sample.ts";
import type { Draft } from "../decide/draft.ts";
import { jobText } from "./job-text.ts";
import { mappingText } from "./mapping-text.ts";
import { pathFrom, schemaFor, type Place } from "./place.ts";

/** The content of the files besides the draft. */
export interface FileParts {
  cwd: string;
  /** Absolute path of the export that the job reads. */
  file: string;
  form: Form;
  /** An address, or `sandbox`. */
  service: string;
  /** Allows an address with http:// to another machine. */
  insecure?: boolean;
  /** Words a fact for a comment. */
  english: (fact: Fact) => string;
}

/** Returns the texts of the mapping and the job for a draft. */
export function filesOf(
  sample: Sample,
  draft: Draft,
  place: Place,
  { cwd, file, form, service, insecure = false, english }: FileParts,
): { mapping: string; job: string } {
  return {
    mapping: mappingText(sample, draft, { job: shellWord(place.name), schema: schemaFor("mapping", place.mapping, cwd) }, english),
    job: jobText(
      { job: place.name, schema: schemaFor("job", place.job, cwd) },
      {
        file: pathFrom(place.job, file),
        mapping: pathFrom(place.job, place.mapping),
        service,
        timeZone: draft.timeZone,
        dated: draft.active?.until != null,
        insecure,
        keep: draft.keep,
        // Without a file extension each run would detect the format again; a fixed one is safer.
        format: extname(file) === "" && form.csv.delimiter !== null ? "csv" : null,
        delimiter: form.csv.delimiter,
        encoding: form.csv.encoding,
        sheet: form.xlsx?.sheet ?? null,
        headerRow: form.xlsx?.headerRow ?? null,
        skip: form.skip?.before ?? 0,
      },
    ),
  };
}
