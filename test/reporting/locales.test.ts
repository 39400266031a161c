import { describe, expect, test } from "vitest";
import { READER_LANGUAGES } from "../../src/domain/languages.ts";
import { html } from "../../src/reporting/html/html.ts";
import { compareTexts, date, dateTime, list, number, relative } from "../../src/reporting/locales/formats.ts";
import { acceptedLanguages, asReader, localeOf, type Reader } from "../../src/reporting/locales/reader.ts";
import { unusedKeys, wrongCalls, wrongTexts } from "../helpers/messages.ts";
import { inLanguage, t, tHtml, textsIn, type Message } from "../../src/reporting/locales/t.ts";

const keys = Object.keys(textsIn("en")) as Message[];

const readerOf = (locale: string, timeZone = "UTC"): Reader => ({ language: locale.slice(0, 2) as Reader["language"], locale, timeZone });

describe("the messages", () => {
  test("say the same in every language, with the same places and all forms of a plural", () => {
    expect(wrongTexts()).toEqual([]);
    expect(keys.length).toBeGreaterThan(50);
  });

  test("are sorted by their keys", () => {
    for (const language of READER_LANGUAGES) expect(Object.keys(textsIn(language))).toEqual(keys.toSorted());
  });

  test("are all shown, each with exactly its values", () => {
    expect(unusedKeys()).toEqual([]);
    expect(wrongCalls()).toEqual([]);
  });

  test("have one word for undo in each language", () => {
    const others = { es: /revert|revirt/i, de: /zurück(ge|zu)?n(ehm|imm|omm)|rücknahme|nimmt .* zurück/i, fr: /irréversible/i } as const;
    const wrong = Object.entries(others).flatMap(([language, other]) =>
      keys
        .map((key) => textsIn(language as keyof typeof others)[key].replaceAll(/`[^`]*`|\{\w+\}/g, ""))
        .filter((text) => other.test(text)),
    );
    expect(wrong).toEqual([]);
  });
});

describe("a message", () => {
  const days = "labels.days";

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
    expect(asReader(readerOf("de-LU"), () => t("shell.page_page_last", { page: 2, last: 1200 }))).toBe("Seite 2 von 1.200");
  });

  test("escapes values unless they are HTML", () => {
    const drawn = tHtml("shell.row_row_file", { row: 1200, file: html`<b>${"<x>"}</b>` });
    expect(drawn.text).toBe("row 1,200 of <b>&lt;x&gt;</b>");
    expect(tHtml("shell.account_name", { name: "<b>" }).text).toBe("Account of &lt;b&gt;");
  });
});

describe("French texts", () => {
  test("keep punctuation on the line of its word, also beside values", () => {
    const french = readerOf("fr");
    expect(asReader(french, () => t("history.text", { text: "Ana" }))).toBe("«\u00a0Ana\u00a0»");
    expect(asReader(french, () => t("history.name_value", { name: "Ana", value: "!" }))).toBe("Ana\u00a0: !");
    expect(asReader(french, () => t("setup.who_left"))).toMatch(/\S\u202f\?$/);
    const texts = keys.map((key) => inLanguage(key, "fr"));
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
