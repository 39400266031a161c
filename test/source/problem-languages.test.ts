import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { READER_LANGUAGES } from "../../src/domain/languages.ts";
import { asReader } from "../../src/reporting/locales/reader.ts";
import { storedText } from "../../src/reporting/stored-text.ts";

const file = fileURLToPath(new URL("../../src/source/fetch/locate.ts", import.meta.url));

/** Texts that are no sentence of their own, or that nobody is shown. */
const NO_PROBLEMS = new Set(["404 (read 404 UTC)"]);

/** Returns the sentences in source code: texts with three words or more, and a value in each place. */
function sentencesOf(code: string): string[] {
  const withoutComments = code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  const texts = [...withoutComments.matchAll(/"((?:[^"\\\n]|\\.)*)"|(?<!\\)`((?:[^`\\]|\\.)*)`/g)].map(
    ([, plain, template]) => plain ?? template ?? "",
  );
  return texts
    .map((text) =>
      text
        .replaceAll("\\`", "`")
        .replaceAll("${why})", ")")
        .replaceAll(/\$\{[^{}]*\}/g, "404"),
    )
    .filter((text) => /^[a-z4](?:[^<>{}]|< )*$/i.test(text) && text.split(" ").length >= 3 && !text.includes("BEGIN"));
}

test("every problem of finding a source is translated into every language", () => {
  const sentences = [...new Set(sentencesOf(readFileSync(file, "utf8")))].filter((text) => !NO_PROBLEMS.has(text));
  expect(sentences.length).toBeGreaterThan(3);
  const untranslated = READER_LANGUAGES.filter((language) => language !== "en").flatMap((language) =>
    asReader({ language, locale: language, timeZone: "UTC" }, () => sentences.filter((text) => storedText(text) === text)),
  );
  expect([...new Set(untranslated)]).toEqual([]);
});
