import { IntlMessageFormat } from "intl-messageformat";
import { READER_LANGUAGES, type ReaderLanguage } from "../../domain/languages.ts";
import { html, type Html, type HtmlValue } from "../html/html.ts";
import type { Catalogue, Placeholder, Tag } from "./catalogue.ts";
import { number, numberFormat } from "./formats.ts";
import { messages, type Message, type PlainMessage } from "./messages.ts";
import { currentReader } from "./reader.ts";

/** The values that a message needs; none if it has no placeholder. */
export type MessageValues<M extends string, Value, Wrap> = [Placeholder<M> | Tag<M>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder<M>, Value> & Record<Tag<M>, Wrap>>];

/** A number of a message. A plain placeholder shows it in the reader's locale; plural forms calculate with it. */
class Figure {
  readonly #value: number;

  constructor(value: number) {
    this.#value = value;
  }

  valueOf(): number {
    return this.#value;
  }

  toString(): string {
    return number(this.#value);
  }
}

const parsed: Readonly<Record<ReaderLanguage, Map<string, IntlMessageFormat>>> = {
  en: new Map(),
  es: new Map(),
  de: new Map(),
  fr: new Map(),
};

/** Making these takes longer than writing a message. */
const plural: Readonly<Record<ReaderLanguage, Intl.PluralRules>> = {
  en: new Intl.PluralRules("en"),
  es: new Intl.PluralRules("es"),
  de: new Intl.PluralRules("de"),
  fr: new Intl.PluralRules("fr"),
};

/** Returns a message in the language of the reader. */
export function t<M extends Message>(message: M, ...[values]: MessageValues<M, string | number, never>): string {
  return parts(message, values ?? {})
    .map(String)
    .join("");
}

/** Returns a message with HTML as values; everything else is escaped. A tag such as `<link>` takes a function that draws it. */
export function tHtml<M extends Message>(message: M, ...[values]: MessageValues<M, HtmlValue, (inside: Html) => Html>): Html {
  return html`${parts(message, values ?? {}).map(drawn)}`;
}

function parts(message: Message, values: Readonly<Record<string, unknown>>): unknown[] {
  return formatOf(message)
    .formatToParts(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, prepared(value)])))
    .map(({ value }) => value);
}

function prepared(value: unknown): unknown {
  if (typeof value === "number") return new Figure(value);
  if (typeof value === "function")
    return (inside: readonly unknown[]) => Reflect.apply(value, undefined, [html`${inside.map(drawn)}`]) as unknown;
  return value;
}

function drawn(part: unknown): HtmlValue {
  return part instanceof Figure ? String(part) : (part as HtmlValue);
}

function formatOf(message: Message): IntlMessageFormat {
  const { language } = currentReader();
  const known = parsed[language].get(message);
  if (known !== undefined) return known;
  const made = new IntlMessageFormat(textOf(message, language), language, undefined, {
    formatters: {
      getNumberFormat: () => numberFormat(),
      getDateTimeFormat: (...given) => new Intl.DateTimeFormat(...given),
      getPluralRules: (of, how) => (how?.type === "ordinal" ? new Intl.PluralRules(of, how) : plural[language]),
    },
  });
  parsed[language].set(message, made);
  return made;
}

/** Returns the ICU text. A part after `|` only tells equal English texts apart. */
function textOf(message: Message, language: ReaderLanguage): string {
  const all: Catalogue = messages;
  if (language === "en") return message.replace(/\|[a-z ]+$/, "");
  const text = all[message]?.[language] ?? message;
  return language === "fr" ? frenchSpaces(text) : text;
}

/** Keeps punctuation that French writes with a space on the line of its word. */
function frenchSpaces(text: string): string {
  return text.replaceAll(/ (?=[;!?])/g, "\u202f").replaceAll(/ (?=[:»])|(?<=«) /g, "\u00a0");
}

/** Returns a message without values in one language. */
export function inLanguage(message: PlainMessage, language: ReaderLanguage): string {
  return textOf(message, language);
}

/** Returns a message without values in all languages, for texts that people write. */
export function inEveryLanguage(message: PlainMessage): string[] {
  return READER_LANGUAGES.map((language) => textOf(message, language));
}
