import { dateConverter, phoneConverter } from "../../mapping/convert.ts";
import { nearest } from "../../domain/nearest.ts";
import { fact } from "../../domain/facts/fact.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { columnNamed, wrongSource } from "./candidates.ts";
import { FIELDS } from "./fields.ts";
import { NONE, type Answers } from "../write/draft.ts";
import type { Sample } from "../sample.ts";
import { shownName } from "../examples.ts";
import { LANGUAGES } from "../languages/all.ts";
import type { Words } from "../languages/types.ts";

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
    if (columnNamed({ sample }, given.key) === undefined) throw wrong("--key", wrongSource({ sample }, given.key) ?? "must be one column");
    answers.set("key", given.key);
  }
  for (const each of given.use ?? []) {
    const [field, source] = parts("--use", each, "FIELD=COLUMN");
    if (field !== "active" && field !== "until" && !FIELDS.includes(field)) {
      const near = nearest(field, FIELDS);
      throw wrong(
        "--use",
        `there is no field ${shownName(field)}; ${near === undefined ? `there are ${FIELDS.join(", ")}, active and until` : `did you mean ${near}?`}`,
      );
    }
    const fault = source === NONE ? undefined : wrongSource({ sample }, source);
    if (fault !== undefined) throw wrong("--use", fault);
    if ((field === "active" || field === "until") && source !== NONE && columnNamed({ sample }, source) === undefined)
      throw wrong("--use", `${field} takes one column`);
    answers.set(`use.${field}`, source);
  }
  if (given.dateFormat !== undefined) {
    if (dateConverter(given.dateFormat) === null)
      throw wrong("--date-format", "it must have day, month and year, such as dd/MM/yyyy or yyyy-MM-dd");
    answers.set("date", given.dateFormat);
  }
  if (given.phoneCountry !== undefined) {
    if (phoneConverter(given.phoneCountry) === null)
      throw wrong("--phone-country", "it must be a country code of two capital letters, such as ES");
    answers.set("phone", given.phoneCountry);
  }
  for (const each of given.status ?? []) {
    const [word, meaning] = parts("--status", each, "WORD=yes or WORD=no");
    if (meaning !== "yes" && meaning !== "no") throw wrong("--status", `${shownName(each)} must end in =yes or =no`);
    answers.set(`status.${word}`, meaning);
  }
  for (const each of given.gender ?? []) {
    const [word, meaning] = parts("--gender", each, "VALUE=f or VALUE=m");
    if (meaning !== "f" && meaning !== "m") throw wrong("--gender", `${shownName(each)} must end in =f or =m`);
    answers.set(`gender.${word}`, meaning);
  }
  const authority = (given.authority ?? []).map((glob) => glob.trim()).filter((glob) => glob !== "");
  if (authority.length > 0) answers.set("authority", authority.join("\n"));
  return answers;
}

/** Splits an answer: a field has no `=`, so `--use` splits at the first; other answers have none, so they split at the last. */
function parts(flag: string, text: string, form: string): [string, string] {
  const at = flag === "--use" ? text.indexOf("=") : text.lastIndexOf("=");
  const [left, right] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (at < 0 || left === "" || right === "") throw wrong(flag, `${shownName(text)} must be ${form}`);
  return [left, right];
}

function wrong(flag: string, what: string): UsageProblem {
  return new UsageProblem(`${flag}: ${what}${what.endsWith("?") ? "" : "."} Nothing was written.`);
}
