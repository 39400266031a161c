import { fact } from "../domain/facts/fact.ts";
import { foldName, isShortened } from "../domain/names.ts";
import { bindHeader } from "../domain/header.ts";
import type { RowNote } from "../domain/person.ts";
import { isError, isNullWord, MISSING_MARK, ROWS_MARK, type SourceRow } from "../domain/record.ts";
import type { JoinSettings } from "../domain/settings.ts";
import { openSource } from "./open.ts";
import { unusable } from "./unusable.ts";

/** Separates the cells of a row in memory. */
const CELLS_MARK = "\u001f";
const MARKS = new RegExp(`[${MISSING_MARK}${ROWS_MARK}${CELLS_MARK}]`);

/** A joined file is kept in memory, with the columns that the mapping uses. */
const MAX_CHARACTERS = 400_000_000;

/** The rows of a joined file, by key. */
export interface JoinTable {
  /** The columns, as the mapping names them. */
  columns: readonly string[];
  /** The people column whose value is looked up. */
  on: string;
  sha256: string;
  rows: number;
  notes: RowNote[];
  /** Returns the cells for a key, one for each of `columns`; unknown cells are `undefined`. */
  cellsOf(key: string | undefined): { cells: readonly (string | undefined)[]; problem?: SourceRow["problem"] };
}

/** Returns the mapping's columns that belong to a joined file: `NAME.Column`. */
export function columnsOfJoin(name: string, columns: readonly string[]): { full: string; own: string }[] {
  const prefix = foldName(`${name}.`);
  return columns.filter((column) => foldName(column).startsWith(prefix)).map((full) => ({ full, own: full.slice(full.indexOf(".") + 1) }));
}

/**
 * Reads a whole joined file.
 * @param shown its name for messages
 * @param columns the columns of the mapping
 * @throws FileProblem as for any file, and if the file is too large to join
 */
export async function readJoin(
  settings: JoinSettings,
  path: string,
  shown: string,
  columns: readonly string[],
  onBytes: (bytes: number) => void,
): Promise<JoinTable> {
  const used = columnsOfJoin(settings.name, columns);
  const wanted = [settings.key, ...used.map(({ own }) => own)];
  const source = await openSource(path, settings, wanted);
  try {
    const [keyPlace = -1, ...places] = bindHeader(wanted, source.header, shown);
    const kept = new Map<string, string[]>();
    let characters = 0;
    let rows = 0;
    let unreadable = 0;
    for await (const batch of source.rows(5000)) {
      for (const { cells, problem } of batch) {
        rows += 1;
        const key = problem === undefined || problem.column !== undefined ? readKey(cells[keyPlace]) : undefined;
        if (key === undefined) {
          unreadable += 1;
          continue;
        }
        const values = places.map((place) => (problem === undefined ? cells[place]?.trim() : undefined));
        const packed = values.map((value) => (value === undefined || MARKS.test(value) ? MISSING_MARK : value)).join(CELLS_MARK);
        const known = kept.get(key);
        if (known?.includes(packed) === true) continue;
        if (known === undefined) kept.set(key, [packed]);
        else known.push(packed);
        characters += packed.length + key.length;
        if (characters > MAX_CHARACTERS) throw tooLarge(shown, rows);
      }
      onBytes(source.bytesRead());
    }
    return table(settings, shown, used, kept, { sha256: source.sha256(), rows, unreadable });
  } catch (error) {
    await source.close().catch(() => undefined);
    throw error;
  }
}

/** Returns the key of a joined row; `undefined` if it is unknown whose row it is. */
function readKey(cell = ""): string | undefined {
  const key = cell.trim();
  return key === "" || isError(key) || isNullWord(key) || isShortened(key) ? undefined : key;
}

function table(
  settings: JoinSettings,
  shown: string,
  used: { full: string; own: string }[],
  kept: ReadonlyMap<string, string[]>,
  read: { sha256: string; rows: number; unreadable: number },
): JoinTable {
  const unknown = used.map(() => undefined);
  const missing = used.map(() => MISSING_MARK).join(CELLS_MARK);
  const split = (packed: string): (string | undefined)[] =>
    packed.split(CELLS_MARK).map((value) => (value === MISSING_MARK ? undefined : value));
  const notes: RowNote[] = [];
  if (read.unreadable > 0) {
    notes.push({
      column: settings.key,
      code: "joined_row_without_key",
      fact: fact("rows.without_joined_key", { file: shown, unreadable: read.unreadable, rows: read.rows, column: settings.key }),
    });
  }
  return {
    columns: used.map(({ full }) => full),
    on: settings.on,
    sha256: read.sha256,
    rows: read.rows,
    notes,
    cellsOf(key) {
      const found = key === undefined ? undefined : kept.get(key);
      if (found === undefined || used.length === 0) return { cells: unknown };
      if (settings.rows === "one") {
        const [only = "", another] = found;
        if (another === undefined) return { cells: split(only) };
        const several = fact("row.several_joined", { file: shown, rows: found.length, join: settings.name });
        return { cells: unknown, problem: { code: "several_rows", fact: several, column: settings.on } };
      }
      // Sorted, so that a different row order is no change. A row without a key could be another row of this person.
      const all = [...found].sort();
      if (read.unreadable > 0) all.push(missing);
      if (all.length === 1) return { cells: split(all[0] ?? "") };
      const rows = all.map((packed) => packed.split(CELLS_MARK));
      return { cells: used.map((_, at) => rows.map((row) => row[at] ?? MISSING_MARK).join(ROWS_MARK)) };
    },
  };
}

function tooLarge(shown: string, rows: number): Error {
  return unusable("join_too_large", shown, fact("file.fills_memory", { rows }), fact("advice.export_less", {}));
}
