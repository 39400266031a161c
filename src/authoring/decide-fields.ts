import { askColumn, candidatesFor, noWords, standsOut } from "./candidates.ts";
import { contentOf, countryOfPhones } from "./content.ts";
import { said, use } from "./decide-names.ts";
import { NONE, type Desk, type FieldUse } from "./draft.ts";
import { visibleName } from "../model/names.ts";
import { genderValues } from "./genders.ts";
import { isShowable, plural, shownName } from "./shown.ts";
import type { ColumnStatistics } from "./statistics.ts";
import type { Role } from "./words/words.ts";
import { dateConverter, phoneConverter } from "../mapping/convert.ts";

/** Fields of plain text that are sent as they stand in the file. */
const PLAIN = ["external_id", "department", "position", "city", "company", "center"] as const satisfies readonly Role[];
/** Fields that `--use` takes, besides `active`. */
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

/** The fields that a person can do without. Where two columns fit equally and nobody says which, none is used. */
export function decideFields(desk: Desk, key: string | null): FieldUse[] {
  const uses = [
    employeeId(desk, key),
    birthDate(desk),
    ordinary(
      desk,
      "national_id",
      ({ name }) => (name === key ? "it is the key, which stands in every report, and cannot be kept secret" : undefined),
      { sensitive: true },
    ),
    gender(desk),
    phone(desk),
    ...PLAIN.map((role) => ordinary(desk, role, role === "external_id" ? () => undefined : noWords, {})),
  ];
  return uses.filter((each) => each !== null).toSorted((a, b) => FIELDS.indexOf(a.field) - FIELDS.indexOf(b.field));
}

function employeeId(desk: Desk, key: string | null): FieldUse | null {
  const given = said(desk, "employee_id", {});
  if (given !== undefined) return given;
  const candidates = candidatesFor({ ...desk, remarks: [] }, ["employee_id"], () => undefined);
  const found = candidates.find(({ column }) => column.name === key) ?? standsOut(candidates.filter(({ sure }) => sure));
  return found === undefined ? null : use(desk, "employee_id", found.column, found.column.name === key ? "the key" : found.why, {});
}

/** The column of a field, as somebody said it or by its name; a tie is asked about. */
function columnFor(
  desk: Desk,
  role: Role,
  contradiction: (column: ColumnStatistics) => string | undefined,
): { column: ColumnStatistics; why: string } | FieldUse | null {
  const given = said(desk, role, {});
  if (given === null) return null;
  const { columns } = desk.sample;
  if (given !== undefined) {
    const column = columns.find(({ name }) => "column" in given.from && given.from.column === name);
    return column === undefined ? given : { column, why: given.why };
  }
  const candidates = candidatesFor(desk, [role], contradiction);
  const found = standsOut(candidates);
  if (found !== undefined) return found;
  if (candidates.length === 0) return null;
  const best = candidates.some(({ sure }) => sure) ? candidates.filter(({ sure }) => sure) : candidates;
  const names = best.map(({ column }) => shownName(column.name)).join(", ");
  askColumn(
    desk,
    { id: `use.${role}`, ask: `${names} fit ${role} equally well. Which one is it?`, needed: false },
    best.map(({ column }) => column),
  );
  desk.remarks.push(`${names} fit ${role} equally well, so the field is left out: --use ${role}=COLUMN says which one is meant.`);
  return null;
}

function ordinary(
  desk: Desk,
  role: Role,
  contradiction: (column: ColumnStatistics) => string | undefined,
  how: FieldUse["how"],
): FieldUse | null {
  const found = columnFor(desk, role, contradiction);
  if (found === null || "field" in found) return found;
  const why = role === "national_id" ? `${found.why}; take the line out where the service has no use for it` : found.why;
  return use(desk, role, found.column, why, how);
}

function birthDate(desk: Desk): FieldUse | null {
  const found = columnFor(desk, "date_of_birth", (column) =>
    contentOf(column).dates.is === "none" ? "its values are no dates" : undefined,
  );
  if (found === null || "field" in found) return found;
  const { column, why } = found;
  const reading = contentOf(column).dates;
  const given = desk.answers.get("date");
  const as = (format: string, note: string, off?: boolean): FieldUse => ({
    ...use(desk, "date_of_birth", column, `${why}, ${note}; shown in no message, report or log`, { date: format, sensitive: true }),
    ...(off === true ? { off } : {}),
  });
  if (given !== undefined && given !== NONE) {
    const read = dateConverter(given);
    const unread = column.byCount().filter(([value]) => read?.(value) === null).length;
    return as(
      given,
      `the format as it was said${unread === 0 ? "" : `; ${plural(unread, "value is", "values are")} no such date: rows that are rejected`}`,
    );
  }
  if (reading.is === "format") {
    const read = dateConverter(reading.format);
    const odd = column.byCount().filter(([value]) => read?.(value) === null).length;
    return as(
      reading.format,
      `every date fits this format and no other${odd === 0 ? "" : `, but for ${plural(odd, "value")} whose rows are rejected`}`,
    );
  }
  if (reading.is !== "unclear") {
    desk.remarks.push(
      reading.is === "mixed"
        ? `${shownName(column.name)} holds dates in more than one format, so date_of_birth is left out: let the export write them in one.`
        : `${shownName(column.name)} holds dates in a format that is not known, so date_of_birth is left out: --date-format says what it is.`,
    );
    return null;
  }
  const [first = "", ...others] = reading.formats;
  desk.questions.push({
    id: "date",
    ask: `How are the dates in ${shownName(column.name)} written? Every one of them can be read in each of these ways.`,
    options: [
      ...reading.formats.map((format) => ({ value: format, label: format })),
      { value: NONE, label: "I don't know", hint: "the field is left out" },
    ],
    check: (text) => (dateConverter(text) === null ? "must be a date format with day, month and year, such as dd/MM/yyyy" : undefined),
    needed: false,
    flag: "--date-format FORMAT",
  });
  return as(first, `but every date can also be read as ${others.join(" or ")}: complete the line and take its comment mark away`, true);
}

/** A person answers so many questions about values of a gender column; more of them are none. */
const MOST_GENDERS = 8;

function gender(desk: Desk): FieldUse | null {
  const found = columnFor(desk, "gender", (column) =>
    column.distinct <= MOST_GENDERS || genderValues(desk, column).values.length > 0 ? undefined : "it has too many different values",
  );
  if (found === null || "field" in found) return found;
  const { neither, ...read } = genderValues(desk, found.column);
  const answerFor = (text: string): string | undefined => desk.answers.get(`gender.${text}`);
  const values = read.values.filter(([text]) => answerFor(text) === undefined);
  for (const text of found.column.values.keys()) {
    const answer = answerFor(text);
    if (answer === "f" || answer === "m") values.push([text, answer]);
  }
  const known = new Set(values.map(([text]) => text));
  const unknown = read.unknown.filter((text) => !known.has(text));
  for (const text of unknown.slice(0, MOST_GENDERS)) if (answerFor(text) === undefined) askGender(desk, found.column, text);
  const shown = unknown.filter((value) => isShowable(desk, value));
  if (values.length === 0) {
    desk.remarks.push(
      `${shownName(found.column.name)} looks like gender by its name, but which of its values are male or female cannot be known: --gender VALUE=f or VALUE=m says it.`,
    );
    return null;
  }
  const left = [...neither.filter((text) => !known.has(text)), ...shown].join(", ");
  const note = left === "" ? "" : `; without a letter in the service, and left out: ${left}`;
  return use(desk, "gender", found.column, found.why + note, {
    values: Object.fromEntries(values),
    // What is known to be neither needs no remark each night; a word that nobody knows does.
    ...(unknown.length === 0 ? { otherwise: "omit" } : {}),
  });
}

function askGender(desk: Desk, column: ColumnStatistics, text: string): void {
  const word = isShowable(desk, text) ? `“${visibleName(text)}”` : "a value that is not shown";
  desk.questions.push({
    id: `gender.${text}`,
    ask: `${shownName(column.name)} is ${word} in ${plural(column.values.get(text) ?? 0, "row")}. What does it mean?`,
    options: [
      { value: NONE, label: "neither, or I don't know", hint: "the field is left out for these people" },
      { value: "f", label: "female" },
      { value: "m", label: "male" },
    ],
    suggestion: NONE,
    needed: false,
    flag: `--gender "${isShowable(desk, text) ? visibleName(text) : "VALUE"}=f"`,
  });
}

function phone(desk: Desk): FieldUse | null {
  const found = columnFor(desk, "phone_number", (column) =>
    contentOf(column).phones < 0.5 ? "its values are no telephone numbers" : undefined,
  );
  if (found === null || "field" in found) return found;
  const { column, why } = found;
  const known = countryOfPhones(column);
  const given = desk.answers.get("phone");
  if (given !== undefined && given !== NONE)
    return use(desk, "phone_number", column, `${why}; numbers without a prefix are of ${given}, as it was said`, {
      phone: given,
      otherwise: "omit",
    });
  if (known !== null)
    return use(desk, "phone_number", column, `${why}; every number has its prefix; one without would be read as one of ${known}`, {
      phone: known,
      otherwise: "omit",
    });
  desk.questions.push({
    id: "phone",
    ask: `Of which country are the numbers in ${shownName(column.name)} that have no prefix? Two letters, such as ES; - leaves the field out.`,
    options: [],
    check: (text) => (text === NONE || phoneConverter(text) !== null ? undefined : "must be a country in two capital letters, such as ES"),
    needed: false,
    flag: "--phone-country ES",
  });
  return {
    ...use(
      desk,
      "phone_number",
      column,
      `${why}; numbers without a prefix: write their country in place of ZZ, and take the comment mark away`,
      {
        phone: "ZZ",
        otherwise: "omit",
      },
    ),
    off: true,
  };
}
