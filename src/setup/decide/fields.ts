import { fact, inTurn } from "../../domain/facts/fact.ts";
import { FIELD_LABELS } from "../../domain/facts/field-labels.ts";
import { bestOf, candidatesFor, notWords, onlyCandidate, type Contradiction } from "./candidates.ts";
import { contentOf, countryOfPhones } from "../sample/content.ts";
import { contradictsGender, readGender } from "./genders.ts";
import { decideSource, use, type ColumnSource, type Reading, type Source } from "./source.ts";
import { ask, NONE, type DraftContext, type FieldUse } from "./draft.ts";
import { shortName, shownColumn } from "./examples.ts";
import { WHY } from "../write/why.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";
import type { Role } from "../languages/words.ts";
import { dateConverter, phoneConverter } from "../../mapping/convert.ts";

/** Fields that `--use` accepts, in addition to `active`. */
export const FIELDS: readonly string[] = Object.keys(FIELD_LABELS);

/** An optional field: which values cannot be its own, and how they are converted; by default words, sent unchanged. */
interface Optional {
  role: Role;
  contradiction?: (column: ColumnStatistics, context: DraftContext, key: string | null) => Contradiction;
  read?: (context: DraftContext, found: ColumnSource) => Reading | null;
}

const OPTIONAL: readonly Optional[] = [
  {
    role: "date_of_birth",
    contradiction: (column) => (contentOf(column).dates.is === "none" ? fact("init.column_has_no_dates", {}) : undefined),
    read: readBirthDate,
  },
  {
    role: "national_id",
    contradiction: ({ name }, _, key) => (name === key ? fact("init.column_is_key", {}) : undefined),
    read: (_, { why }) => ({ how: { sensitive: true }, why: why + WHY.ifNeeded }),
  },
  { role: "gender", contradiction: contradictsGender, read: readGender },
  {
    role: "phone_number",
    contradiction: (column) => (contentOf(column).phones < 0.5 ? fact("init.column_has_no_numbers", {}) : undefined),
    read: readPhone,
  },
  { role: "external_id", contradiction: () => undefined },
  ...(["department", "position", "city", "company", "center"] as const).map((role) => ({ role })),
];

/** Decides the optional fields. If two columns fit equally well and there is no answer, neither is used. */
export function decideFields(context: DraftContext, key: string | null): FieldUse[] {
  const uses = [employeeId(context, key), ...OPTIONAL.map((field) => optional(context, field, key))];
  return uses.filter((each) => each !== null).toSorted((a, b) => FIELDS.indexOf(a.field) - FIELDS.indexOf(b.field));
}

function employeeId(context: DraftContext, key: string | null): FieldUse | null {
  const source = decideSource(context, "employee_id", {
    part: "columns",
    needed: false,
    shown: () => {
      const candidates = candidatesFor({ ...context, remarks: [] }, ["employee_id"], () => undefined);
      const found = candidates.find(({ column }) => column.name === key) ?? onlyCandidate(candidates.filter(({ sure }) => sure));
      return found === undefined ? null : found.column.name === key ? { ...found, why: WHY.key } : found;
    },
  });
  return source && use(context, "employee_id", source);
}

function optional(context: DraftContext, { role, contradiction = notWords, read }: Optional, key: string | null): FieldUse | null {
  const source = columnFor(context, role, (column) => contradiction(column, context, key));
  if (source === null) return null;
  const reading = "column" in source ? read?.(context, source) : undefined;
  return reading === null ? null : use(context, role, source, reading);
}

/** Returns the source of a field from the answers or by its name; asks if several columns fit equally well. */
function columnFor(context: DraftContext, role: Role, contradiction: (column: ColumnStatistics) => Contradiction): Source | null {
  return decideSource(context, role, {
    part: "columns",
    needed: false,
    shown: () => {
      const candidates = candidatesFor(context, [role], contradiction);
      const found = onlyCandidate(candidates);
      if (found !== undefined || candidates.length === 0) return found ?? null;
      const likely = bestOf(candidates).map(({ column }) => column);
      const equal = { columns: likely.map(shownColumn), role };
      context.remarks.push(fact("init.columns_fit_equally", { ...equal, option: `--use ${role}=COLUMN` }));
      return { ask: fact("init.ask_which_fits", equal), likely };
    },
  });
}

function readBirthDate(context: DraftContext, { column, why }: ColumnSource): Reading | null {
  const guess = contentOf(column).dates;
  const given = context.answers.get("date");
  const as = (format: string, note: string): Reading => ({ how: { date: format, sensitive: true }, why: `${why}, ${note}${WHY.hidden}` });
  const unread = (format: string): number => {
    const read = dateConverter(format);
    return column.byCount().filter(([value]) => read?.(value) === null).length;
  };
  if (guess.is === "unclear")
    ask(context, {
      id: "date",
      part: "columns",
      ask: inTurn(fact("init.ask_dates", { column: shortName(column.name) }), fact("init.each_format_fits", {})),
      options: [
        ...guess.formats.map((format) => ({ value: format, label: fact("init.answer", { answer: format }) })),
        { value: NONE, label: fact("setup.dont_know_leave", {}) },
      ],
      check: (text) => (dateConverter(text) === null ? fact("answer.is_not_date_format", {}) : undefined),
      of: "use.date_of_birth",
      flag: "--date-format FORMAT",
    });
  if (given !== undefined && given !== NONE) return as(given, WHY.answeredFormat(unread(given)));
  if (guess.is === "format") return as(guess.format, WHY.onlyFormat(unread(guess.format)));
  if (guess.is !== "unclear") {
    context.remarks.push(
      fact(guess.is === "mixed" ? "init.dates_are_mixed" : "init.dates_are_unknown", { column: shortName(column.name) }),
    );
    return null;
  }
  const [first = "", ...others] = guess.formats;
  return { ...as(first, WHY.otherFormats(others)), off: true };
}

function readPhone(context: DraftContext, { column, why }: ColumnSource): Reading {
  const as = (country: string, note: string): Reading => ({ how: { phone: country, otherwise: "omit" }, why: why + note });
  const known = countryOfPhones(column);
  const given = context.answers.get("phone");
  if (known === null)
    ask(context, {
      id: "phone",
      part: "columns",
      ask: fact("init.ask_phone_country", { column: shortName(column.name) }),
      check: (text) => (phoneConverter(text) === null ? fact("answer.is_not_country", {}) : undefined),
      of: "use.phone_number",
      flag: "--phone-country ES",
    });
  if (given !== undefined && given !== NONE) return as(given, WHY.answeredCountry(given));
  return known === null ? { ...as("ZZ", WHY.unknownCountry), off: true } : as(known, WHY.likelyCountry(known));
}
