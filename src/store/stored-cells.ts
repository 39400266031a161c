import { sql } from "kysely";
import { sealCells } from "./cells.ts";
import type { StoredCell } from "./schema-values.ts";
import type { Db } from "./schema.ts";

/** The cells of a person as they lie, with which `mapping_version` names the columns of each. */
export interface CellsRow {
  job: string;
  key: string;
  cells: StoredCell[];
  context: string | null;
  before: StoredCell[] | null;
  before_context: string | null;
}

const portion = 2000;

/**
 * Goes through the stored cells of all people, or of one job's, and writes those anew that `change` gives back.
 * @returns how many rows it wrote
 */
export async function rewriteCells(
  db: Db,
  job: string | null,
  change: (row: CellsRow) => Promise<Pick<CellsRow, "cells" | "before"> | null>,
): Promise<number> {
  let written = 0;
  let after = { job: "", key: "" };
  for (;;) {
    const { rows } = await sql<CellsRow>`
      SELECT c.job, c.key, c.cells, p.context, c.before, c.before_context FROM person_cells c
      LEFT JOIN person p ON p.job = c.job AND p.key = c.key
      WHERE (c.job, c.key) > (${after.job}, ${after.key}) AND (${job}::text IS NULL OR c.job = ${job})
      ORDER BY c.job, c.key LIMIT ${portion}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return written;
    after = last;
    const changed: object[] = [];
    for (const row of rows) {
      const became = await change(row);
      if (became !== null) changed.push({ job: row.job, key: row.key, ...became });
    }
    written += changed.length;
    await sql`UPDATE person_cells c SET cells = e.cells, before = NULLIF(e.before, 'null'::jsonb)
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) AS e(job text, key text, cells jsonb, before jsonb)
      WHERE c.job = e.job AND c.key = e.key`.execute(db);
  }
}

/**
 * Seals what was stored in the clear, before there was a key or before its column was sensitive.
 * @param secretPlaces which cells of a `mapping_version` are sensitive now
 */
export async function sealOldCells(
  db: Db,
  job: string,
  secretPlaces: (context: string | null) => Promise<readonly number[]>,
): Promise<void> {
  const written = await rewriteCells(db, job, async ({ key, cells, context, before, before_context: earlier }) => {
    const [now, then] = [await secretPlaces(context), before === null ? [] : await secretPlaces(earlier)];
    if (!isClear(cells, now) && !isClear(before ?? [], then)) return null;
    const owner = { job, key };
    return { cells: sealCells(db, owner, cells, now), before: before === null ? null : sealCells(db, owner, before, then) };
  });
  // Without it the old version of each row stays in the file.
  if (written > 0) await sql`VACUUM FULL person_cells`.execute(db);
}

function isClear(cells: readonly StoredCell[], places: readonly number[]): boolean {
  return places.some((place) => typeof cells[place] === "string" && cells[place] !== "");
}
