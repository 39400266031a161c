import { readdirSync, readFileSync } from "node:fs";

/** A row by the names of its columns. */
export type Row = Readonly<Record<string, string>>;

/** The tables of the learning service's interface, as its document has them, by the heading above them. */
export const TABLES: ReadonlyMap<string, readonly Row[]> = new Map(
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .flatMap((file) => tablesOf(readFileSync(`${import.meta.dirname}/${file}`, "utf8"))),
);

export function table(heading: string): readonly Row[] {
  const rows = TABLES.get(heading);
  if (rows === undefined) throw new Error(`no table ${heading}`);
  return rows;
}

function tablesOf(text: string): [string, Row[]][] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      const [columns = [], , ...rows] = lines.filter((line) => line.startsWith("|")).map(cellsOf);
      return [heading, rows.map((cells) => Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ""])))];
    });
}

function cellsOf(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}
