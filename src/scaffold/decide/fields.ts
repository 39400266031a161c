import { fact, inTurn } from "../../domain/facts/fact.ts";
import { askColumn, candidatesFor, notWords, onlyCandidate, type Contradiction } from "./candidates.ts";
import { contentOf, countryOfPhones } from "../content.ts";
import { answeredField, use } from "./names.ts";
import { NONE, type DraftContext, type FieldUse } from "../write/draft.ts";
import { visibleName } from "../../domain/names.ts";
import { genderValues } from "./genders.ts";
import { isShowable, shortName, shownColumn, shownValue } from "../examples.ts";
import * as why from "../write/why.ts";
import type { ColumnStatistics } from "../statistics.ts";
import type { Role } from "../languages/words.ts";
import { dateConverter, phoneConverter } from "../../mapping/convert.ts";

/** Text fields that are sent unchanged. */
const PLAIN = ["external_id", "department", "position", "city", "company", "center"] as const satisfies readonly Role[];
/** Fields that `--use` accepts, in addition to `active`. */
export const FIELDS: readonly string[] = [
  "username",
  "first_name",
  "last_name",
  "email",
  "employee_id",
  "external_id",
  "date_of_birth",
  "national_id",
  "gender",
  "phone_number",
  "company",
  "department",
  "position",
  "city",
  "center",
];

/** Decides the optional fields. If two columns fit equally well and there is no answer, neither is used. */
export function decideFields(context: DraftContext, key: string | null): FieldUse[] {
  const uses = [
    employeeId(context, key),
    birthDate(context),
    ordinary(context, "national_id", ({ name }) => (name === key ? fact("init.column_is_key", {}) : undefined), { sensitive: true }),
    gender(context),
    phone(context),
    ...PLAIN.map((role) => ordinary(context, role, role === "external_id" ? () => undefined : notWords, {})),
  ];
  return uses.filter((each) => each !== null).toSorted((a, b) => FIELDS.indexOf(a.field) - FIELDS.indexOf(b.field));
}

function employeeId(context: DraftContext, key: string | null): FieldUse | null {
  const given = answeredField(context, "employee_id", {});
  if (given !== undefined) return given;
  const candidates = candidatesFor({ ...context, remarks: [] }, ["employee_id"], () => undefined);
  const found = candidates.find(({ column }) => column.name === key) ?? onlyCandidate(candidates.filter(({ sure }) => sure));
  return found === undefined ? null : use(context, "employee_id", found.column, found.column.name === key ? why.IS_KEY : found.why, {});
}

/** Returns the column of a field from the answers or by its name; asks if several fit equally well. */
function columnFor(
  context: DraftContext,
  role: Role,
  contradiction: (column: ColumnStatistics) => Contradiction,
): { column: ColumnStatistics; why: string } | FieldUse | null {
  const given = answeredField(context, role, {});
  if (given === null) return null;
  const { columns } = context.sample;
  if (given !== undefined) {
    const column = columns.find(({ name }) => "column" in given.from && given.from.column === name);
    return column === undefined ? given : { column, why: given.why };
  }
  const candidates = candidatesFor(context, [role], contradiction);
  const found = onlyCandidate(candidates);
  if (found !== undefined) return found;
  if (candidates.length === 0) return null;
  const best = candidates.some(({ sure }) => sure) ? candidates.filter(({ sure }) => sure) : candidates;
  const equal = { columns: best.map(({ column }) => shownColumn(column)), role };
  askColumn(
    context,
    { id: `use.${role}`, ask: fact("init.ask_which_fits", equal), needed: false },
    best.map(({ column }) => column),
  );
  context.remarks.push(fact("init.columns_fit_equally", { ...equal, option: `--use ${role}=COLUMN` }));
  return null;
}

function ordinary(
  context: DraftContext,
  role: Role,
  contradiction: (column: ColumnStatistics) => Contradiction,
  how: FieldUse["how"],
): FieldUse | null {
  const found = columnFor(context, role, contradiction);
  if (found === null || "field" in found) return found;
  return use(context, role, found.column, role === "national_id" ? `${found.why}; ${why.IF_NEEDED}` : found.why, how);
}

function birthDate(context: DraftContext): FieldUse | null {
  const found = columnFor(context, "date_of_birth", (column) =>
    contentOf(column).dates.is === "none" ? fact("init.column_has_no_dates", {}) : undefined,
  );
  if (found === null || "field" in found) return found;
  const { column } = found;
  const guess = contentOf(column).dates;
  const given = context.answers.get("date");
  const as = (format: string, note: string): FieldUse =>
    use(context, "date_of_birth", column, why.birthDate(found.why, note), { date: format, sensitive: true });
  const unread = (format: string): number => {
    const read = dateConverter(format);
    return column.byCount().filter(([value]) => read?.(value) === null).length;
  };
  if (given !== undefined && given !== NONE) return as(given, why.answeredFormat(unread(given)));
  if (guess.is === "format") return as(guess.format, why.onlyFormat(unread(guess.format)));
  if (guess.is !== "unclear") {
    context.remarks.push(
      fact(guess.is === "mixed" ? "init.dates_are_mixed" : "init.dates_are_unknown", { column: shortName(column.name) }),
    );
    return null;
  }
  const [first = "", ...others] = guess.formats;
  context.questions.push({
    id: "date",
    ask: inTurn(fact("init.ask_dates", { column: shortName(column.name) }), fact("init.each_format_fits", {})),
    options: [
      ...guess.formats.map((format) => ({ value: format, label: fact("init.answer", { answer: format }) })),
      { value: NONE, label: fact("setup.dont_know_leave", {}) },
    ],
    check: (text) => (dateConverter(text) === null ? fact("answer.is_not_date_format", {}) : undefined),
    needed: false,
    flag: "--date-format FORMAT",
  });
  return { ...as(first, why.otherFormats(others)), off: true };
}

/** A person can answer this many questions; a column with more values isn't gender. */
const MAX_GENDERS = 8;

function gender(context: DraftContext): FieldUse | null {
  const found = columnFor(context, "gender", (column) =>
    column.distinct <= MAX_GENDERS || genderValues(context, column).values.length > 0 ? undefined : fact("init.column_has_many_values", {}),
  );
  if (found === null || "field" in found) return found;
  const { neither, ...read } = genderValues(context, found.column);
  const answerFor = (text: string): string | undefined => context.answers.get(`gender.${text}`);
  const values = read.values.filter(([text]) => answerFor(text) === undefined);
  for (const text of found.column.values.keys()) {
    const answer = answerFor(text);
    if (answer === "f" || answer === "m") values.push([text, answer]);
  }
  const known = new Set(values.map(([text]) => text));
  const unknown = read.unknown.filter((text) => !known.has(text));
  for (const text of unknown.slice(0, MAX_GENDERS)) if (answerFor(text) === undefined) askGender(context, found.column, text);
  const shown = unknown.filter((value) => isShowable(context, value));
  if (values.length === 0) {
    context.remarks.push(fact("init.gender_is_unknown", { column: shortName(found.column.name) }));
    return null;
  }
  const left = [...neither.filter((text) => !known.has(text)), ...shown];
  return use(context, "gender", found.column, why.withoutLetter(found.why, left), {
    values: Object.fromEntries(values),
    // A known "neither" needs no note in each run; an unknown word does.
    ...(unknown.length === 0 ? { otherwise: "omit" } : {}),
  });
}

function askGender(context: DraftContext, column: ColumnStatistics, text: string): void {
  context.questions.push({
    id: `gender.${text}`,
    ask: fact("init.ask_gender", {
      column: shortName(column.name),
      value: shownValue(context, text),
      rows: column.values.get(text) ?? 0,
    }),
    options: [
      { value: NONE, label: fact("init.gender_is_other", {}) },
      { value: "f", label: fact("setup.female", {}) },
      { value: "m", label: fact("setup.male", {}) },
    ],
    suggestion: NONE,
    needed: false,
    flag: `--gender "${isShowable(context, text) ? visibleName(text) : "VALUE"}=f"`,
  });
}

function phone(context: DraftContext): FieldUse | null {
  const found = columnFor(context, "phone_number", (column) =>
    contentOf(column).phones < 0.5 ? fact("init.column_has_no_numbers", {}) : undefined,
  );
  if (found === null || "field" in found) return found;
  const { column } = found;
  const as = (country: string, note: string): FieldUse => use(context, "phone_number", column, note, { phone: country, otherwise: "omit" });
  const known = countryOfPhones(column);
  const given = context.answers.get("phone");
  if (given !== undefined && given !== NONE) return as(given, why.answeredCountry(found.why, given));
  if (known !== null) return as(known, why.likelyCountry(found.why, known));
  context.questions.push({
    id: "phone",
    ask: fact("init.ask_phone_country", { column: shortName(column.name) }),
    options: [],
    check: (text) => (text === NONE || phoneConverter(text) !== null ? undefined : fact("answer.is_not_country", {})),
    needed: false,
    flag: "--phone-country ES",
  });
  return { ...as("ZZ", why.unknownCountry(found.why)), off: true };
}
