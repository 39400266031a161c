import { stagedCells } from "../portions/staged-cells.ts";
import { keysOf, opened } from "../sealing/keys.ts";
import { sealEqually } from "../sealing/seal.ts";
import type { StoredCell } from "../schema/values.ts";
import type { Db } from "../schema/tables.ts";

/** The owner of a row; a row without a readable key has none. */
export interface CellOwner {
  job: string;
  key: string | null;
}

/**
 * Seals the cells of sensitive columns. Equal cells of one person have equal sealed values, so that the database can
 * detect changed rows.
 */
export function sealCells(
  db: Db,
  owner: CellOwner,
  cells: readonly (StoredCell | undefined)[],
  sensitivePlaces: readonly number[],
): StoredCell[] {
  const ring = keysOf(db);
  const stored = cells.map((cell) => cell ?? null);
  if (ring === null) return stored;
  for (const place of sensitivePlaces) {
    const cell = stored[place];
    if (typeof cell === "string" && cell !== "") stored[place] = { sealed: sealEqually(cell, ring, purposeOf(owner)) };
  }
  return stored;
}

/**
 * Opens sealed cells.
 * @throws Problem `secret_key` if no key opens a cell
 */
export function openCells(db: Db, owner: CellOwner, cells: readonly StoredCell[]): (string | null)[];
export function openCells(db: Db, owner: CellOwner, cells: readonly StoredCell[] | null): (string | null)[] | null;
export function openCells(db: Db, owner: CellOwner, cells: readonly StoredCell[] | null): (string | null)[] | null {
  if (cells === null || !cells.some((cell) => typeof cell === "object" && cell !== null)) return cells as (string | null)[] | null;
  return cells.map((cell) => (cell === null || typeof cell === "string" ? cell : opened(db, cell.sealed, purposeOf(owner))));
}

export function purposeOf({ job, key }: CellOwner): string {
  return JSON.stringify(["cell", job, key ?? ""]);
}

/** Returns rows of a file with their cells; without any where they are lost. @param rows `before`: the cells of an unchanged one */
export async function cellsOfStaged(
  db: Db,
  at: { run: string; job: string },
  rows: readonly { row: number; key: string; changed: boolean; before: StoredCell[] | null }[],
): Promise<{ row: number; key: string; cells: (string | null)[] }[]> {
  const now = await cellsOfRows(db, at.run, rows);
  return rows.map(({ row, key, changed, before }) => {
    const cells = changed ? now(row) : openCells(db, { job: at.job, key }, before);
    return { row, key, cells: cells ?? [] };
  });
}

/** Returns the cells of new and changed rows, by row. */
export async function cellsOfRows(
  db: Db,
  run: string,
  rows: readonly { row: number; changed: boolean }[],
): Promise<(row: number) => (string | null)[] | null> {
  const wanted = rows.flatMap(({ row, changed }) => (changed ? [row] : []));
  const found = await stagedCells(db, run, wanted);
  return (row) => found.get(row) ?? null;
}
