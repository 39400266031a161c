import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LANGUAGES } from "../../src/domain/settings.ts";
import { texts } from "../../src/notify/locales/locales.ts";

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
  for (const language of LANGUAGES) expect(keys(texts[language])).toEqual(keys(texts.en));
});

test("no word is kept that nobody says", () => {
  expect(Object.keys(texts.en).filter((key) => !source.includes(`say.${key}`))).toEqual([]);
});

test("no text is left in another language", () => {
  const textsIn = (of: object): string[] =>
    Object.values(of).flatMap((value) =>
      typeof value === "string" ? [value] : typeof value === "object" && value !== null ? textsIn(value as object) : [],
    );
  const english = new Set(textsIn(texts.en));
  expect(textsIn(texts.es).filter((text) => english.has(text))).toEqual([]);
});
