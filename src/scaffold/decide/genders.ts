import { normalize } from "../fold.ts";
import type { DraftContext } from "../write/draft.ts";
import type { Vocabulary } from "../languages/vocabulary.ts";
import type { ColumnStatistics } from "../statistics.ts";

/** Letter pairs with the same meaning in every language: beside F or W, M is male. */
const PAIRS: readonly (readonly [male: string, female: string])[] = [
  ["m", "f"],
  ["h", "f"],
  ["m", "w"],
];

const NEITHER = new Set(["x", "d", "o", "n", "u", "nb"]);

type GenderLetter = "f" | "m";

/** The genders that a column's values mean. */
export interface GenderValues {
  values: [text: string, letter: GenderLetter][];
  /** Known to be neither m nor f. */
  neither: string[];
  unknown: string[];
}

/** Reads words and letter pairs in the languages of the file only. */
export function genderValues(context: Pick<DraftContext, "sample" | "vocabulary">, column: ColumnStatistics): GenderValues {
  const { vocabulary, sample } = context;
  const languages = vocabulary.languagesOf(sample.header);
  const found: GenderValues = { values: [], neither: [], unknown: [] };
  const texts = [...column.values.keys()];
  const letters = new Set(texts.map(normalize).filter((value) => value.length === 1));
  const words = texts.filter((text) => normalize(text).length > 1).map((text) => vocabulary.gender(text, languages));
  const pair = pairOf(vocabulary, letters, languages) ?? (isMaleBeside(letters, words) ? ["m"] : undefined);
  for (const [text] of column.byCount()) {
    const value = normalize(text);
    const word =
      value === pair?.[0] ? "m" : value === pair?.[1] ? "f" : value.length === 1 ? undefined : vocabulary.gender(text, languages);
    if (word === "f" || word === "m") found.values.push([text, word]);
    else if (word === "neither" || NEITHER.has(value)) found.neither.push(text);
    else found.unknown.push(text);
  }
  return found;
}

/** Returns whether `M.` occurs with words for women only, as `M.` and `Mme` do: then it is a man in every language. */
function isMaleBeside(letters: ReadonlySet<string>, words: readonly ("f" | "m" | "neither" | undefined)[]): boolean {
  return letters.size === 1 && letters.has("m") && words.includes("f") && words.every((word) => word === "f" || word === "neither");
}

/** The pair that the letters of a column are; `undefined` where the languages that the file may be in disagree. */
function pairOf(
  { letters: lettersOf }: Vocabulary,
  letters: ReadonlySet<string>,
  languages: readonly string[],
): readonly [male: string, female: string] | undefined {
  const among = (pairs: readonly (readonly [string, string])[]): readonly [string, string][] =>
    pairs.filter((pair) => {
      const others = [...letters].filter((letter) => !pair.includes(letter));
      return pair.every((letter) => letters.has(letter)) && others.every((letter) => NEITHER.has(letter));
    }) as [string, string][];
  const [common] = among(PAIRS);
  if (common !== undefined) return common;
  const own = languages.map((language) => among(lettersOf(language)));
  const [first] = own[0] ?? [];
  return first !== undefined && own.every((pairs) => pairs.length === 1 && pairs[0]?.join() === first.join()) ? first : undefined;
}
