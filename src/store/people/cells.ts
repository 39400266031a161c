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
