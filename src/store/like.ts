import { sql, type RawBuilder, type SqlBool } from "kysely";

/** Nobody's name has more words. */
const MAX_WORDS = 10;

/** Returns a text for LIKE with its wildcards escaped. */
export function likeText(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** The text without case and accents, as `link.search` has it. */
export const folded = (text: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`;

/** Returns whether a text contains a word, in two thirds of the time of LIKE. The planner expects a third of all rows. */
export function contains(text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`strpos((${text}) COLLATE "C", ${word}) > 0`;
}

/** Returns the same by LIKE, of which the planner estimates how many rows there are. */
export function isLike(text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${text} LIKE ${`%${likeText(word)}%`}`;
}

/**
 * Returns the same, by an index of trigrams where the text has one. A word without three letters or digits of ASCII does not
 * use it: it has no trigrams, or with the locale C none that the index knows, and the whole index would be read.
 */
export function hasWord(text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> {
  return /[a-z\d]{3}/.test(word) ? isLike(text, word) : contains(text, word);
}

/** Returns whether a condition is true for each word of a text, in any order; it gets the folded word. */
export function eachWord(text: string, holds: (word: string) => RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  const plain = text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .toLowerCase();
  const words = plain
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MAX_WORDS);
  if (words.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`(${sql.join(
    words.map((word) => holds(word)),
    sql` AND `,
  )})`;
}
