import { fact, inTurn } from "../../domain/facts/fact.ts";
import { FIELD_LABELS } from "../../domain/facts/field-labels.ts";
import { candidatesFor, notWords, onlyCandidate, type Contradiction } from "./candidates.ts";
import { contentOf, countryOfPhones } from "../sample/content.ts";
import { decideGender } from "./genders.ts";
import { decideSource, use, type Source } from "./source.ts";
import { NONE, questionOf, type DraftContext, type FieldUse } from "./draft.ts";
import { shortName, shownColumn } from "./examples.ts";
import * as why from "../write/why.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";
import type { Role } from "../languages/words.ts";
import { dateConverter, phoneConverter } from "../../mapping/convert.ts";

/** Text fields that are sent unchanged. */
const PLAIN = ["external_id", "department", "position", "city", "company", "center"] as const satisfies readonly Role[];
/** Fields that `--use` accepts, in addition to `active`. */
export const FIELDS: readonly string[] = Object.keys(FIELD_LABELS);

/** Decides the optional fields. If two columns fit equally well and there is no answer, neither is used. */
export function decideFields(context: DraftContext, key: string | null): FieldUse[] {
  const uses = [
    employeeId(context, key),
    birthDate(context),
    ordinary(context, "national_id", ({ name }) => (name === key ? fact("init.column_is_key", {}) : undefined), { sensitive: true }),
    decideGender(context, columnFor),
    phone(context),
    ...PLAIN.map((role) => ordinary(context, role, role === "external_id" ? () => undefined : notWords, {})),
  ];
  return uses.filter((each) => each !== null).toSorted((a, b) => FIELDS.indexOf(a.field) - FIELDS.indexOf(b.field));
}

function employeeId(context: DraftContext, key: string | null): FieldUse | null {
  const source = decideSource(context, "employee_id", {
    part: "columns",
    needed: false,
    shown: () => {
      const candidates = candidatesFor({ ...context, remarks: [] }, ["employee_id"], () => undefined);
      const found = candidates.find(({ column }) => column.name === key) ?? onlyCandidate(candidates.filter(({ sure }) => sure));
      return found === undefined ? null : found.column.name === key ? { ...found, why: why.IS_KEY } : found;
    },
  });
  return source === null ? null : use(context, "employee_id", source, {});
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
      const best = candidates.some(({ sure }) => sure) ? candidates.filter(({ sure }) => sure) : candidates;
      const likely = best.map(({ column }) => column);
      const equal = { columns: likely.map(shownColumn), role };
      context.remarks.push(fact("init.columns_fit_equally", { ...equal, option: `--use ${role}=COLUMN` }));
      return { ask: fact("init.ask_which_fits", equal), likely };
    },
  });
}

function ordinary(
  context: DraftContext,
  role: Role,
  contradiction: (column: ColumnStatistics) => Contradiction,
  how: FieldUse["how"],
): FieldUse | null {
  const found = columnFor(context, role, contradiction);
  if (found === null || "template" in found) return found && use(context, role, found, {});
  return use(context, role, found, how, role === "national_id" ? `${found.why}; ${why.IF_NEEDED}` : found.why);
}

function birthDate(context: DraftContext): FieldUse | null {
  const found = columnFor(context, "date_of_birth", (column) =>
    contentOf(column).dates.is === "none" ? fact("init.column_has_no_dates", {}) : undefined,
  );
  if (found === null || "template" in found) return found && use(context, "date_of_birth", found, {});
  const { column } = found;
  const guess = contentOf(column).dates;
  const given = context.answers.get("date");
  const as = (format: string, note: string): FieldUse =>
    use(context, "date_of_birth", found, { date: format, sensitive: true }, why.birthDate(found.why, note));
  const unread = (format: string): number => {
    const read = dateConverter(format);
    return column.byCount().filter(([value]) => read?.(value) === null).length;
  };
  if (guess.is === "unclear")
    context.questions.push(
      questionOf(context, {
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
      }),
    );
  if (given !== undefined && given !== NONE) return as(given, why.answeredFormat(unread(given)));
  if (guess.is === "format") return as(guess.format, why.onlyFormat(unread(guess.format)));
  if (guess.is !== "unclear") {
    context.remarks.push(
      fact(guess.is === "mixed" ? "init.dates_are_mixed" : "init.dates_are_unknown", { column: shortName(column.name) }),
    );
    return null;
  }
  const [first = "", ...others] = guess.formats;
  return { ...as(first, why.otherFormats(others)), off: true };
}

function phone(context: DraftContext): FieldUse | null {
  const found = columnFor(context, "phone_number", (column) =>
    contentOf(column).phones < 0.5 ? fact("init.column_has_no_numbers", {}) : undefined,
  );
  if (found === null || "template" in found) return found && use(context, "phone_number", found, {});
  const { column } = found;
  const as = (country: string, note: string): FieldUse => use(context, "phone_number", found, { phone: country, otherwise: "omit" }, note);
  const known = countryOfPhones(column);
  const given = context.answers.get("phone");
  if (known === null)
    context.questions.push(
      questionOf(context, {
        id: "phone",
        part: "columns",
        ask: fact("init.ask_phone_country", { column: shortName(column.name) }),
        check: (text) => (phoneConverter(text) === null ? fact("answer.is_not_country", {}) : undefined),
        of: "use.phone_number",
        flag: "--phone-country ES",
      }),
    );
  if (given !== undefined && given !== NONE) return as(given, why.answeredCountry(found.why, given));
  if (known !== null) return as(known, why.likelyCountry(found.why, known));
  return { ...as("ZZ", why.unknownCountry(found.why)), off: true };
}
