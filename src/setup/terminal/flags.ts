import { dateConverter, phoneConverter } from "../../mapping/convert.ts";
import { nearest } from "../../domain/nearest.ts";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { columnNamed, wrongSource } from "../decide/candidates.ts";
import { FIELDS } from "../decide/fields.ts";
import { NONE, type Answers } from "../decide/draft.ts";
import type { Sample } from "../sample/sample.ts";
import { shortName } from "../decide/examples.ts";
import { LANGUAGES, type Words } from "../languages/words.ts";

/** Answers from the command line. */
export interface Given {
  key?: string;
  /** `FIELD=COLUMN`, `FIELD={Template}`, `FIELD=-`. */
  use?: readonly string[];
  dateFormat?: string;
  phoneCountry?: string;
  /** `WORD=yes` or `WORD=no`. */
  status?: readonly string[];
  /** `VALUE=f` or `VALUE=m`. */
  gender?: readonly string[];
  /** The group below which the rules are. */
  root?: string;
  authority?: readonly string[];
}

/** @throws UsageProblem for an unsupported language */
export function languagesOf(code: string | undefined): readonly Words[] {
  if (code === undefined) return LANGUAGES;
  const known = LANGUAGES.filter((one) => one.tag === code.toLowerCase());
  if (known.length > 0) return known;
  throw new UsageProblem(
    fact("usage.option_is_not_one_of", { option: "--language", allowed: LANGUAGES.map((one) => `${one.tag} (${one.name})`), given: code }),
    fact("advice.omit_language", {}),
  );
}

/**
 * Returns the answers from the command line, checked against the file.
 * @throws UsageProblem for the first invalid one
 */
export function answersOf(sample: Sample, given: Given): Answers {
  const answers = new Map<string, string>();
  if (given.key !== undefined) {
    if (columnNamed({ sample }, given.key) === undefined)
      throw wrong("--key", wrongSource({ sample }, given.key) ?? fact("answer.is_not_one_column", {}));
    answers.set("key", given.key);
  }
  for (const each of given.use ?? []) {
    const [field, source] = parts("--use", each, "FIELD=COLUMN");
    const dates = field === "active" || field === "until";
    if (!dates && !FIELDS.includes(field)) throw wrong("--use", unknownField(field));
    const fault = source === NONE ? undefined : wrongSource({ sample }, source);
    if (fault !== undefined) throw wrong("--use", fault);
    if (dates && source !== NONE && columnNamed({ sample }, source) === undefined)
      throw wrong("--use", fact("answer.needs_one_column", { field }));
    answers.set(`use.${field}`, source);
  }
  if (given.dateFormat !== undefined) {
    if (dateConverter(given.dateFormat) === null) throw wrong("--date-format", fact("answer.is_not_date_format", {}));
    answers.set("date", given.dateFormat);
  }
  if (given.phoneCountry !== undefined) {
    if (phoneConverter(given.phoneCountry) === null) throw wrong("--phone-country", fact("answer.is_not_country", {}));
    answers.set("phone", given.phoneCountry);
  }
  for (const each of given.status ?? []) {
    const [word, meaning] = parts("--status", each, "WORD=yes", "WORD=no");
    answers.set(`status.${word}`, meaning);
  }
  for (const each of given.gender ?? []) {
    const [word, meaning] = parts("--gender", each, "VALUE=f", "VALUE=m");
    answers.set(`gender.${word}`, meaning);
  }
  if (given.root !== undefined) {
    const root = given.root.trim();
    if (root.split("/").some((name) => name.trim() === "") || /[*{}]/.test(root)) throw wrong("--root", fact("answer.is_not_path", {}));
    answers.set("root", root);
  }
  const authority = (given.authority ?? []).map((glob) => glob.trim()).filter((glob) => glob !== "");
  if (authority.length > 0) answers.set("authority", authority.join("\n"));
  return answers;
}

function unknownField(text: string): Fact {
  const field = shortName(text);
  const near = nearest(text, FIELDS);
  if (near === undefined) return fact("answer.has_unknown_field", { field, allowed: [...FIELDS, "active", "until"] });
  return fact("answer.has_unknown_field_near", { field, near });
}

/**
 * Splits an answer: a field has no `=`, so `--use` splits at the first; other answers end in that of one of two forms, so
 * they split at the last.
 */
function parts(flag: string, text: string, form: string, other?: string): [string, string] {
  const at = other === undefined ? text.indexOf("=") : text.lastIndexOf("=");
  const [left, right] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  const fits = other === undefined ? right !== "" : [form, other].some((one) => one.endsWith(`=${right}`));
  if (at >= 0 && left !== "" && fits) return [left, right];
  const given = shortName(text);
  throw wrong(
    flag,
    other === undefined ? fact("answer.has_other_form", { given, form }) : fact("answer.has_neither_form", { given, form, other }),
  );
}

function wrong(option: string, why: Fact): UsageProblem {
  return new UsageProblem(fact("usage.answer_is_wrong", { option, why }));
}
