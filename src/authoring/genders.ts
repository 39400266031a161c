import { loose } from "./fold.ts";
import type { ColumnStatistics } from "./statistics.ts";
import type { Vocabulary } from "./words/vocabulary.ts";

/** Pairs of letters, male and female. M is a man in most languages and a woman (mujer) in Spanish: only the pair tells. */
const PAIRS: readonly [male: string, female: string][] = [
  ["m", "f"],
  ["h", "f"],
  ["m", "w"],
  ["h", "m"],
  ["v", "m"],
  ["v", "h"],
];
const NEITHER = new Set(["x", "d", "o", "n", "u", "nb"]);

/** What the values of a column say about gender. */
export interface GenderValues {
  values: [text: string, letter: "f" | "m"][];
  /** Known to be neither m nor f. */
  neither: string[];
  unknown: string[];
}

/** Reads words in every language, and letters where both of a pair are there. */
export function genderValues(vocabulary: Vocabulary, column: ColumnStatistics): GenderValues {
  const found: GenderValues = { values: [], neither: [], unknown: [] };
  const letters = new Set([...column.values.keys()].map(loose).filter((value) => value.length === 1 && !NEITHER.has(value)));
  const pairs = PAIRS.filter((pair) => letters.size === 2 && pair.every((letter) => letters.has(letter)));
  const pair = pairs.length === 1 ? pairs[0] : undefined;
  for (const [text] of column.byCount()) {
    const value = loose(text);
    const word = value === pair?.[0] ? "m" : value === pair?.[1] ? "f" : vocabulary.gender(text);
    if (word === "f" || word === "m") found.values.push([text, word]);
    else if (word === "neither" || NEITHER.has(value)) found.neither.push(text);
    else found.unknown.push(text);
  }
  return found;
}
