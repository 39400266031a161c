import { createHash } from "node:crypto";
import { fact, type Fact } from "../domain/facts/fact.ts";
import type { SourceRow } from "../domain/record.ts";
import { ROWS_MARK } from "../domain/record.ts";
import type { ManagerColumns, SourceColumns } from "./opened.ts";

/** A column whose cells are computed: its index among the columns, and that of the column it is computed from. */
export interface ComputedColumn {
  at: number;
  from: number;
  value(text: string | undefined): string | undefined;
}

/** A note about the managers of a file, with its rows. */
export interface ManagerNote {
  code: string;
  column: string;
  fact: Fact;
  rows: number;
  examples: number[];
}

/** Who has reports; `null` while the rows are not read. */
export type Managers = { hasReports(key: string): boolean | undefined; notes: ManagerNote[] } | null;

/** Returns the computed columns that the mapping uses. */
export function computedColumns({ columns, managers }: SourceColumns, known: Managers): ComputedColumn[] {
  if (managers == null) return [];
  const { normalize, key, column, hasReports, managerKey } = managers;
  const clean = (text: string | undefined): string | undefined =>
    text === undefined || text.includes(ROWS_MARK) ? undefined : normalize(text);
  const decided = (text: string | undefined): string | undefined => {
    const own = clean(text);
    const has = own === undefined || own === "" ? undefined : known?.hasReports(own);
    return has === undefined ? undefined : has ? "yes" : "no";
  };
  return [
    ...(hasReports === null ? [] : [{ at: columns.indexOf(hasReports), from: columns.indexOf(key), value: decided }]),
    ...(managerKey === null ? [] : [{ at: columns.indexOf(managerKey), from: columns.indexOf(column), value: clean }]),
  ];
}

/** Reads all rows once. */
export async function readManagers(
  columns: readonly string[],
  managers: ManagerColumns,
  source: { places: readonly number[]; rows(): AsyncIterable<SourceRow[]> },
  complete: boolean,
): Promise<NonNullable<Managers>> {
  const index = new ManagerIndex(managers);
  const places = managers.columns.map((column) => source.places[columns.indexOf(column)] ?? -1);
  for await (const batch of source.rows()) {
    for (const row of batch)
      index.add(
        row,
        places.map((place) => row.cells[place]),
      );
  }
  return index.finish(complete);
}

const NOBODY = -1;
const MAX_EXAMPLES = 5;

/**
 * Collects who manages whom while a file is read once. Keeps a few numbers a row, and the keys of managers only.
 * Unknown is not "no" (I5): after a row that cannot be used, only people whom another row names are known.
 */
class ManagerIndex {
  readonly #columns: ManagerColumns;
  readonly #ids = new Map<string, number>();
  readonly #rows: number[] = [];
  /** Digests of the row's key and of the row, and the id of its manager. */
  readonly #keys: number[] = [];
  readonly #digests: number[] = [];
  readonly #managers: number[] = [];
  /** Ids whom a person who works here names, and those whom a person of unknown status names. */
  readonly #named = new Set<number>();
  readonly #perhaps = new Set<number>();
  /** Digests of keys with rows that are left out. */
  readonly #left = new Set<number>();
  #unreadable = 0;
  readonly #examples: number[] = [];

  constructor(columns: ManagerColumns) {
    this.#columns = columns;
  }

  add({ row, cells, problem, kept }: SourceRow, own: readonly (string | undefined)[]): void {
    const { key, manager, counts } = this.#columns.read(row, own);
    if (kept === "no" && key !== null) return void this.#left.add(digestOf(key));
    if (kept === "unknown") {
      this.#unreadable += 1;
      return;
    }
    if (problem !== undefined || manager === undefined || counts === "rejected") {
      this.#unreadable += 1;
      if (this.#examples.length < MAX_EXAMPLES) this.#examples.push(row);
    }
    if (problem !== undefined || key === null) return;
    const id = manager == null ? NOBODY : this.#idOf(manager);
    this.#rows.push(row);
    this.#keys.push(digestOf(key));
    this.#digests.push(digestOf(JSON.stringify(cells)));
    this.#managers.push(id);
    // Someone who names themselves has no report by that.
    if (id === NOBODY || manager === key || counts === "rejected" || counts === "left") return;
    (counts === "works" ? this.#named : this.#perhaps).add(id);
  }

  /** @param complete whether the file has all people of the job */
  finish(complete: boolean): NonNullable<Managers> {
    const { column } = this.#columns;
    // If none of their rows is kept, it is unknown who manages them.
    this.#unreadable += this.#left.difference(new Set(this.#left.size === 0 ? [] : this.#keys)).size;
    const order = Uint32Array.from(this.#keys.keys()).sort((a, b) => (this.#keys[a] ?? 0) - (this.#keys[b] ?? 0));
    this.#countConflicts(order);
    const managerOf = this.#graph(order);
    const unknown = this.#rows.filter((_, i) => managerOf[i] === MISSING);
    const circles = circlesOf(managerOf).map((i) => this.#rows[i] ?? 0);
    const base = complete && this.#unreadable === 0 ? false : undefined;
    return {
      hasReports: (key) => {
        const id = this.#ids.get(key);
        if (id === undefined) return base;
        return this.#named.has(id) ? true : this.#perhaps.has(id) ? undefined : base;
      },
      notes: [
        {
          code: "managers_unknown",
          fact: fact("managers.unknown", {}),
          rows: this.#unreadable,
          examples: this.#examples,
        },
        {
          code: "unknown_manager",
          fact: fact("managers.not_in_file", {}),
          rows: unknown.length,
          examples: unknown.slice(0, MAX_EXAMPLES),
        },
        {
          code: "manager_circle",
          fact: fact("managers.in_circle", {}),
          rows: circles.length,
          examples: circles.slice(0, MAX_EXAMPLES),
        },
      ].flatMap((note) => (note.rows === 0 ? [] : [{ ...note, column }])),
    };
  }

  #idOf(manager: string): number {
    const known = this.#ids.get(manager) ?? this.#ids.size;
    this.#ids.set(manager, known);
    return known;
  }

  /** Counts rows of one key that differ: none of them is used. */
  #countConflicts(order: Uint32Array): void {
    for (let n = 1; n < order.length; n += 1) {
      const [a = 0, b = 0] = [order[n - 1], order[n]];
      if (this.#keys[a] === this.#keys[b] && this.#digests[a] !== this.#digests[b]) this.#unreadable += 1;
    }
  }

  /** Returns, for each row, the index of its manager's row, `MISSING` if there is none, or `NOBODY`. */
  #graph(order: Uint32Array): Int32Array {
    const digests = [...this.#ids.keys()].map((key) => digestOf(key));
    const places = digests.map((digest) => this.#find(order, digest));
    return Int32Array.from(this.#managers, (id) => (id === NOBODY ? NOBODY : (places[id] ?? MISSING)));
  }

  #find(order: Uint32Array, digest: number): number {
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#keys[order[middle] ?? 0] ?? 0) < digest) low = middle + 1;
      else high = middle;
    }
    const found = order[low];
    return found !== undefined && this.#keys[found] === digest ? found : MISSING;
  }
}

const MISSING = -2;

/** Returns the rows on a circle, in the order of the file. */
function circlesOf(managerOf: Int32Array): number[] {
  // 0: not seen; otherwise the start from which the row was reached first.
  const seen = new Int32Array(managerOf.length);
  const found: number[] = [];
  for (let start = 0; start < managerOf.length; start += 1) {
    let at = start;
    while (at >= 0 && seen[at] === 0) {
      seen[at] = start + 1;
      at = managerOf[at] ?? NOBODY;
    }
    if (at < 0 || seen[at] !== start + 1) continue;
    const first = at;
    do {
      found.push(at);
      at = managerOf[at] ?? first;
    } while (at !== first);
  }
  return found.sort((a, b) => a - b);
}

/** Returns 52 bits of a digest, enough to find rows by key without the keys themselves. */
function digestOf(text: string): number {
  const digest = createHash("sha256").update(text).digest();
  return digest.readUInt32BE(0) * 2 ** 20 + (digest.readUInt32BE(4) >>> 12);
}
