import { rowPlace } from "../../model/record.ts";

/**
 * A result for machines: rows are numbered as in their own file. Where people stand in several files, each `row` has the
 * `file` beside it, and each list of rows, `rows` or `examples`, such a list of `places`.
 * @param files their names, in the order of the job
 */
export function placed(value: unknown, files: readonly string[]): unknown {
  if (files.length < 2) return value;
  if (Array.isArray(value)) return value.map((item) => placed(item, files));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
      if (name === "row" && typeof part === "number") return Object.entries(placeOf(part, files));
      if ((name === "rows" || name === "examples") && isRows(part)) {
        const places = part.map((row) => placeOf(row, files));
        return [
          [name, places.map(({ row }) => row)],
          ["places", places],
        ];
      }
      return [[name, placed(part, files)]];
    }),
  );
}

function placeOf(row: number, files: readonly string[]): { row: number; file: string | null } {
  const place = rowPlace(row);
  return { row: place.row, file: files[place.file] ?? null };
}

function isRows(part: unknown): part is number[] {
  return Array.isArray(part) && part.every((one) => typeof one === "number");
}
