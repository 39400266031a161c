import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/domain/settings.ts";
import { words } from "../../src/notify/locales/locales.ts";

const source = ["compose.ts", "notify.ts"]
  .map((file) => readFileSync(fileURLToPath(new URL(`../../src/notify/${file}`, import.meta.url)), "utf8"))
  .join("\n");

function keys(value: object): string[] {
  return Object.entries(value)
    .flatMap(([key, inner]) =>
      typeof inner === "object" && inner !== null ? keys(inner as object).map((name) => `${key}.${name}`) : [key],
    )
    .sort();
}

test("every language has the same words", () => {
  for (const language of LANGUAGES) expect(keys(words[language])).toEqual(keys(words.en));
});

test("no word is kept that nobody says", () => {
  expect(Object.keys(words.en).filter((key) => !source.includes(`say.${key}`))).toEqual([]);
});

test("no text is left in another language", () => {
  const texts = (of: object): string[] =>
    Object.values(of).flatMap((value) =>
      typeof value === "string" ? [value] : typeof value === "object" && value !== null ? texts(value as object) : [],
    );
  const english = new Set(texts(words.en));
  expect(texts(words.es).filter((text) => english.has(text))).toEqual([]);
});
