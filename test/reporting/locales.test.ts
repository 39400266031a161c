import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { IntlMessageFormat } from "intl-messageformat";
import { describe, expect, test } from "vitest";
import { READER_LANGUAGES } from "../../src/domain/languages.ts";
import { html } from "../../src/reporting/html/html.ts";
import type { Catalogue } from "../../src/reporting/locales/catalogue.ts";
import { compareTexts, date, dateTime, list, number, relative } from "../../src/reporting/locales/formats.ts";
import { catalogues, type PlainMessage } from "../../src/reporting/locales/messages.ts";
import { acceptedLanguages, asReader, localeOf, type Reader } from "../../src/reporting/locales/reader.ts";
import { inLanguage, t, tHtml } from "../../src/reporting/locales/t.ts";

const src = fileURLToPath(new URL("../../src/", import.meta.url));
const all = Object.entries<Catalogue>(catalogues).flatMap(([area, catalogue]) =>
  Object.entries(catalogue).map(([message, translations]) => ({ area, message, translations })),
);

const code = readdirSync(src, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts") && !file.startsWith("reporting/locales/"))
  .map((file) => readFileSync(join(src, file), "utf8"))
  .join("\n");

type Element = ReturnType<IntlMessageFormat["getAst"]>[number];

/** Kinds of elements that take a value; `0` is text, `7` the number of a plural, `8` a tag. */
const ARGUMENT_TYPES = ["1", "2", "3", "4", "5", "6"];

/** Returns the names of the placeholders and tags of a text. @throws if it is not an ICU message */
function namesOf(text: string): string[] {
  const walk = (elements: readonly Element[]): string[] =>
    elements.flatMap((element) => {
      const name = ARGUMENT_TYPES.includes(String(element.type)) && "value" in element ? [element.value] : [];
      const tag = "children" in element ? [`<${element.value}>`] : [];
      const options = "options" in element ? Object.values(element.options) : [];
      const children = "children" in element ? element.children : [];
      return [...name, ...tag, ...options.flatMap((option) => walk(option.value)), ...walk(children)];
    });
  return [...new Set(walk(new IntlMessageFormat(text, "en").getAst()))].sort();
}

const englishOf = (message: string): string => message.replace(/\|[a-z ]+$/, "");

const readerOf = (locale: string, timeZone = "UTC"): Reader => ({ language: locale.slice(0, 2) as Reader["language"], locale, timeZone });

describe("the catalogues", () => {
  test("translate every text into every language, with exactly its placeholders and tags", () => {
    const wrong = all.flatMap(({ message, translations }) =>
      READER_LANGUAGES.filter((language) => language !== "en").flatMap((language) => {
        const text = translations[language];
        const fits = text.trim() !== "" && JSON.stringify(namesOf(text)) === JSON.stringify(namesOf(englishOf(message)));
        return fits ? [] : [`${language}: ${message}`];
      }),
    );
    expect(wrong).toEqual([]);
    expect(all.length).toBeGreaterThan(50);
  });

  test("have one word for undo in each language", () => {
    const others = { es: /revert|revirt/i, de: /zurück(ge|zu)?n(ehm|imm|omm)|rücknahme|nimmt .* zurück/i, fr: /irréversible/i } as const;
    const wrong = all.flatMap(({ translations }) =>
      Object.entries(others).flatMap(([language, other]) => {
        const text = translations[language as keyof typeof others].replaceAll(/`[^`]*`|\{\w+\}/g, "");
        return other.test(text) ? [text] : [];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("contain each text once", () => {
    const seen = all.map(({ message }) => message);
    expect(seen.filter((message, i) => seen.indexOf(message) !== i)).toEqual([]);
  });

  test("contain no text that the code does not use", () => {
    const unused = all.filter(({ area, message }) => area !== "stored" && !code.includes(JSON.stringify(message)));
    expect(unused.map(({ message }) => message)).toEqual([]);
  });

  test("have stored sentences as the code writes them, so that pages recognize them", () => {
    // As one text where the code joins pieces, and with the backticks of template literals. The code inserts these parts too.
    const written = code.replaceAll(/["`] \+\s+["`]/g, "").replaceAll("\\`", "`");
    const pieces = (message: string): string[] =>
      message
        .split(
          /\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[.,;:] ?|[()“”`]|\bthe service |The learning service rejected |An exception (?:until )?| by (?=\{)|in the (?:database|journal) /,
        )
        .map((piece) => piece.trim())
        .filter((piece) => piece.length > 10);
    const unknown = all.filter(({ area, message }) => area === "stored" && !pieces(message).every((piece) => written.includes(piece)));
    expect(unknown.map(({ message }) => message)).toEqual([]);
  });
});

describe("a message", () => {
  const days = "{n, plural, one {# day} other {# days}}";

  test("is English without a reader, and in the language of the reader with one", async () => {
    expect(t(days, { n: 1200 })).toBe("1,200 days");
    const german = asReader(readerOf("de"), async () => {
      await Promise.resolve();
      return t(days, { n: 1200 });
    });
    expect(await german).toBe("1.200 Tage");
    expect(asReader(readerOf("es-MX"), () => t(days, { n: 1 }))).toBe("1 día");
  });

  test("formats plain numbers in the locale of the reader", () => {
    expect(asReader(readerOf("de-LU"), () => t("Page {page} of {last}", { page: 2, last: 1200 }))).toBe("Seite 2 von 1.200");
  });

  test("escapes values unless they are HTML", () => {
    const drawn = tHtml("row {row} of {file}", { row: 1200, file: html`<b>${"<x>"}</b>` });
    expect(drawn.text).toBe("row 1,200 of <b>&lt;x&gt;</b>");
    expect(tHtml("Account of {name}", { name: "<b>" }).text).toBe("Account of &lt;b&gt;");
  });

  test("does not show the part of its key that tells equal texts apart", () => {
    expect(t("failed|run")).toBe("failed");
    expect(asReader(readerOf("es"), () => t("failed|run"))).toBe("fallida");
  });
});

describe("French texts", () => {
  test("keep punctuation on the line of its word, also beside values", () => {
    const french = readerOf("fr");
    expect(asReader(french, () => t("“{text}”", { text: "Ana" }))).toBe("«\u00a0Ana\u00a0»");
    expect(asReader(french, () => t("{name}: {value}", { name: "Ana", value: "!" }))).toBe("Ana\u00a0: !");
    expect(asReader(french, () => t("Who has left?"))).toMatch(/\S\u202f\?$/);
    const texts = all.map(({ message }) => inLanguage(message as PlainMessage, "fr"));
    expect(texts.filter((text) => / [;:!?»]|« /.test(text))).toEqual([]);
    // Only file names, addresses, times and commands have them without a space.
    const without = texts.filter((text) => /[\p{L}\d)}][;!?»]|[\p{L})}]:(?= |$)|«\S/u.test(text.replaceAll(/`[^`]*`|«\u00a0/g, "")));
    expect(without).toEqual([]);
  });
});

describe("formats", () => {
  const at = "2026-04-30T22:30:00.000Z";

  test("follow locale and time zone of the reader", () => {
    expect([number(1200), dateTime(at), date(at), list(["a", "b", "c"])]).toEqual([
      "1,200",
      "30 Apr 2026, 22:30 UTC",
      "30 Apr 2026",
      "a, b and c",
    ]);
    const german = asReader(readerOf("de", "Europe/Berlin"), () => [number(1200), dateTime(at), date(at), list(["a", "b"])]);
    expect(german).toEqual(["1.200", "1. Mai 2026, 00:30 MESZ", "1. Mai 2026", "a und b"]);
    expect(asReader(readerOf("en-US"), () => date(at))).toBe("Apr 30, 2026");
  });

  test("keep a day without a time in every time zone, and show an unreadable date as it is", () => {
    expect(asReader(readerOf("fr", "America/Los_Angeles"), () => date("2027-01-31"))).toBe("31 janv. 2027");
    for (const zone of ["Europe/Berlin", "Pacific/Auckland", "America/Los_Angeles"])
      for (const day of ["2027-02-28", "2027-02-28T23:59:59.999Z", new Date("2027-02-28T23:59:59.999Z")])
        expect(asReader(readerOf("de", zone), () => [date(day), dateTime(day)])).toEqual(["28. Feb. 2027", "28. Feb. 2027"]);
    expect(asReader(readerOf("de", "Europe/Berlin"), () => dateTime("2027-02-28T23:59:59Z"))).toContain("1. März 2027, 00:59");
    expect([date("soon"), dateTime("soon"), relative("soon", new Date(at))]).toEqual(["soon", "soon", "soon"]);
  });

  test("name days before and after now", () => {
    const now = new Date(at);
    expect(asReader(readerOf("de"), () => [relative(at, now), relative("2026-04-27T12:00:00Z", now)])).toEqual(["heute", "vor 3 Tagen"]);
  });

  test("sort Álvaro with A, and Ärzte with A for a German reader", () => {
    const names = ["Zoe", "Álvaro", "Ärzte", "Anna", "Bernd"];
    expect(asReader(readerOf("de"), () => names.toSorted(compareTexts))).toEqual(["Álvaro", "Anna", "Ärzte", "Bernd", "Zoe"]);
  });
});

describe("Accept-Language", () => {
  test("is read by quality, with the region", () => {
    expect(acceptedLanguages("en;q=0.5, de-AT, fr;q=0.9, es;q=0")).toEqual([
      { language: "de", region: "AT" },
      { language: "fr" },
      { language: "en" },
    ]);
    expect(acceptedLanguages("zh-Hant-TW")).toEqual([{ language: "zh", region: "TW" }]);
    expect(localeOf("de", "at")).toBe("de-AT");
  });

  test("is ignored where it cannot be read", () => {
    expect(acceptedLanguages(undefined)).toEqual([]);
    expect(acceptedLanguages("*, de-<script>, q=1, de;q=x, ;;;, fr;q=0.1")).toEqual([{ language: "fr" }]);
  });
});
