import { loose } from "../fold.ts";
import type { Role, Words } from "./words.ts";

/** One thing that the name of a column may mean. */
export interface Meaning {
  role: Role;
  sure: boolean;
  /** The language of the word, in words. */
  language: string;
}

/** What words mean, in some languages together. */
export interface Vocabulary {
  /** What a column of this name may be, each role once, the surest first. */
  column(name: string): readonly Meaning[];
  /** Every name that is recognised: by them the header of a sheet is told from its titles. */
  names: readonly string[];
  /** Whether a status says that somebody works here (`true`) or has left; `undefined` for a word that is not known. */
  status(word: string): { active: boolean; away: boolean } | undefined;
  gender(word: string): "f" | "m" | "neither" | undefined;
  yesNo(word: string): boolean | undefined;
  /** The half of a name that a column with a whole-name word holds where the other half is in the same language. */
  half(name: string): readonly { is: "first_name" | "last_name"; language: string }[];
}

/** Puts the tables of languages together. A word that means two things in two languages means nothing. */
export function vocabularyOf(languages: readonly Words[]): Vocabulary {
  const columns = new Map<string, Meaning[]>();
  for (const { name: language, columns: table } of languages) {
    for (const [role, { sure, perhaps = [] }] of Object.entries(table) as [Role, NonNullable<Words["columns"][Role]>][]) {
      for (const word of sure) note(columns, word, { role, sure: true, language });
      for (const word of perhaps) note(columns, word, { role, sure: false, language });
    }
  }
  const status = meanings(languages, ({ status: { works, away, left } }) => [
    ["works", works],
    ["away", away],
    ["left", left],
  ]);
  const gender = meanings(languages, ({ gender: { female, male, neither } }) => [
    ["f", female],
    ["m", male],
    ["neither", neither],
  ]);
  const yesNo = meanings(languages, ({ yes, no }) => [
    ["yes", yes],
    ["no", no],
  ]);
  return {
    column: (name) => columns.get(loose(name)) ?? [],
    names: languages.flatMap(({ columns: table }) => Object.values(table).flatMap(({ sure, perhaps = [] }) => [...sure, ...perhaps])),
    status: (word) => {
      const known = status.get(loose(word));
      return known === undefined || known === null ? undefined : { active: known !== "left", away: known === "away" };
    },
    gender: (word) => gender.get(loose(word)) ?? undefined,
    yesNo: (word) => {
      const known = yesNo.get(loose(word));
      return known === undefined || known === null ? undefined : known === "yes";
    },
    half: (name) =>
      languages.flatMap(({ name: language, halfName }) =>
        halfName !== undefined && loose(halfName.word) === loose(name) ? [{ is: halfName.is, language }] : [],
      ),
  };
}

function note(columns: Map<string, Meaning[]>, word: string, meaning: Meaning): void {
  const known = columns.get(loose(word)) ?? [];
  const same = known.findIndex(({ role }) => role === meaning.role);
  if (same < 0) known.push(meaning);
  else if (meaning.sure && known[same]?.sure === false) known[same] = meaning;
  columns.set(
    loose(word),
    known.toSorted((a, b) => Number(b.sure) - Number(a.sure)),
  );
}

/** `null` where languages contradict each other. */
function meanings<T extends string>(
  languages: readonly Words[],
  lists: (words: Words) => readonly [T, readonly string[]][],
): Map<string, T | null> {
  const known = new Map<string, T | null>();
  for (const words of languages) {
    for (const [meaning, list] of lists(words)) {
      for (const word of list.map(loose)) known.set(word, known.has(word) && known.get(word) !== meaning ? null : meaning);
    }
  }
  return known;
}
