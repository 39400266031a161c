import { resolve } from "node:path";
import { shownPath } from "../../config/find.ts";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { shellWord } from "../../domain/names.ts";
import { settle } from "./answer.ts";
import type { Asker } from "./ask.ts";
import { summaryOf } from "./summary.ts";
import type { Draft } from "../decide/draft.ts";
import { answersOf, languagesOf, type Given } from "./flags.ts";
import { filesOf } from "../write/files.ts";
import { dayIn } from "../decide/day.ts";
import { TIME_ZONE } from "../decide/draft.ts";
import { kindOf, type ColumnKind } from "../write/words.ts";
import { findMappingPlace, findPlace, writeBoth } from "../write/place.ts";
import type { FormGiven } from "../sample/form.ts";
import { bestForm } from "../sample/header-row.ts";
import { readExport } from "../sample/read-export.ts";
import { verify } from "../write/verify.ts";
import { vocabularyOf } from "../languages/vocabulary.ts";

/** Options of `rollcall init`. */
export interface InitRequest extends Given, FormGiven {
  job?: string;
  mapping?: string;
  service?: string;
  language?: string;
  /** Accepts suggestions without asking. */
  yes?: boolean;
  force?: boolean;
  /** The unpacked copy of the file, which is read in its place. */
  sample?: string;
  /** Writes only the mapping of this job, which exists; the sample is from its source. */
  mappingOf?: { name: string; mapping: string; shown: string };
}

/** The parts of the process that `rollcall init` uses. */
export interface InitSurroundings {
  cwd: string;
  /** `null` without a terminal. */
  asker: Asker | null;
  /** Words a fact for comments and JSON. */
  english: (fact: Fact) => string;
  now: Date;
  /** The time zone of the machine, in which last days end. */
  timeZone: string;
}

/** The result of `rollcall init`. */
export interface Initiated {
  job: string;
  /** The job as commands name it. */
  named: string;
  /** Paths to show, relative to the working directory. */
  files: { mapping: string; job: string };
  rows: number;
  key: string;
  fields: Record<string, string>;
  active: {
    column: string | null;
    values: Record<string, boolean>;
    unknown: readonly string[];
    until: { column: string; date: string } | null;
  } | null;
  unused: { column: string; kind: ColumnKind | "sensitive" }[];
  remarks: readonly string[];
  /** The same result for a terminal, a line each. */
  summary: Fact[];
  next: string;
}

/**
 * Reads a sample and writes a mapping and a job for it. Asks for what the file doesn't show, or throws without a
 * terminal.
 * @throws UsageProblem for missing or wrong answers, and if a file already exists
 * @throws FileProblem for a file that cannot be read
 */
export async function init(path: string, request: InitRequest, around: InitSurroundings): Promise<Initiated> {
  if (path === "-" || path.includes("*")) throw new UsageProblem(fact("usage.init_needs_file", {}), fact("advice.pass_sample", {}));
  const { cwd, asker, english, now, timeZone } = around;
  const file = resolve(cwd, path);
  const { mappingOf, sample: opened = file } = request;
  const place =
    mappingOf === undefined ? await findPlace(cwd, opened, request) : await findMappingPlace(cwd, file, mappingOf, request.force);
  const vocabulary = vocabularyOf(languagesOf(request.language));
  const given = checkedForm(request);
  const read = await readExport(opened, given.headerRow === undefined ? await bestForm(opened, given, vocabulary) : given, vocabulary);
  const { form, sample } = read;
  const answers = new Map([...answersOf(sample, request), [TIME_ZONE, timeZone]]);
  const draft = await settle({ sample, vocabulary, today: dayIn(now, timeZone) }, answers, asker, request.yes === true);
  const texts = filesOf(sample, draft, place, { cwd, file, form, service: request.service ?? "sandbox", english });
  await verify(texts, place, { file, sample: opened, form, header: sample.header, draft });
  await writeBoth(place, mappingOf === undefined ? texts : { mapping: texts.mapping }, request.force === true);
  return {
    job: place.name,
    named: mappingOf?.shown ?? place.name,
    files: { mapping: shownPath(place.mapping, cwd), job: mappingOf?.shown ?? shownPath(place.job, cwd) },
    rows: sample.rows,
    ...reported(draft, english),
    summary: summaryOf(draft),
    next: `rollcall check ${shellWord(mappingOf?.shown ?? place.name)}`,
  };
}

/** @throws UsageProblem for an invalid delimiter */
function checkedForm(request: InitRequest): FormGiven {
  const { delimiter } = request;
  const { encoding, sheet, headerRow } = request;
  const given = { ...(encoding && { encoding }), ...(sheet && { sheet }), ...(headerRow && { headerRow }) };
  if (delimiter === undefined) return given;
  const mark = /^(\\t|tab)$/i.test(delimiter) ? "\t" : delimiter;
  if (!/^[^"\r\n]$/.test(mark)) throw new UsageProblem(fact("usage.delimiter_is_wrong", {}));
  return { ...given, delimiter: mark };
}

function reported(
  { key, fields, active, unused, sensitive, remarks }: Draft,
  english: (fact: Fact) => string,
): Pick<Initiated, "key" | "fields" | "active" | "unused" | "remarks"> {
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
            unknown: active.unknown.map(english),
            until: active.until === null ? null : { column: active.until.column, date: active.until.format ?? "" },
          },
    unused: unused.map((column) => ({ column: column.name, kind: sensitive.has(column) ? "sensitive" : kindOf(column) })),
    remarks: remarks.map(english),
  };
}
