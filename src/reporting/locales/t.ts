import { readFileSync } from "node:fs";
import { IntlMessageFormat } from "intl-messageformat";
import { READER_LANGUAGES, type ReaderLanguage } from "../../domain/languages.ts";
import { html, type Html, type HtmlValue } from "../html/html.ts";
import type en from "./en.json";
import { number, numberFormat } from "./formats.ts";
import { currentReader, OPTIONAL_PARTS } from "./reader.ts";

/** The key of a message: its subject and a few words. `{en,de,es,fr}.json` have the ICU text of each key. */
export type Message = keyof typeof en;

/** The values for the places of a message, by name. */
export type Values = Readonly<Record<string, string | number>>;

/** Values that may be HTML; a tag such as `<link>` takes a function that draws what is inside. */
export type HtmlValues = Readonly<Record<string, HtmlValue | ((inside: Html) => Html)>>;

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

interface Language {
  texts: Readonly<Record<Message, string>>;
  parsed: Map<Message, IntlMessageFormat>;
  /** Making these takes longer than writing a message. */
  plural: Intl.PluralRules;
}

const languages = new Map<ReaderLanguage, Language>();

/** A command reads the texts of one language. */
function languageOf(name: ReaderLanguage): Language {
  const known = languages.get(name);
  if (known !== undefined) return known;
  const texts = JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), "utf8")) as Language["texts"];
  const language = { texts, parsed: new Map(), plural: new Intl.PluralRules(name) };
  languages.set(name, language);
  return language;
}

/** Returns a message in the language of the reader. */
export function t(message: Message, values: Values = {}): string {
  return messageParts(message, values).map(String).join("");
}

/** Returns a message with HTML as values; everything else is escaped. */
export function tHtml(message: Message, values: HtmlValues = {}): Html {
  const inHtml = (value: HtmlValues[string]): unknown =>
    typeof value === "function" ? (inside: readonly unknown[]) => value(html`${inside as HtmlValue[]}`) : value;
  return html`${messageParts(message, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inHtml(value)]))) as HtmlValue[]}`;
}

/** Returns a message as its texts and the values between them. A tag takes a function of what is inside. */
export function messageParts(message: Message, values: Readonly<Record<string, unknown>>): unknown[] {
  const { without } = currentReader();
  const optional = OPTIONAL_PARTS.map((part) => [part, (inside: unknown[]) => (part === without ? [] : inside)] as const);
  return formatOf(message)
    .formatToParts(Object.fromEntries([...optional, ...Object.entries(values).map(([name, value]) => [name, prepared(value)] as const)]))
    .map(({ value }) => drawn(value));
}

/** Returns the names of the places for values in a message. */
export function placesIn(message: Message): string[] {
  return formatOf(message)
    .getAst()
    .flatMap((element) => ("value" in element && String(element.type) !== "0" ? [element.value] : []));
}

function prepared(value: unknown): unknown {
  if (typeof value === "number") return new Figure(value);
  if (typeof value === "function") return (inside: readonly unknown[]) => Reflect.apply(value, undefined, [inside.map(drawn)]) as unknown;
  return value;
}

function drawn(part: unknown): unknown {
  return part instanceof Figure ? String(part) : part;
}

function formatOf(message: Message): IntlMessageFormat {
  const { language } = currentReader();
  const { parsed, plural } = languageOf(language);
  const known = parsed.get(message);
  if (known !== undefined) return known;
  const made = new IntlMessageFormat(inLanguage(message, language), language, undefined, {
    formatters: {
      getNumberFormat: () => numberFormat(),
      getDateTimeFormat: (...given) => new Intl.DateTimeFormat(...given),
      getPluralRules: (of, how) => (how?.type === "ordinal" ? new Intl.PluralRules(of, how) : plural),
    },
  });
  parsed.set(message, made);
  return made;
}

/** Keeps punctuation that French writes with a space on the line of its word. */
function frenchSpaces(text: string): string {
  return text.replaceAll(/ (?=[;!?])/g, "\u202f").replaceAll(/ (?=[:»])|(?<=«) /g, "\u00a0");
}

/** Returns the ICU text of a message in one language. */
export function inLanguage(message: Message, language: ReaderLanguage): string {
  const text = languageOf(language).texts[message];
  return language === "fr" ? frenchSpaces(text) : text;
}

/** Returns the ICU texts of a message in all languages, for texts that people write. */
export function inEveryLanguage(message: Message): string[] {
  return READER_LANGUAGES.map((language) => inLanguage(message, language));
}

/** Returns the ICU texts of all messages in one language, as its file has them. */
export function textsIn(language: ReaderLanguage): Readonly<Record<Message, string>> {
  return languageOf(language).texts;
}
