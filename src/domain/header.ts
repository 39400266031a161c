import { fact, inTurn, someFacts, type Fact } from "./facts/fact.ts";
import { foldName, seenName, shownText } from "./names.ts";
import { nearest } from "./nearest.ts";
import { FileProblem } from "./problem.ts";

/** The columns that `manager` of a mapping computes. */
export const HAS_REPORTS = "manager.has_reports";
export const MANAGER_KEY = "manager.key";

/** Returns why a computed column has no value for a person; `null` for a column of the file. */
export function unknownManager(column: string): Fact | null {
  const name = foldName(column);
  if (name === HAS_REPORTS) return fact("cell.reports_unknown", {});
  return name === MANAGER_KEY ? fact("cell.manager_unknown", {}) : null;
}

/**
 * Returns the position of each wanted column in a header. Case does not matter, but an exact match wins.
 * @param file named in the problem
 * @param source what names the columns
 * @throws FileProblem `missing_column` (naming all of them) or `duplicate_column`
 */
export function bindHeader(
  wanted: readonly string[],
  header: readonly string[],
  file: string,
  source: keyof typeof ADVICE = "mapping",
  placeOf?: (name: string) => string | undefined,
): number[] {
  const exact = new Map<string, number[]>();
  const folded = new Map<string, number[]>();
  for (const [index, name] of header.entries()) {
    put(exact, plainName(name), index);
    put(folded, foldName(name), index);
  }
  const found = wanted.map((name) => exact.get(plainName(name)) ?? folded.get(foldName(name)) ?? []);
  refuseMissing(wanted, found, header, file, ADVICE[source](namedAt(wanted, found, placeOf)), source === "mapping");
  refuseDoubled(wanted, found, header, file);
  return found.map((places) => places[0] ?? -1);
}

/** Advice by what names the columns. */
const ADVICE = {
  mapping: (at: string[]) =>
    at.length === 0 ? fact("advice.correct_mapping_columns", {}) : fact("advice.correct_mapping_columns_at", { at }),
  pilot: () => fact("advice.correct_pilot_columns", {}),
  job: () => fact("advice.correct_keep_column", {}),
};

/** Returns where the missing columns are named, such as `nightly.yaml:21`. */
function namedAt(
  wanted: readonly string[],
  found: readonly (readonly number[])[],
  placeOf?: (name: string) => string | undefined,
): string[] {
  const places = wanted.flatMap((name, place) => (found[place]?.length === 0 ? (placeOf?.(name) ?? []) : []));
  return [...new Set(places)].slice(0, 30);
}

function refuseMissing(
  wanted: readonly string[],
  found: readonly (readonly number[])[],
  header: readonly string[],
  file: string,
  advice: Fact,
  isMapping: boolean,
): void {
  const missing = wanted.filter((_, place) => found[place]?.length === 0);
  if (missing.length === 0) return;
  // The header is of a row with its computed columns, which no export has.
  const named = [...new Set(header.map(plainName).filter((name) => name !== "" && unknownManager(name) === null))];
  const columns = someFacts(
    missing.map((name) => columnFact(name, named)),
    30,
  );
  const names = named.slice(0, 100).map((name) => shownText(name));
  const has = names.length === 0 ? fact("header.no_names", {}) : fact("header.names", { names, more: named.length - names.length });
  // If no column is found, the header is probably on another line.
  const further = missing.length === wanted.length && isMapping ? fact("advice.skip_to_header", {}) : undefined;
  throw new FileProblem(
    "missing_column",
    fact("file.unusable", { file, what: fact("file.lacks_columns", { n: missing.length, columns }) }),
    inTurn(advice, has, delimiterFact(wanted, found, header) ?? further),
  );
}

/** Says that the header was cut by the wrong delimiter, if it has more of the columns when it is cut by another one. */
function delimiterFact(wanted: readonly string[], found: readonly (readonly number[])[], header: readonly string[]): Fact | null {
  const had = found.filter((places) => places.length > 0).length;
  const names = new Set(wanted.map((name) => foldName(name)));
  for (const [delimiter, setting] of DELIMITERS) {
    const cut = new Set(header.flatMap((name) => name.split(delimiter)).map((name) => foldName(name.replaceAll('"', ""))));
    const more = cut.intersection(names).size;
    if (more > had && more > 1) return fact("header.other_delimiter", { delimiter: setting, columns: more });
  }
  return null;
}

const DELIMITERS = [
  [";", ";"],
  [",", ","],
  ["\t", String.raw`\t`],
  ["|", "|"],
] as const;

function refuseDoubled(wanted: readonly string[], found: readonly (readonly number[])[], header: readonly string[], file: string): void {
  const doubled = found.flatMap((places, place) => (places.length > 1 ? [{ name: wanted[place] ?? "", places }] : []));
  if (doubled.length === 0) return;
  const columns = doubled.map(({ name, places }) => {
    const spelt = [...new Set(places.map((index) => plainName(header[index] ?? "")))].filter((other) => other !== plainName(name));
    const at = {
      column: shownText(name),
      at: someFacts(
        places.map((index) => fact("column.at", { column: index + 1 })),
        10,
      ),
    };
    if (spelt.length === 0) return fact("column.repeated", at);
    return fact("column.repeated_as", { ...at, as: spelt.slice(0, 5).map((other) => fact("column.named", { column: shownText(other) })) });
  });
  throw new FileProblem(
    "duplicate_column",
    fact("file.unusable", { file, what: fact("file.repeats_columns", { columns: someFacts(columns, 30) }) }),
    fact("advice.keep_one_column", {}),
  );
}

function put(map: Map<string, number[]>, name: string, index: number): void {
  const known = map.get(name);
  if (known === undefined) map.set(name, [index]);
  else known.push(index);
}

/** Suggests a name that looks the same before one that is spelled similarly. */
function columnFact(name: string, named: readonly string[]): Fact {
  const similar = named.find((other) => seenName(other) === seenName(name)) ?? nearest(name, named);
  const column = shownText(name);
  return similar === undefined ? fact("column.named", { column }) : fact("column.similar", { column, similar: shownText(similar) });
}

const plainName = (name: string): string => name.trim().normalize("NFC");
