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

/** Some programs ignore blanks and quotes before a formula. The library escapes a formula without them. */
const INNER_FORMULA = /(?:^[" ]+|[;\t\r\n][" ]*)(?=[=+\-@＝＋－＠])/g;
