import { extname, resolve } from "node:path";
import { FileProblem, UsageProblem } from "../domain/problem.ts";
import { shellWord } from "../domain/names.ts";
import { guessEncoding } from "../source/csv/guess-encoding.ts";
import { formatOf, type SourceForm } from "../source/open.ts";
import { settle } from "./answer.ts";
import type { Asker } from "./ask.ts";
import { kindOf } from "./content.ts";
import type { Draft } from "./write/draft.ts";
import { answersOf, languagesOf, type Given } from "./decide/flags.ts";
import { jobText } from "./write/job-text.ts";
import { mappingText, summaryLines } from "./write/mapping-text.ts";
import { findPlace, pathFrom, schemaFor, shownPath, writeBoth } from "./write/place.ts";
import { readSample, type Sample } from "./sample.ts";
import { verify } from "./write/verify.ts";
import { vocabularyOf } from "./languages/vocabulary.ts";

/** Options of `rollcall init`. */
export interface InitRequest extends Given {
  job?: string;
  mapping?: string;
  service?: string;
  delimiter?: string;
  encoding?: string;
  sheet?: string;
  headerRow?: number;
  language?: string;
  /** Accepts suggestions without asking. */
  yes?: boolean;
  force?: boolean;
}

/** The result of `rollcall init`. */
export interface Initiated {
  job: string;
  /** Paths to show, relative to the working directory. */
  files: { mapping: string; job: string };
  rows: number;
  key: string;
  fields: Record<string, string>;
  active: { column: string; values: Record<string, boolean>; unknown: readonly string[] } | null;
  unused: { column: string; kind: string }[];
  remarks: readonly string[];
  /** The same result as sentences. */
  summary: string[];
  next: string;
}

/**
 * Reads a sample and writes a mapping and a job for it. Asks for what the file doesn't show, or throws without a
 * terminal.
 * @throws UsageProblem for missing or wrong answers, and if a file already exists
 * @throws FileProblem for a file that cannot be read
 */
export async function init(path: string, request: InitRequest, cwd: string, asker: Asker | null): Promise<Initiated> {
  if (path === "-" || path.includes("*"))
    throw new UsageProblem("init needs the name of one file. Nothing was written.", "Save a sample of the export, and pass its name.");
  const file = resolve(cwd, path);
  const place = await findPlace(cwd, file, request);
  const vocabulary = vocabularyOf(languagesOf(request.language));
  const { form, sample } = await readWith(file, await formOf(file, request), vocabulary.names);
  const settled = await settle(sample, vocabulary, answersOf(sample, request), asker, request.yes === true);
  const guessed = request.encoding === undefined && form.csv.encoding !== null ? [guessedEncodingNote(form.csv.encoding)] : [];
  const draft = { ...settled, remarks: [...guessed, ...settled.remarks] };
  const texts = {
    mapping: mappingText(sample, draft, { job: shellWord(place.name), schema: schemaFor("mapping", place.mapping, cwd) }),
    job: jobText(
      { job: place.name, schema: schemaFor("job", place.job, cwd) },
      {
        file: pathFrom(place.job, file),
        mapping: pathFrom(place.job, place.mapping),
        service: request.service ?? "sandbox",
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
  await verify(texts, place, { file, form, header: sample.header, draft });
  await writeBoth(place, texts, request.force === true);
  return {
    job: place.name,
    files: { mapping: shownPath(place.mapping, cwd), job: shownPath(place.job, cwd) },
    rows: sample.rows,
    ...reported(draft),
    summary: summaryLines(draft),
    next: `rollcall check ${shellWord(place.name)}`,
  };
}

type Form = SourceForm & { csv: { delimiter: string | null; encoding: string | null } };

async function formOf(file: string, { delimiter, encoding, sheet, headerRow }: InitRequest): Promise<Form> {
  const mark = delimiter === undefined ? null : /^(\\t|tab)$/i.test(delimiter) ? "\t" : delimiter;
  if (mark !== null && !/^[^"\r\n]$/.test(mark))
    throw new UsageProblem('--delimiter must be one character, such as ";" or tab. Nothing was written.');
  const csv = { delimiter: mark, encoding: encoding ?? null };
  if (headerRow !== undefined && (await formatOf(file, null).catch(() => "xlsx")) === "csv")
    return { csv, skip: { before: headerRow - 1, after: 0 } };
  return { csv, xlsx: { sheet: sheet ?? null, headerRow: headerRow ?? null } };
}

/** Reads the sample. If it isn't UTF-8 and no encoding is given, tries the likely one, which the job then sets. */
async function readWith(file: string, form: Form, names: readonly string[]): Promise<{ form: Form; sample: Sample }> {
  try {
    return { form, sample: await readSample(file, form, names) };
  } catch (error) {
    const guess = error instanceof FileProblem && error.code === "undecodable" && form.csv.encoding === null;
    const encoding = guess ? await guessEncoding(file) : null;
    if (encoding === null) throw error;
    const guessed = { ...form, csv: { ...form.csv, encoding } };
    return { form: guessed, sample: await readSample(file, guessed, names) };
  }
}

function guessedEncodingNote(encoding: string): string {
  return `The file is not UTF-8. It is read as ${encoding}, which the job sets. If accented letters look wrong, pass another encoding with --encoding.`;
}

function reported({ key, fields, active, unused, remarks }: Draft): Pick<Initiated, "key" | "fields" | "active" | "unused" | "remarks"> {
  const used = fields.filter(({ off }) => off !== true);
  return {
    key: key?.column ?? "",
    fields: Object.fromEntries(used.map(({ field, from }) => [field, "column" in from ? from.column : from.template])),
    active:
      active === null
        ? null
        : {
            column: active.column,
            values: Object.fromEntries(active.values.map(({ text, active: works }) => [text, works])),
            unknown: active.unknown,
          },
    unused: unused.map((column) => ({ column: column.name, kind: kindOf(column) })),
    remarks,
  };
}
