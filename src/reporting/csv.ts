import { stringify } from "csv-stringify/sync";

/**
 * Returns rows as CSV in which no text becomes a formula in a spreadsheet program. Where the list separator is a
 * semicolon, as in most of Europe, such a program also begins a cell after a semicolon or line break within a text.
 */
export function toCsv(rows: readonly (readonly unknown[])[], { bom = true }: { bom?: boolean } = {}): string {
  return stringify([...rows] as unknown[][], {
    bom,
    escape_formulas: true,
    record_delimiter: "windows",
    cast: { string: (text) => text.replaceAll(INNER_FORMULA, "$&'") },
  });
}

/** Characters that some programs ignore before a formula: quotes, blanks of any width, and invisible characters. */
const IGNORED = String.raw`[\s"\p{C}\p{DI}\u2800]`;
/** The library escapes a formula at the very beginning, except after a pipe, with which some programs begin one too. */
const INNER_FORMULA = new RegExp(String.raw`(?:^(?:${IGNORED}+|(?=[|｜]))|[;\t\r\n]${IGNORED}*)(?=[=+\-@|＝＋－＠｜])`, "gu");
