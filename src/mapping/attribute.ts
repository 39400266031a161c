import { fact, type Fact } from "../domain/facts/fact.ts";
import type { CodeOfSetting } from "../config/values.ts";
import { hasUnseen } from "../domain/names.ts";
import type { Cells } from "../domain/record.ts";
import { pathText } from "../config/yaml.ts";
import type { YamlPath, YamlSource } from "../config/yaml.ts";
import { normalName } from "./columns.ts";
import type { Columns } from "./columns.ts";
import type { ValueTable } from "./compiled.ts";
import { dateConverter, isEmail, isUuid, phoneConverter } from "./convert.ts";
import type { Converter } from "./convert.ts";
import type { FieldKind } from "./fields.ts";
import { undecided } from "./groups.ts";
import { agreed, joinedPlaces, rowsOf, severalValues } from "./joined.ts";
import type { RowReport } from "./report.ts";
import { attributeSchema } from "./schema.ts";
import type { AttributeForm } from "./schema.ts";
import { isError } from "../domain/record.ts";
import { errorShown } from "./values/cell.ts";
import { isNoDate } from "./values/no-date.ts";
import { compileText, isIncomplete, isUnknown, originsIn } from "./values/text.ts";
import type { CellText } from "./values/text.ts";

/** A compiled field of the user. */
export interface Attribute {
  field: string;
  /** Indexes of the columns that it is read from. */
  places: readonly number[];
  /** `file:line` */
  at: string;
  table?: ValueTable;
  /** Returns the date of a row as `YYYY-MM-DD`; `null` if there is none. Only for a date from one column. */
  date?: (cells: Cells) => string | null;
  /** Returns `undefined` to leave the field out. */
  read(cells: Cells, report: RowReport): string | boolean | undefined;
}

export interface AttributeContext {
  source: YamlSource;
  columns: Columns;
  sensitiveFields: Set<string>;
}

/** Converts a text, or says with a fact that it cannot. */
interface Conversion {
  code: string;
  says(of: { field: string; value: Fact }): Fact;
  test: Converter;
}

const CHECKS: Partial<Record<FieldKind, Conversion & { must: CodeOfSetting }>> = {
  email: {
    code: "invalid_email",
    says: (of) => fact("field.not_email", of),
    must: "config.not_mail_address",
    test: (text) => (isEmail(text) ? text : null),
  },
  gender: {
    code: "invalid_gender",
    says: (of) => fact("field.not_gender", of),
    must: "mapping.not_gender",
    test: (text) => (text === "m" || text === "f" ? text : null),
  },
  uuid: {
    code: "invalid_id",
    says: (of) => fact("field.not_id", of),
    must: "mapping.not_id",
    test: (text) => (isUuid(text) ? text.toLowerCase() : null),
  },
};

/** Fields used to find accounts. The database indexes them, which limits their length. */
const NAMES = new Set(["username", "email", "national_id"]);
export const MAX_NAME_CHARACTERS = 500;

export function tooLong(field: string): Fact {
  return fact("field.too_long", { field, n: MAX_NAME_CHARACTERS });
}

/** Compiles one field. Adds errors to the source, and then returns `undefined`. */
export function compileAttribute(
  context: AttributeContext,
  raw: unknown,
  path: YamlPath,
  field: string,
  kind: FieldKind,
): Attribute | undefined {
  const { source, columns } = context;
  const form = typeof raw === "string" ? { column: raw } : readForm(source, raw, path);
  if (form === undefined) return undefined;
  const faults = source.faults.length;
  const isCondition = kind === "boolean" && form.values === undefined && form.expression !== undefined;
  const text = compileText(context, form, path, isCondition ? "bool" : "string");
  checkCombination(source, form, path, kind, joinedPlaces(columns, text?.places ?? []).length > 0);
  const convert = converterOf(source, form, path, kind);
  const lookup = form.values === undefined ? undefined : literals(source, form.values, [...path, "values"], kind);
  if (typeof form.otherwise === "boolean" || (form.otherwise !== undefined && form.otherwise !== "omit" && form.otherwise !== "reject")) {
    checkLiteral(source, form.otherwise, [...path, "otherwise"], kind);
  }
  if (form.value !== undefined) checkLiteral(source, form.value, [...path, "value"], kind);
  if (form.sensitive === true || field === "password") {
    context.sensitiveFields.add(field);
    for (const place of text?.places ?? []) columns.sensitive.add(columns.name(place));
  }
  if (source.faults.length > faults) return undefined;
  const at = source.at(path);
  if (form.value !== undefined) {
    const constant = form.value;
    return { field, places: [], at, read: () => constant };
  }
  if (text === undefined) return undefined;
  const { places, read, from } = text;
  const clear = form.blank === "clear" ? "" : undefined;
  const mayHaveNoDate = isDateField(form, kind);
  const noDates = new Set(Array.isArray(form.blank) ? form.blank.map(normalName) : []);
  const otherwise = form.otherwise;
  const joined = joinedPlaces(columns, places);
  const columnOf = (cells: Cells): string => columns.name(from(cells) ?? -1);
  const fail = (value: string, cells: Cells, report: RowReport, code: string, says: Conversion["says"]): string | boolean | undefined => {
    if (otherwise === "omit") return undefined;
    if (otherwise !== undefined && otherwise !== "reject") return otherwise;
    const column = columnOf(cells);
    const shown = columns.shown(value, places);
    if (code === "unmapped_value" && otherwise === undefined)
      report.note(column, code, fact("field.left", { field, why: fact("value.unlisted", { value: shown }) }));
    else report.reject(column, code, says({ field, value: shown }));
    return undefined;
  };
  const table = lookup === undefined ? undefined : tableOf(context, path, text, lookup, otherwise !== undefined);
  const isDate = convert !== undefined && (form.date !== undefined || kind === "date") && places.length === 1 && joined.length === 0;
  const dateOf = (cells: Cells): string | null => {
    const value = read(cells);
    return typeof value === "string" ? (convert?.test(value) ?? null) : null;
  };
  return {
    field,
    places,
    at,
    ...(table === undefined ? {} : { table }),
    ...(isDate ? { date: dateOf } : {}),
    read(given, report) {
      let cells = given;
      if (joined.length > 0) {
        const one = agreed(given, joined);
        if ("place" in one) {
          if (otherwise !== "omit") report.reject(columns.name(one.place), "several_values", severalValues(field, columns, one));
          return undefined;
        }
        cells = one;
      }
      const value = read(cells);
      if (isIncomplete(value)) {
        report.blank = value.blank;
        return undefined;
      }
      if (isUnknown(value)) {
        const { column, why } = undecided({ name: field, at, columns, couldGive: [] }, value, cells);
        report.blank = value.place;
        const cell = cells[value.place];
        if (cell !== undefined && isError(cell))
          report.note(column, "error_cell", fact("field.left", { field, why: errorShown(columns.shownName(value.place), cell) }));
        // A row that ends early is reported once, not for each field.
        if (value.reason !== "missing" && otherwise !== "omit") report.undecided(field, column, why);
        return undefined;
      }
      if (value === "" || (mayHaveNoDate && (isNoDate(value) || noDates.has(normalName(value))))) {
        report.blank = from(cells);
        return clear;
      }
      if (isCondition) return value === "true";
      if (NAMES.has(field) && value.length > MAX_NAME_CHARACTERS) {
        report.reject(columnOf(cells), "value_too_long", tooLong(field));
        return undefined;
      }
      if (field === "username" && hasUnseen(value)) {
        report.reject(columnOf(cells), "invalid_username", fact("field.unseen_character", { field, value: columns.shown(value, places) }));
        return undefined;
      }
      if (lookup !== undefined) {
        const mapped = lookup.get(value.normalize("NFC"));
        return mapped ?? fail(value, cells, report, "unmapped_value", (of) => fact("field.unlisted", of));
      }
      if (convert === undefined) return value;
      return convert.test(value) ?? fail(value, cells, report, convert.code, convert.says);
    },
  };
}

function tableOf(
  { source, columns }: AttributeContext,
  path: YamlPath,
  { places, read }: CellText,
  lookup: ReadonlyMap<string, unknown>,
  otherwise: boolean,
): ValueTable {
  const joined = joinedPlaces(columns, places);
  const textIn = (row: Cells): string | undefined => {
    const value = read(row);
    return typeof value === "string" ? value.normalize("NFC") : undefined;
  };
  return {
    of: pathText(path),
    at: source.at([...path, "values"]),
    column: columns.name(places[0] ?? -1),
    known: [...lookup.keys()],
    otherwise,
    texts: (cells) => {
      const rows = rowsOf(columns, cells, joined);
      return "ambiguous" in rows ? [] : rows.map(textIn);
    },
  };
}

function readForm(source: YamlSource, raw: unknown, path: YamlPath): AttributeForm | undefined {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    source.fault(path, "mapping.attribute_invalid");
    return undefined;
  }
  return source.check(attributeSchema, raw, path);
}

function checkCombination(source: YamlSource, form: AttributeForm, path: YamlPath, kind: FieldKind, canDiffer: boolean): void {
  const setting = pathText(path);
  const origins = originsIn(form).length + (form.value === undefined ? 0 : 1);
  if (origins !== 1)
    source.fault(path, fact("config.not_exactly_one", { setting, of: ["column", "template", "expression", "first_of", "value"] }));
  if ([form.date, form.phone, form.values].filter((part) => part !== undefined).length > 1) {
    source.fault(path, fact("config.more_than_one", { setting, of: ["date", "phone", "values"] }));
  }
  if (form.value !== undefined) {
    for (const key of ["transform", "date", "phone", "values", "otherwise", "blank"] as const) {
      if (form[key] !== undefined) source.fault([...path, key], fact("config.no_effect_with", { setting: key, with: "value" }), "key");
    }
    return;
  }
  const canFail = form.values ?? form.date ?? form.phone ?? (kind === "text" || kind === "phone" ? undefined : kind);
  if (form.otherwise !== undefined && canFail === undefined && !(form.otherwise === "omit" && canDiffer))
    source.fault([...path, "otherwise"], fact("mapping.otherwise_unneeded", {}), "key");
  if (kind === "boolean" && form.values === undefined && form.expression === undefined && origins === 1) {
    source.fault(path, "mapping.boolean_unmapped");
  }
  if (Array.isArray(form.blank) && !isDateField(form, kind)) source.fault([...path, "blank"], fact("mapping.blank_texts_no_date", {}));
  if (form.blank === "clear" && kind !== "text") source.fault([...path, "blank"], fact("mapping.clear_refused", {}));
  if (form.shared !== undefined && path.join(".") !== "user.email")
    source.fault([...path, "shared"], fact("mapping.possible_only_for", { key: "shared", field: "user.email" }), "key");
  if (form.date !== undefined && kind !== "text" && kind !== "date")
    source.fault([...path, "date"], fact("mapping.date_not_possible", {}), "key");
}

function isDateField(form: AttributeForm, kind: FieldKind): boolean {
  return form.values === undefined && (form.date !== undefined || kind === "date");
}

function converterOf(source: YamlSource, form: AttributeForm, path: YamlPath, kind: FieldKind): Conversion | undefined {
  if (form.phone !== undefined) {
    const test = phoneConverter(form.phone);
    if (test === null) source.fault([...path, "phone"], "mapping.country_invalid");
    else return { code: "invalid_phone", says: (of) => fact("field.not_phone", of), test };
  }
  if (form.date !== undefined || kind === "date") {
    const format = form.date ?? "yyyy-MM-dd";
    const test = dateConverter(format);
    if (test === null) source.fault([...path, "date"], "mapping.date_format_invalid");
    else return { code: "invalid_date", says: (of) => fact("field.not_date", { ...of, format }), test };
  }
  return CHECKS[kind];
}

/** Reads a map from the texts in the file to their values; the texts are compared like column names. */
export function literals(
  source: YamlSource,
  values: Record<string, unknown>,
  path: YamlPath,
  kind: FieldKind,
): Map<string, string | boolean> {
  const known = new Map<string, string | boolean>();
  if (Object.keys(values).length === 0) source.fault(path, fact("mapping.values_empty", {}));
  for (const [name, literal] of Object.entries(values)) {
    const normal = normalName(name);
    if (known.has(normal)) source.fault([...path, name], fact("mapping.value_twice", {}), "key");
    if (checkLiteral(source, literal, [...path, name], kind)) known.set(normal, literal);
  }
  return known;
}

function checkLiteral(source: YamlSource, literal: unknown, path: YamlPath, kind: FieldKind): literal is string | boolean {
  let wanted: CodeOfSetting | undefined;
  if (kind === "boolean") wanted = typeof literal === "boolean" ? undefined : "config.not_true_or_false";
  else if (typeof literal !== "string") wanted = "config.not_text";
  else if (kind === "date") wanted = dateConverter("yyyy-MM-dd")?.(literal) === literal ? undefined : "mapping.not_date";
  else if (CHECKS[kind]?.test(literal) === null) wanted = CHECKS[kind].must;
  if (wanted !== undefined) source.fault(path, wanted);
  return wanted === undefined;
}
