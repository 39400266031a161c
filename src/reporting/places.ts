import { rowPlace } from "../domain/record.ts";

/**
 * Returns a result for machines with rows numbered as in their own file. Where the people come from several files, each
 * `row` gets its `file` beside it, and each list of rows, `rows` or `examples`, gets a list of `places`.
 * @param files the names of the files, in the order of the job
 */
export function placed<T>(value: T, files: readonly string[]): T {
  // Rows stay numbers and no key is removed, so the result fits the type of the input.
  return files.length < 2 ? value : (withPlaces(value, files) as T);
}

function withPlaces(value: unknown, files: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => withPlaces(item, files));
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
      return [[name, withPlaces(part, files)]];
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
