import { keysOf, opened } from "./keys.ts";
import { sealEqually } from "./seal.ts";
import type { StoredCell } from "./schema-values.ts";
import type { Db } from "./schema.ts";

/** Whose row it is; a row without a readable key is nobody's. */
export interface CellOwner {
  job: string;
  key: string | null;
}

/**
 * Seals the cells of sensitive columns. Equal cells of one person are sealed equally, so that the database can tell
 * whether a row has changed.
 */
export function sealCells(db: Db, owner: CellOwner, cells: readonly (StoredCell | undefined)[], secret: readonly number[]): StoredCell[] {
  const ring = keysOf(db);
  const stored = cells.map((cell) => cell ?? null);
  if (ring === null) return stored;
  for (const place of secret) {
    const cell = stored[place];
    if (typeof cell === "string" && cell !== "") stored[place] = { sealed: sealEqually(cell, ring, purposeOf(owner)) };
  }
  return stored;
}

/** @throws Problem `secret_key` where none of the keys opens a cell */
export function openCells(db: Db, owner: CellOwner, cells: readonly StoredCell[]): (string | null)[];
export function openCells(db: Db, owner: CellOwner, cells: readonly StoredCell[] | null): (string | null)[] | null;
export function openCells(db: Db, owner: CellOwner, cells: readonly StoredCell[] | null): (string | null)[] | null {
  if (cells === null) return cells;
  return cells.map((cell) => (cell === null || typeof cell === "string" ? cell : opened(db, cell.sealed, purposeOf(owner))));
}

export function purposeOf({ job, key }: CellOwner): string {
  return JSON.stringify(["cell", job, key ?? ""]);
}
