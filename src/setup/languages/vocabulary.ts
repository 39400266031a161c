import { normalize } from "./fold.ts";
import type { Role, Words } from "./words.ts";

/** A possible meaning of a column name. */
interface Meaning {
  role: Role;
  sure: boolean;
  /** The name of the language. */
  language: string;
}

/** The meanings of words in several languages. */
export interface Vocabulary {
  /** Returns the possible roles of a column name, each once, the surest first. */
  column(name: string): readonly Meaning[];
  /** Every known column name; they distinguish the header of a sheet from its titles. */
  names: readonly string[];
  /** Returns whether a status means active or away; `undefined` for an unknown word. */
  status(word: string): { active: boolean; away: boolean } | undefined;
  /**
   * Returns the gender of a word if the languages agree. Long English words count in every file, because many systems
   * export them with headers in any language.
   */
  gender(word: string, languages: readonly string[]): "f" | "m" | "neither" | undefined;
  /** Returns the languages that fit a header best; several if they fit equally, none if no name is known. */
  languagesOf(header: readonly string[]): readonly string[];
  yesNo(word: string): boolean | undefined;
  /** Returns the words that a column with this yes or no may have as well; `no` alone exists in several languages. */
  opposites(word: string): readonly string[];
  /** Returns the letters for men and women in a language, by its name. */
  letters(language: string): readonly (readonly [male: string, female: string])[];
  /** Returns which half of a name a full-name word means beside the other half in the same language. */
  half(name: string): readonly { is: "first_name" | "last_name"; language: string }[];
}

/** Returns whether a column of this name may have one of the roles. */
export function hasRole(vocabulary: Vocabulary, name: string, roles: readonly Role[]): boolean {
  return vocabulary.column(name).some(({ role }) => roles.includes(role));
}

/** Returns whether a column is about pay, a bank account or another private matter, and has no other meaning. */
export function isPrivate(vocabulary: Vocabulary, name: string): boolean {
  const known = vocabulary.column(name);
  return known.length > 0 && known.every(({ role }) => role === "private");
}

/** Combines the tables of languages. A word with different meanings in two languages has none. */
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
    column: (name) => {
      const known = columns.get(normalize(name)) ?? columns.get(normalize(withoutChoice(name, yesNo))) ?? mixedMeanings(columns, name);
      return known.length === 0 && hasPrivateWord(name) ? [{ role: "private", sure: false, language: "" }] : known;
    },
    languagesOf: (header) => languagesOf(languages, header),
    names: languages.flatMap(({ columns: table }) => Object.values(table).flatMap(({ sure, perhaps = [] }) => [...sure, ...perhaps])),
    status: (word) => {
      const known = status.get(normalize(word));
      return known === undefined || known === null ? undefined : { active: known !== "left", away: known === "away" };
    },
    gender: (word, of) => {
      const text = normalize(word);
      const found = new Set(of.flatMap((language) => genders.get(language)?.get(text) ?? []));
      if (found.size > 0) return found.size === 1 ? [...found][0] : undefined;
      return text.length >= LONG_WORD && genders.get("English")?.has(text) === true ? (anyGender.get(text) ?? undefined) : undefined;
    },
    yesNo: (word) => {
      const known = yesNo.get(normalize(wholeNumber(word)));
      return known === undefined || known === null ? undefined : known === "yes";
    },
    opposites: (word) => {
      const [, digit = word, rest = ""] = /^([01])([.,]0+)$/.exec(word) ?? [];
      const others = (of: "yes" | "no", to: "yes" | "no"): string[] => [
        ...new Set(languages.flatMap((words) => words[to].filter((_, at) => words[of][at] === digit.toLowerCase()))),
      ];
      const yes = others("no", "yes");
      return [...others("yes", "no"), ...(yes.length === 1 ? yes : [])].map((other) => `${other}${rest}`);
    },
    letters: (language) => languages.find(({ name }) => name === language)?.gender.letters ?? [],
    half: (name) =>
      languages.flatMap(({ name: language, halfName }) =>
        halfName !== undefined && normalize(halfName.word) === normalize(name) ? [{ is: halfName.is, language }] : [],
      ),
  };
}

/** Shorter English words may also be words of another language. */
const LONG_WORD = 4;

function genderLists({ gender: { female, male, neither } }: Words): readonly ["f" | "m" | "neither", readonly string[]][] {
  return [
    ["f", female],
    ["m", male],
    ["neither", neither],
  ];
}

/** Converts `1.0` and `0,00`, as spreadsheets and data frames write them, to 1 and 0. */
function wholeNumber(text: string): string {
  return /^([01])[.,]0+$/.exec(text.trim())?.[1] ?? text;
}

/** Removes the possible values that a column name ends with: `Aktiv (J/N)` is `Aktiv`. */
function withoutChoice(name: string, words: ReadonlyMap<string, unknown>): string {
  const [, before, one = "", other = ""] = /^(.+?)[\s([]+([\p{L}\d]+)\s*[/|]\s*([\p{L}\d]+)[)\]\s]*$/su.exec(name) ?? [];
  return before !== undefined && words.has(normalize(one)) && words.has(normalize(other)) ? before : name;
}

/** Returns the roles that every part of a multilingual name shares, such as `Abteilung / Departamento`. */
function mixedMeanings(columns: ReadonlyMap<string, readonly Meaning[]>, name: string): readonly Meaning[] {
  const parts = name.split(/[/|\\()[\]\n]| [-–—] /).filter((part) => normalize(part) !== "");
  if (parts.length < 2) return [];
  const [first = [], ...others] = parts.map((part) => columns.get(normalize(part)) ?? []);
  return first.flatMap((meaning) => {
    const same = others.map((other) => other.find(({ role }) => role === meaning.role));
    if (same.includes(undefined)) return [];
    return [{ ...meaning, sure: meaning.sure && same.every((one) => one?.sure === true) }];
  });
}

/** Scores the languages of a header; a name that several languages share counts less. */
function languagesOf(languages: readonly Words[], header: readonly string[]): readonly string[] {
  const tables = languages.map(({ name, columns }) => {
    const words = Object.values(columns).flatMap(({ sure, perhaps = [] }) => [...sure, ...perhaps]);
    return { name, words: new Set(words.map(normalize)) };
  });
  const scores = new Map<string, number>();
  for (const name of header.flatMap((column) => [column, ...(/[/|()]/.test(column) ? column.split(/[/|()]/) : [])])) {
    const known = tables.filter(({ words }) => words.has(normalize(name)));
    for (const table of known) scores.set(table.name, (scores.get(table.name) ?? 0) + 1 / known.length);
  }
  const best = Math.max(0, ...scores.values());
  return [...scores].filter(([, score]) => score >= best - 1e-9).map(([name]) => name);
}

function note(columns: Map<string, Meaning[]>, word: string, meaning: Meaning): void {
  const known = columns.get(normalize(word)) ?? [];
  const same = known.findIndex(({ role }) => role === meaning.role);
  if (same < 0) known.push(meaning);
  else if (meaning.sure && known[same]?.sure === false) known[same] = meaning;
  columns.set(
    normalize(word),
    known.toSorted((a, b) => Number(b.sure) - Number(a.sure)),
  );
}

/**
 * Beginnings of words about pay, family, origin, beliefs, health and passwords, in all of these languages. A column with one of
 * them in its name is private, unless a language knows the whole name.
 */
const PRIVATE_BEGINNINGS =
  /(?:salar|wage|compensation|bonus|gehalt|lohn|vergutung|entgelt|sueldo|retribu|remunera|stipend|iban|marital|married|civilstatus|estadocivil|familienstand|race|racial|ethni|hispanic|latino|citizen|nationality|staatsangeh|nationalitat|nacionalidad|nationalite|nacionalidade|nazionalita|nationaliteit|religio|konfession|disab|behinder|discapac|handicap|passwor|passwort|kennwort|contrase|motdepasse|wachtwoord|senha|parola)/;

/** Returns whether a word of a column's name, as in RaceDesc or initial_password, is about a private matter. */
function hasPrivateWord(name: string): boolean {
  if (!PRIVATE_BEGINNINGS.test(normalize(name))) return false;
  const words = name.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").split(/[^\p{L}\p{M}]+/u);
  return words.some((_, at) => normalize(words.slice(at, at + 3).join("")).search(PRIVATE_BEGINNINGS) === 0);
}

/** Returns the meaning of each word; `null` if languages contradict each other. */
function meanings<T extends string>(
  languages: readonly Words[],
  lists: (words: Words) => readonly [T, readonly string[]][],
): Map<string, T | null> {
  const known = new Map<string, T | null>();
  for (const words of languages) {
    for (const [meaning, list] of lists(words)) {
      for (const word of list.map(normalize)) known.set(word, known.has(word) && known.get(word) !== meaning ? null : meaning);
    }
  }
  return known;
}
