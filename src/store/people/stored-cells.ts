import { sql } from "kysely";
import { settleAllCells, withCells } from "./accept-cells.ts";
import { sealCells } from "./cells.ts";
import type { StoredCell } from "../schema/values.ts";
import type { Db } from "../schema/tables.ts";

/** A person's stored cells, with the `mapping_version` that names their columns. */
export interface CellsRow {
  job: string;
  key: string;
  cells: StoredCell[];
  context: string | null;
  before: StoredCell[] | null;
  before_context: string | null;
}

const PORTION_ROWS = 2000;

/**
 * Rewrites the stored cells of a job for which `change` returns new ones.
 * @returns how many rows it wrote
 */
export async function rewriteCells(
  db: Db,
  job: string,
  change: (row: CellsRow) => Promise<Pick<CellsRow, "cells" | "before"> | null>,
): Promise<number> {
  // Then there is one row of each person, and one before it.
  let written = Number(await settleAllCells(db, job));
  for (let after = ""; ;) {
    const { rows } = await sql<CellsRow & { place: string }>`
      SELECT c.ctid::text AS place, c.job, c.key, c.cells, p.context, c.before, c.before_context FROM person_cells c
      LEFT JOIN person p ON p.job = c.job AND p.key = c.key
      WHERE c.job = ${job} AND c.key > ${after} ORDER BY c.key LIMIT ${PORTION_ROWS}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return written;
    const changed: object[] = [];
    for (const row of rows) {
      const replacement = await change(row);
      if (replacement !== null) changed.push({ place: row.place, key: row.key, ...replacement });
    }
    // Not a row that another process has changed meanwhile.
    const { numAffectedRows } = await withCells(db, job, (transaction) =>
      sql`UPDATE person_cells c SET cells = e.cells, before = NULLIF(e.before, 'null'::jsonb)
        FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS e(place text, key text, cells jsonb, before jsonb)
        WHERE c.job = ${job} AND c.key = e.key AND c.ctid = e.place::tid`.execute(transaction),
    );
    written += Number(numAffectedRows ?? 0n);
    if (Number(numAffectedRows ?? 0n) === changed.length) after = last.key;
  }
}

/**
 * Seals cells that were stored in plain text, before there was a key or before their column was sensitive.
 * @param sensitivePlaces returns which cells of a `mapping_version` are sensitive now
 */
export async function sealOldCells(
  db: Db,
  job: string,
  sensitivePlaces: (context: string | null) => Promise<readonly number[]>,
): Promise<void> {
  const written = await rewriteCells(db, job, async ({ key, cells, context, before, before_context: earlier }) => {
    const [now, then] = [await sensitivePlaces(context), before === null ? [] : await sensitivePlaces(earlier)];
    if (!hasPlainText(cells, now) && !hasPlainText(before ?? [], then)) return null;
    const owner = { job, key };
    return { cells: sealCells(db, owner, cells, now), before: before === null ? null : sealCells(db, owner, before, then) };
  });
  // Without it the old versions of the rows stay in the file.
  if (written > 0) await sql`VACUUM FULL person_cells`.execute(db);
}

function hasPlainText(cells: readonly StoredCell[], places: readonly number[]): boolean {
  return places.some((place) => typeof cells[place] === "string" && cells[place] !== "");
}
