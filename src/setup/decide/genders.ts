import { fact } from "../../domain/facts/fact.ts";
import { visibleName } from "../../domain/names.ts";
import { isShowable, shortName, shownValue } from "./examples.ts";
import { normalize } from "../languages/fold.ts";
import { ask, NONE, type DraftContext } from "./draft.ts";
import { WHY } from "../write/why.ts";
import type { Contradiction } from "./candidates.ts";
import type { ColumnSource, Reading } from "./source.ts";
import type { Vocabulary } from "../languages/vocabulary.ts";
import type { ColumnStatistics } from "../sample/statistics.ts";

/** Letter pairs with the same meaning in every language: beside F or W, M is male. */
const PAIRS: readonly (readonly [male: string, female: string])[] = [
  ["m", "f"],
  ["h", "f"],
  ["m", "w"],
];

const NEITHER = new Set(["x", "d", "o", "n", "u", "nb"]);

type GenderLetter = "f" | "m";

/** A person can answer this many questions; a column with more values isn't gender. */
const MAX_GENDERS = 8;

/** Returns a contradiction if a column has many values, and none that means a gender. */
export function contradictsGender(column: ColumnStatistics, context: DraftContext): Contradiction {
  return column.distinct <= MAX_GENDERS || genderValues(context, column).values.length > 0
    ? undefined
    : fact("init.column_has_many_values", {});
}

/** Reads what the values of a column mean. Asks about those that the languages of the file don't know. */
export function readGender(context: DraftContext, { column, why }: ColumnSource): Reading | null {
  const read = genderValues(context, column);
  const answers = new Map([...column.values.keys()].map((text) => [text, context.answers.get(`gender.${text}`)]));
  const values = read.values.filter(([text]) => answers.get(text) === undefined);
  for (const [text, answer] of answers) if (answer === "f" || answer === "m") values.push([text, answer]);
  const known = new Set(values.map(([text]) => text));
  const asked = read.unknown.slice(0, MAX_GENDERS);
  for (const text of asked) askGender(context, column, text);
  const unknown = read.unknown.filter((text) => !known.has(text));
  if (values.length === 0) {
    context.remarks.push(fact("init.gender_is_unknown", { column: shortName(column.name) }));
    return null;
  }
  const left = [...read.neither.filter((text) => !known.has(text)), ...unknown.filter((value) => isShowable(context, value))];
  const how = {
    values: Object.fromEntries(values),
    // A known "neither" needs no note in each run; an unknown word does.
    ...(unknown.length === 0 ? {} : { otherwise: "omit" }),
  };
  return { how, why: why + WHY.withoutLetter(left) };
}

function askGender(context: DraftContext, column: ColumnStatistics, text: string): void {
  ask(context, {
    id: `gender.${text}`,
    part: "columns",
    value: text,
    ask: fact("init.ask_gender", {
      column: shortName(column.name),
      value: shownValue(context, text),
      rows: column.values.get(text) ?? 0,
    }),
    options: [
      { value: NONE, label: fact("init.gender_is_other", {}) },
      { value: "f", label: fact("setup.female", {}) },
      { value: "m", label: fact("setup.male", {}) },
    ],
    suggestion: NONE,
    of: "use.gender",
    flag: `--gender "${isShowable(context, text) ? visibleName(text) : "VALUE"}=f"`,
  });
}

/** The genders that a column's values mean. */
interface GenderValues {
  values: [text: string, letter: GenderLetter][];
  /** Known to be neither m nor f. */
  neither: string[];
  unknown: string[];
}

/** Reads words and letter pairs in the languages of the file only. */
function genderValues(context: Pick<DraftContext, "sample" | "vocabulary">, column: ColumnStatistics): GenderValues {
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
