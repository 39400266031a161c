/** The cells of new and changed rows, which are stored by portion from the reading of a file to the end of its run. */
import { sql } from "kysely";
import type { Db } from "../schema/tables.ts";
import { deletePortions, openPortion, storePortion } from "./portion.ts";

type StagedCells = (string | null)[];

const kind = "cells";

interface Rows {
  first: number;
  last: number;
}

/** Stores the cells of rows that follow each other. Call it after the rows are stored. */
export function storeStagedCells(
  db: Db,
  run: string,
  rows: readonly { row: number; cells: readonly (string | undefined)[] | null }[],
): Promise<void> {
  const values = rows.flatMap(({ row, cells }) => (cells === null ? [] : [[row, Array.from(cells, (cell) => cell ?? null)] as const]));
  return storePortion(db, { run, kind }, new Map(values));
}

/**
 * Returns the cells of some rows of a run, by row; of unchanged rows, and of those whose cells are lost, there are none.
 * @throws Problem `secret_key`: no key opens them. Exit 2.
 */
export async function stagedCells(db: Db, run: string, rows: readonly number[]): Promise<Map<number, StagedCells>> {
  const found = new Map<number, StagedCells>();
  const sorted = rows.toSorted((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return found;
  let next = 0;
  for (const { first, last, version } of await portionsBetween(db, run, { first: least, last: most })) {
    while ((sorted[next] ?? Number.POSITIVE_INFINITY) < first) next += 1;
    if ((sorted[next] ?? Number.POSITIVE_INFINITY) > last) continue;
    const values = await openPortion<StagedCells>(db, { run, kind, first, version });
    for (; (sorted[next] ?? Number.POSITIVE_INFINITY) <= last; next += 1) {
      const row = sorted[next] ?? -1;
      const cells = values.get(row);
      if (cells !== undefined) found.set(row, cells);
    }
  }
  return found;
}

/** Passes on the cells of a run in portions, in file order. @param among some of the rows; left out: all */
export async function* stagedPortions(
  db: Db,
  run: string,
  among: readonly number[] | null = null,
): AsyncGenerator<{ cells: Map<number, StagedCells> }> {
  const wanted = among === null ? null : new Set(among);
  for (const { first, version } of await portionsBetween(db, run, { first: 0, last: Number.MAX_SAFE_INTEGER })) {
    const all = await openPortion<StagedCells>(db, { run, kind, first, version });
    const cells = wanted === null ? all : new Map([...all].filter(([row]) => wanted.has(row)));
    if (cells.size > 0) yield { cells };
  }
}

async function portionsBetween(db: Db, run: string, { first, last }: Rows): Promise<(Rows & { version: string })[]> {
  return db
    .selectFrom("portion")
    .select(["first", "last", "version"])
    .where("run", "=", run)
    .where("kind", "=", kind)
    .where("last", ">=", first)
    .where("first", "<=", sql<number>`${last}::bigint`)
    .orderBy("first")
    .execute();
}

/** Deletes the cells of runs whose rows are deleted. */
export const dropStagedCells = (db: Db, runs: readonly string[]): Promise<void> => deletePortions(db, runs, kind);
