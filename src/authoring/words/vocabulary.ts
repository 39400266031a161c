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
  /**
   * What a word says about gender in some languages, which must agree. Long English words count in every file, because
   * many systems export them whatever the language of their headers.
   */
  gender(word: string, languages: readonly string[]): "f" | "m" | "neither" | undefined;
  /** The languages that most names of a header belong to; several where they fit equally, none where no name is known. */
  languagesOf(header: readonly string[]): readonly string[];
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
  const genders = new Map(languages.map((words) => [words.name, meanings([words], genderLists)]));
  const anyGender = meanings(languages, genderLists);
  const yesNo = meanings(languages, ({ yes, no }) => [
    ["yes", yes],
    ["no", no],
  ]);
  return {
    column: (name) => columns.get(loose(name)) ?? mixedMeanings(columns, name),
    languagesOf: (header) => languagesOf(languages, header),
    names: languages.flatMap(({ columns: table }) => Object.values(table).flatMap(({ sure, perhaps = [] }) => [...sure, ...perhaps])),
    status: (word) => {
      const known = status.get(loose(word));
      return known === undefined || known === null ? undefined : { active: known !== "left", away: known === "away" };
    },
    gender: (word, of) => {
      const text = loose(word);
      const found = new Set(of.flatMap((language) => genders.get(language)?.get(text) ?? []));
      if (found.size > 0) return found.size === 1 ? [...found][0] : undefined;
      return text.length >= LONG_WORD && genders.get("English")?.has(text) === true ? (anyGender.get(text) ?? undefined) : undefined;
    },
    yesNo: (word) => {
      const known = yesNo.get(loose(wholeNumber(word)));
      return known === undefined || known === null ? undefined : known === "yes";
    },
    half: (name) =>
      languages.flatMap(({ name: language, halfName }) =>
        halfName !== undefined && loose(halfName.word) === loose(name) ? [{ is: halfName.is, language }] : [],
      ),
  };
}

/** Shorter English words may be words of another language. */
const LONG_WORD = 4;

function genderLists({ gender: { female, male, neither } }: Words): readonly ["f" | "m" | "neither", readonly string[]][] {
  return [
    ["f", female],
    ["m", male],
    ["neither", neither],
  ];
}

/** `1.0` and `0,00` as spreadsheets and data frames write 1 and 0. */
function wholeNumber(text: string): string {
  return /^([01])[.,]0+$/.exec(text.trim())?.[1] ?? text;
}

/** A name in two languages, such as `Abteilung / Departamento`: only what every part may mean. */
function mixedMeanings(columns: ReadonlyMap<string, readonly Meaning[]>, name: string): readonly Meaning[] {
  const parts = name.split(/[/|\\()[\]\n]| [-–—] /).filter((part) => loose(part) !== "");
  if (parts.length < 2) return [];
  const [first = [], ...others] = parts.map((part) => columns.get(loose(part)) ?? []);
  return first.flatMap((meaning) => {
    const same = others.map((other) => other.find(({ role }) => role === meaning.role));
    if (same.includes(undefined)) return [];
    return [{ ...meaning, sure: meaning.sure && same.every((one) => one?.sure === true) }];
  });
}

/** Names that several languages share say less about which one it is. */
function languagesOf(languages: readonly Words[], header: readonly string[]): readonly string[] {
  const tables = languages.map(({ name, columns }) => {
    const words = Object.values(columns).flatMap(({ sure, perhaps = [] }) => [...sure, ...perhaps]);
    return { name, words: new Set(words.map(loose)) };
  });
  const scores = new Map<string, number>();
  for (const name of header.flatMap((column) => [column, ...(/[/|()]/.test(column) ? column.split(/[/|()]/) : [])])) {
    const known = tables.filter(({ words }) => words.has(loose(name)));
    for (const table of known) scores.set(table.name, (scores.get(table.name) ?? 0) + 1 / known.length);
  }
  const best = Math.max(0, ...scores.values());
  return [...scores].filter(([, score]) => score >= best - 1e-9).map(([name]) => name);
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
