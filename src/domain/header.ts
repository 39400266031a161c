import { foldName, seenName, shownText, someOf } from "./names.ts";
import { nearest } from "./nearest.ts";
import { FileProblem } from "./problem.ts";

/** The columns that `manager` of a mapping computes. */
export const HAS_REPORTS = "manager.has_reports";
export const MANAGER_KEY = "manager.key";

/** Returns why a computed column has no value for a person; `null` for a column of the file. */
export function unknownManager(column: string): string | null {
  const name = foldName(column);
  if (name === HAS_REPORTS) return "it is not known whether anyone reports to the person";
  return name === MANAGER_KEY ? "it is not known who manages the person" : null;
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
  mapping: (at: string) => `Correct the export, or the names in the mapping${at}.`,
  pilot: () => "Correct the export, or the names in the pilot.",
  job: () => "Correct the export, or `source.rows.keep.column` in the job.",
};

/** Returns where the missing columns are named, such as ` (nightly.yaml:21)`. */
function namedAt(wanted: readonly string[], found: readonly (readonly number[])[], placeOf?: (name: string) => string | undefined): string {
  const places = wanted.flatMap((name, place) => (found[place]?.length === 0 ? (placeOf?.(name) ?? []) : []));
  return places.length === 0 ? "" : ` (${someOf([...new Set(places)])})`;
}

/** Advice when no column is found: the header is probably on another line. */
const HEADER_FURTHER_DOWN =
  " If the header is further down, skip the lines above it with `source.skip: { before: 2 }`, or `xlsx: { header_row: 3 }`.";

function refuseMissing(
  wanted: readonly string[],
  found: readonly (readonly number[])[],
  header: readonly string[],
  file: string,
  advice: string,
  isMapping: boolean,
): void {
  const missing = wanted.filter((_, place) => found[place]?.length === 0);
  if (missing.length === 0) return;
  // The header is of a row with its computed columns, which no export has.
  const named = [...new Set(header.map(plainName).filter((name) => name !== "" && unknownManager(name) === null))];
  const list = someOf(missing.map((name) => `${quote(name)}${hint(name, named)}`));
  throw new FileProblem(
    "missing_column",
    `${file}: ${missing.length === 1 ? `the header lacks the column ${list}` : `the header lacks the columns ${list}`}; nothing was changed`,
    `${advice} The header has: ${
      someOf(
        named.map((name) => shownText(name)),
        100,
      ) || "no names"
    }.${delimiterHint(wanted, found, header) ?? (missing.length === wanted.length && isMapping ? HEADER_FURTHER_DOWN : "")}`,
  );
}

/** Says that the header was cut by the wrong delimiter, if it has more of the columns when it is cut by another one. */
function delimiterHint(wanted: readonly string[], found: readonly (readonly number[])[], header: readonly string[]): string | null {
  const had = found.filter((places) => places.length > 0).length;
  const names = new Set(wanted.map((name) => foldName(name)));
  for (const [delimiter, setting] of DELIMITERS) {
    const cut = new Set(header.flatMap((name) => name.split(delimiter)).map((name) => foldName(name.replaceAll('"', ""))));
    const more = cut.intersection(names).size;
    if (more > had && more > 1)
      return ` The header seems to be cut by the wrong delimiter: cut at \`${setting}\`, it has ${more} of the columns. Set \`source.csv.delimiter: "${setting}"\` in the job.`;
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
  const list = doubled.map(({ name, places }) => {
    const spelt = [...new Set(places.map((index) => plainName(header[index] ?? "")))].filter((other) => other !== plainName(name));
    const also = spelt.length === 0 ? "" : `, written ${spelt.slice(0, 5).map(quote).join(" and ")}`;
    return `${quote(name)} (columns ${someOf(
      places.map((index) => String(index + 1)),
      10,
    ).replaceAll(", ", " and ")}${also})`;
  });
  throw new FileProblem(
    "duplicate_column",
    `${file}: the header has more than one column ${someOf(list)}; nothing was changed`,
    "Keep one of them in the export: Rollcall cannot tell which one is meant.",
  );
}

function put(map: Map<string, number[]>, name: string, index: number): void {
  const known = map.get(name);
  if (known === undefined) map.set(name, [index]);
  else known.push(index);
}

const quote = (name: string): string => `“${shownText(name)}”`;

/** Suggests a name that looks the same before one that is spelled similarly. */
function hint(name: string, named: readonly string[]): string {
  const similar = named.find((other) => seenName(other) === seenName(name)) ?? nearest(name, named);
  return similar === undefined ? "" : ` (did you mean ${quote(similar)}?)`;
}

const plainName = (name: string): string => name.trim().normalize("NFC");
