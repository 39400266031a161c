import { isError } from "../domain/record.ts";

/** A column with one value that exactly one row of each key has. */
export interface ChoosingColumn {
  column: string;
  value: string;
  /** Keys with several rows that differ. */
  keys: number;
}

/** Rows that are looked at: enough to see it, and few enough for the memory. */
export const LOOKED_AT_ROWS = 10_000;
/** A column with more values describes the assignment, and does not choose one. */
const MAX_VALUES = 6;
/** Keys with one row should have the value too, because the others are rejected. */
const MIN_SHARE = 0.9;
const YES = /^(?:y|yes|true|1|x|s|si|sí|sim|j|ja|o|oui)$/i;
const NO = /^(?:n|no|false|0|não|nao|nein|nee|non)$/i;
const PRIMARY = /primary|main|principal|haupt|prim[äa]r|hoofd|principale/i;

/**
 * Returns the column that tells apart the rows of one key, such as Primary Job with Yes and No; `null` if none does, or no
 * key has several rows.
 * @param isHidden whether the values of a column must not be shown
 */
export function choosingColumn(
  header: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
  keyOf: (cells: readonly (string | undefined)[]) => string | null,
  isHidden: (column: string) => boolean,
): ChoosingColumn | null {
  const byKey = [...Map.groupBy(new Map(rows.map((cells) => [JSON.stringify(cells), cells])).values(), keyOf)].flatMap(([key, of]) =>
    key === null || key === "" ? [] : [of],
  );
  const several = byKey.filter((of) => of.length > 1);
  if (several.length === 0) return null;
  const single = byKey.filter((of) => of.length === 1);
  const found = header.flatMap((column, place) => {
    if (column === "" || isHidden(column)) return [];
    const valueOf = (cells: readonly (string | undefined)[]): string => (cells[place] ?? "").trim();
    const values = new Set(byKey.flat().map(valueOf));
    if (values.size < 2 || values.size > MAX_VALUES || values.has("") || [...values].some(isError)) return [];
    return [...values].flatMap((value) => {
      if (NO.test(value) || !several.every((of) => of.filter((cells) => valueOf(cells) === value).length === 1)) return [];
      const alone = single.filter(([cells = []]) => valueOf(cells) === value).length;
      if (alone < single.length * MIN_SHARE) return [];
      return [{ column, value, keys: several.length, merit: Number(YES.test(value)) + 2 * Number(PRIMARY.test(column)) }];
    });
  });
  const best = Math.max(0, ...found.map(({ merit }) => merit));
  const [first, ...more] = found.filter(({ merit }) => merit === best);
  // Several that fit equally well say nothing, and with few keys a value without a meaning may fit by chance.
  if (first === undefined || more.length > 0 || (best === 0 && several.length < 3)) return null;
  return { column: first.column, value: first.value, keys: first.keys };
}
