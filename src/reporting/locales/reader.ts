import { AsyncLocalStorage } from "node:async_hooks";
import type { ReaderLanguage } from "../../domain/languages.ts";

/** The person for whom a text is written. */
export interface Reader {
  language: ReaderLanguage;
  /** A language tag, such as `de-AT`, for numbers, dates and order. */
  locale: string;
  timeZone: string;
  /** The state that suggested commands must name; not set for the default one. */
  state?: string | null;
  /** Fields of a person have names for people, also in English; else those of the mapping. */
  labels?: boolean;
  /** The part of messages that the page shows elsewhere. */
  without?: OptionalPart;
}

/** The tags around a part of a message that a page may leave out: a place in the mapping, the setting of a limit. */
export const OPTIONAL_PARTS = ["place", "setting"] as const;
export type OptionalPart = (typeof OPTIONAL_PARTS)[number];

/** English in UTC, as on the command line. */
export const DEFAULT_READER: Reader = { language: "en", locale: "en-GB", timeZone: "UTC" };

const readers = new AsyncLocalStorage<Reader>();

/** Returns the reader of this call; English and UTC by default. */
export function currentReader(): Reader {
  return readers.getStore() ?? DEFAULT_READER;
}

/** Runs a function for a reader. */
export function asReader<Result>(reader: Reader, run: () => Result): Result {
  return readers.run(reader, run);
}

/** Returns the locale of a language, without a region or for one. English without a region has British dates. */
export function localeOf(language: ReaderLanguage, region?: string): string {
  if (region !== undefined) return `${language}-${region.toUpperCase()}`;
  return language === "en" ? "en-GB" : language;
}

const TAG = /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}|\d{3}))?(?:-[\da-z]{1,8})*$/i;

/** Returns the tags of an `Accept-Language` header, most wanted first. Unreadable parts are ignored. */
export function acceptedLanguages(header: string | undefined): { language: string; region?: string }[] {
  return (header ?? "")
    .split(",", 50)
    .map((part) => {
      const [, tag = "", quality = "1"] = /^\s*([\w-]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?$/i.exec(part) ?? [];
      const [, language = "", region] = TAG.exec(tag) ?? [];
      return { language: language.toLowerCase(), region, quality: Number(quality) };
    })
    .filter(({ language, quality }) => language !== "" && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language, region }) => ({ language, ...(region === undefined ? {} : { region }) }));
}
