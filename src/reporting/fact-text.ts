import type { Fact } from "../domain/facts/fact.ts";
import { FACTS } from "../domain/facts/registry.ts";
import { meaningOf, type ValueType } from "../domain/facts/values.ts";
import { dateTime, list } from "./locales/formats.ts";
import { asReader, currentReader, DEFAULT_READER, type OptionalPart } from "./locales/reader.ts";
import { t } from "./locales/t.ts";
import { headingText } from "./workbook/words.ts";
import { fieldName } from "./field-labels.ts";

/** Says a fact in the reader's language: the message of its code, with its values as the reader writes them. */
export function factText({ code, values }: Fact): string {
  // A newer process may have stored a code that this one does not know.
  if (!Object.hasOwn(FACTS, code)) return code;
  const types: Readonly<Record<string, ValueType>> = FACTS[code];
  return t(code, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown(types[name], value)]))).trimEnd();
}

/** Says a fact without a part that the page shows elsewhere. */
export function factWithout(without: OptionalPart, fact: Fact): string {
  return asReader({ ...currentReader(), without }, () => factText(fact));
}

/** Says a fact in English, for JSON. */
export function englishText(fact: Fact): string {
  return asReader(DEFAULT_READER, () => factText(fact));
}

/** Returns a reason for JSON: in English, with its fact beside it. */
export function reasonOf(reason: Fact | null): { reason: string | null; fact: Fact | null } {
  return { reason: reason && englishText(reason), fact: reason };
}

/** Returns something with its fact in English beside, as JSON has it. */
export function withMessage<T extends { fact: Fact }>(one: T): T & { message: string } {
  return { ...one, message: englishText(one.fact) };
}

/** Returns why something was refused for JSON: in English, with its fact beside it. */
export function whyJson<T extends { why: Fact }>({ why, ...rest }: T): Omit<T, "why"> & { why: string; fact: Fact } {
  return { ...rest, why: englishText(why), fact: why };
}

function shown(type: ValueType | undefined, value: unknown): string | number {
  switch (type === undefined ? "text" : meaningOf(type).kind) {
    case "fact":
      return factText(value as Fact);
    case "facts":
      return list((value as Fact[]).map(factText));
    case "sentences":
      return (value as Fact[]).map(factText).join(" ");
    case "lines":
      return (value as Fact[]).map(factText).join("\n");
    case "cell":
      return cellText(value as string | null);
    case "date":
      return dateTime(value as string);
    case "field":
      return fieldName(value as string);
    case "names":
      return (value as string[]).join(", ");
    case "headings":
      return (value as string[]).map((column) => t("report.value", { value: headingText(column) })).join(", ");
    case "rows": {
      const { first, more } = value as { first: { number: number; file: number }[]; more: number };
      return first.map(rowName).join(", ") + (more === 0 ? "" : ` ${t("rows.and_more", { n: more })}`);
    }
    case "keys": {
      const { examples, more } = value as { examples: string[]; more: boolean };
      return examples.join(", ") + (more ? ", …" : "");
    }
    case "ordinal":
      return String(value);
    default:
      return value as string | number;
  }
}

/** Names a row by its number in its file; a row of the first file needs no file. */
function rowName({ number: row, file }: { number: number; file: number }): string {
  return file === 1 ? String(row) : t("rows.of_file", { row: String(row), n: file });
}

/** Quotes a cell, and names one that is missing or blank. */
function cellText(value: string | null): string {
  if (value === null) return t("workbook.nothing");
  return value === "" ? t("workbook.blank") : t("history.text", { text: value });
}
