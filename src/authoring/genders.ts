import { loose } from "./fold.ts";
import type { Desk } from "./draft.ts";
import type { ColumnStatistics } from "./statistics.ts";

/** Pairs of letters that mean the same in every language: with an F or a W beside it, M is a man. */
const PAIRS: readonly (readonly [male: string, female: string])[] = [
  ["m", "f"],
  ["h", "f"],
  ["m", "w"],
];

/** Pairs that mean one thing in one language and the opposite, or nothing, in another. */
const PAIRS_OF: Readonly<Record<string, readonly (readonly [male: string, female: string])[]>> = {
  Spanish: [
    ["h", "m"],
    ["v", "m"],
    ["v", "h"],
  ],
  Portuguese: [["h", "m"]],
  Dutch: [
    ["m", "v"],
    ["h", "d"],
  ],
  Italian: [["u", "d"]],
};
const NEITHER = new Set(["x", "d", "o", "n", "u", "nb"]);

export type GenderLetter = "f" | "m";

/** What the values of a column say about gender. */
export interface GenderValues {
  values: [text: string, letter: GenderLetter][];
  /** Known to be neither m nor f. */
  neither: string[];
  unknown: string[];
}

/** Reads words and pairs of letters as the file's own language has them; what another language says decides nothing. */
export function genderValues(desk: Pick<Desk, "sample" | "vocabulary">, column: ColumnStatistics): GenderValues {
  const { vocabulary, sample } = desk;
  const languages = vocabulary.languagesOf(sample.header);
  const found: GenderValues = { values: [], neither: [], unknown: [] };
  const pair = pairOf(new Set([...column.values.keys()].map(loose).filter((value) => value.length === 1)), languages);
  for (const [text] of column.byCount()) {
    const value = loose(text);
    const word =
      value === pair?.[0] ? "m" : value === pair?.[1] ? "f" : value.length === 1 ? undefined : vocabulary.gender(text, languages);
    if (word === "f" || word === "m") found.values.push([text, word]);
    else if (word === "neither" || NEITHER.has(value)) found.neither.push(text);
    else found.unknown.push(text);
  }
  return found;
}

/** The pair that the letters of a column are; `undefined` where the languages that the file may be in disagree. */
function pairOf(letters: ReadonlySet<string>, languages: readonly string[]): readonly [male: string, female: string] | undefined {
  const among = (pairs: readonly (readonly [string, string])[]): readonly [string, string][] =>
    pairs.filter((pair) => {
      const others = [...letters].filter((letter) => !pair.includes(letter));
      return pair.every((letter) => letters.has(letter)) && others.every((letter) => NEITHER.has(letter));
    }) as [string, string][];
  const [common] = among(PAIRS);
  if (common !== undefined) return common;
  const own = languages.map((language) => among(PAIRS_OF[language] ?? []));
  const [first] = own[0] ?? [];
  return first !== undefined && own.every((pairs) => pairs.length === 1 && pairs[0]?.join() === first.join()) ? first : undefined;
}
