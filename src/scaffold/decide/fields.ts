import { fact } from "../../domain/facts/fact.ts";
import { askColumn, candidatesFor, notWords, onlyCandidate } from "./candidates.ts";
import { contentOf, countryOfPhones } from "../content.ts";
import { answeredField, use } from "./names.ts";
import { NONE, type DraftContext, type FieldUse } from "../write/draft.ts";
import { visibleName } from "../../domain/names.ts";
import { genderValues } from "./genders.ts";
import { isShowable, plural, shownName } from "../examples.ts";
import type { ColumnStatistics } from "../statistics.ts";
import type { Role } from "../languages/types.ts";
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
    ordinary(
      context,
      "national_id",
      ({ name }) => (name === key ? "it is the key, which every report shows, so it cannot be kept secret" : undefined),
      { sensitive: true },
    ),
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
  return found === undefined ? null : use(context, "employee_id", found.column, found.column.name === key ? "the key" : found.why, {});
}

/** Returns the column of a field from the answers or by its name; asks if several fit equally well. */
function columnFor(
  context: DraftContext,
  role: Role,
  contradiction: (column: ColumnStatistics) => string | undefined,
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
  const names = best.map(({ column }) => shownName(column.name)).join(", ");
  askColumn(
    context,
    { id: `use.${role}`, ask: `${names} fit ${role} equally well. Which one is it?`, needed: false },
    best.map(({ column }) => column),
  );
  context.remarks.push(`${names} fit ${role} equally well, so the field is left out. Choose one with --use ${role}=COLUMN.`);
  return null;
}

function ordinary(
  context: DraftContext,
  role: Role,
  contradiction: (column: ColumnStatistics) => string | undefined,
  how: FieldUse["how"],
): FieldUse | null {
  const found = columnFor(context, role, contradiction);
  if (found === null || "field" in found) return found;
  const why = role === "national_id" ? `${found.why}; remove this line if the service doesn't need it` : found.why;
  return use(context, role, found.column, why, how);
}

function birthDate(context: DraftContext): FieldUse | null {
  const found = columnFor(context, "date_of_birth", (column) =>
    contentOf(column).dates.is === "none" ? "its values are not dates" : undefined,
  );
  if (found === null || "field" in found) return found;
  const { column, why } = found;
  const guess = contentOf(column).dates;
  const given = context.answers.get("date");
  const as = (format: string, note: string, off?: boolean): FieldUse => ({
    ...use(context, "date_of_birth", column, `${why}, ${note}; never shown in messages, reports or logs`, {
      date: format,
      sensitive: true,
    }),
    ...(off === true ? { off } : {}),
  });
  if (given !== undefined && given !== NONE) {
    const read = dateConverter(given);
    const unread = column.byCount().filter(([value]) => read?.(value) === null).length;
    return as(
      given,
      `the format from your answer${unread === 0 ? "" : `; ${plural(unread, "value does", "values do")} not fit it: these rows are rejected`}`,
    );
  }
  if (guess.is === "format") {
    const read = dateConverter(guess.format);
    const unread = column.byCount().filter(([value]) => read?.(value) === null).length;
    return as(
      guess.format,
      `every date fits this format and no other${unread === 0 ? "" : `, except ${plural(unread, "value")} whose rows are rejected`}`,
    );
  }
  if (guess.is !== "unclear") {
    context.remarks.push(
      guess.is === "mixed"
        ? `${shownName(column.name)} has dates in more than one format, so date_of_birth is left out. Export them in one format.`
        : `${shownName(column.name)} has dates in an unknown format, so date_of_birth is left out. Set the format with --date-format.`,
    );
    return null;
  }
  const [first = "", ...others] = guess.formats;
  context.questions.push({
    id: "date",
    ask: `How are the dates in ${shownName(column.name)} written? Each of these formats fits all of them.`,
    options: [
      ...guess.formats.map((format) => ({ value: format, label: format })),
      { value: NONE, label: "I don't know", hint: "leaves the field out" },
    ],
    check: (text) => (dateConverter(text) === null ? fact("answer.is_not_date_format", {}) : undefined),
    needed: false,
    flag: "--date-format FORMAT",
  });
  return as(first, `but every date can also be read as ${others.join(" or ")}: correct the format and remove the comment mark`, true);
}

/** A person can answer this many questions; a column with more values isn't gender. */
const MAX_GENDERS = 8;

function gender(context: DraftContext): FieldUse | null {
  const found = columnFor(context, "gender", (column) =>
    column.distinct <= MAX_GENDERS || genderValues(context, column).values.length > 0 ? undefined : "it has too many different values",
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
    context.remarks.push(
      `${shownName(found.column.name)} looks like gender by its name, but it is unknown which values are male or female. Set them with --gender VALUE=f or VALUE=m.`,
    );
    return null;
  }
  const left = [...neither.filter((text) => !known.has(text)), ...shown].join(", ");
  const note = left === "" ? "" : `; left out, because the service has no letter for: ${left}`;
  return use(context, "gender", found.column, found.why + note, {
    values: Object.fromEntries(values),
    // A known "neither" needs no note in each run; an unknown word does.
    ...(unknown.length === 0 ? { otherwise: "omit" } : {}),
  });
}

function askGender(context: DraftContext, column: ColumnStatistics, text: string): void {
  const word = isShowable(context, text) ? `“${visibleName(text)}”` : "a value that is not shown";
  context.questions.push({
    id: `gender.${text}`,
    ask: `${shownName(column.name)} is ${word} in ${plural(column.values.get(text) ?? 0, "row")}. What does it mean?`,
    options: [
      { value: NONE, label: "neither, or I don't know", hint: "leaves the field out for these people" },
      { value: "f", label: "female" },
      { value: "m", label: "male" },
    ],
    suggestion: NONE,
    needed: false,
    flag: `--gender "${isShowable(context, text) ? visibleName(text) : "VALUE"}=f"`,
  });
}

function phone(context: DraftContext): FieldUse | null {
  const found = columnFor(context, "phone_number", (column) =>
    contentOf(column).phones < 0.5 ? "its values are not phone numbers" : undefined,
  );
  if (found === null || "field" in found) return found;
  const { column, why } = found;
  const known = countryOfPhones(column);
  const given = context.answers.get("phone");
  if (given !== undefined && given !== NONE)
    return use(context, "phone_number", column, `${why}; numbers without a prefix are from ${given}, from your answer`, {
      phone: given,
      otherwise: "omit",
    });
  if (known !== null)
    return use(context, "phone_number", column, `${why}; every number has a prefix; one without would be read as a number from ${known}`, {
      phone: known,
      otherwise: "omit",
    });
  context.questions.push({
    id: "phone",
    ask: `Which country are the numbers in ${shownName(column.name)} without a prefix from? Two letters, such as ES; - leaves the field out.`,
    options: [],
    check: (text) => (text === NONE || phoneConverter(text) !== null ? undefined : fact("answer.is_not_country", {})),
    needed: false,
    flag: "--phone-country ES",
  });
  return {
    ...use(
      context,
      "phone_number",
      column,
      `${why}; numbers without a prefix: replace ZZ with their country, and remove the comment mark`,
      {
        phone: "ZZ",
        otherwise: "omit",
      },
    ),
    off: true,
  };
}
