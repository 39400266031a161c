import { sql } from "kysely";
import { fact, type Code, type Fact } from "../../domain/facts/fact.ts";
import { FILE_ROWS } from "../../domain/record.ts";
import type { FileRun } from "../in-file/in-file.ts";
import { promoteUnchanged } from "../in-file/promote.ts";
import { insertUnseen } from "../in-file/unseen-people.ts";
import type { Db } from "../schema/tables.ts";
import { factOfRows, isAmong, rowNames } from "./staging.ts";

/** Keys such as 1E5: like those of `mayBeShortened`. */
const SHORTENED = "^[0-9]+[eE][0-9]+$";
const SHORTENED_KEY: Code = "key.perhaps_shortened";

/**
 * Rejects rows with keys such as 1E5, if none of them has an account: a spreadsheet has probably shortened them. They
 * count as unreadable, because it is unknown whose rows they are.
 */
export async function rejectShortenedKeys(
  db: Db,
  { run, job, account, column }: FileRun & { account: string; column: string },
): Promise<void> {
  const isShortened = sql`p.key ~ ${SHORTENED}`;
  await promoteUnchanged(db, { run, job }, isShortened);
  await sql`WITH shortened AS (
      SELECT s.row, s.key FROM staged_row s WHERE s.run = ${run} AND s.key ~ ${SHORTENED}),
    refused AS (
      INSERT INTO rejected_row (run, row, column_name, code, fact)
      SELECT ${run}, row, ${column}, 'shortened_key',
        jsonb_build_object('code', ${SHORTENED_KEY}::text, 'values', jsonb_build_object('column', ${column}::text, 'value', key))
      FROM shortened WHERE NOT EXISTS (SELECT 1 FROM link l WHERE l.account = ${account} AND l.key IN (SELECT key FROM shortened)) RETURNING row)
    UPDATE staged_row SET row_status = 'reject', key = NULL WHERE run = ${run} AND row IN (SELECT row FROM refused)`.execute(db);
  await insertUnseen(db, { run, job }, isShortened);
}

/**
 * Resolves keys with several rows. Identical rows collapse into the first; differing rows are all rejected. Unchanged
 * rows occur once each, so a doubled key has at least one row with cells. Call it after `promoteRepeated`.
 * @param sameKey which file counts if several have rows for a key: `first`, `last`, or `reject` for none
 * @param among the keys that may have several rows; `null`: any
 * @returns how many rows gave way to another file's
 */
export async function settleDoubleKeys(
  db: Db,
  run: string,
  sameKey: "reject" | "first" | "last",
  among: readonly string[] | null,
): Promise<number> {
  const chosen = sameKey === "reject" ? "NULL::integer" : sameKey === "first" ? "min(file)" : "max(file)";
  await sql`CREATE TEMP TABLE IF NOT EXISTS double_key (key text, keep integer, versions integer, rows jsonb, file integer)`.execute(db);
  await sql`TRUNCATE double_key`.execute(db);
  await sql`INSERT INTO double_key
    WITH doubled AS (
      SELECT key, row, digest, row / ${sql.raw(String(FILE_ROWS))} AS file FROM staged_row
      WHERE run = ${run} AND row_status NOT IN ('left_out', 'unclear') AND key IN (SELECT key FROM staged_row WHERE run = ${run} AND changed AND ${isAmong(sql`key`, among)})),
    chosen AS (
      SELECT key, CASE WHEN count(DISTINCT digest) > 1 THEN ${sql.raw(chosen)} END AS file
      FROM doubled GROUP BY key HAVING count(*) > 1)
    SELECT d.key, min(d.row), count(DISTINCT d.digest), ${rowNames}, max(c.file)
    FROM (SELECT *, row_number() OVER (PARTITION BY key ORDER BY row) AS place FROM doubled) d JOIN chosen c ON c.key = d.key AND (c.file IS NULL OR c.file = d.file) GROUP BY d.key`.execute(
    db,
  );
  await sql`UPDATE staged_row s SET row_status = CASE
      WHEN d.file IS NOT NULL AND s.row / ${sql.raw(String(FILE_ROWS))} <> d.file THEN 'duplicate'
      WHEN d.versions > 1 THEN 'reject' WHEN s.row = d.keep THEN s.row_status ELSE 'duplicate' END
    FROM double_key d WHERE s.run = ${run} AND s.key = d.key AND s.row_status NOT IN ('left_out', 'unclear')`.execute(db);
  await sql`INSERT INTO rejected_row (run, row, key, code, fact)
    SELECT s.run, s.row, s.key, 'conflicting_rows', ${factOfRows("rows.differ", sql`d.rows`)}
    FROM staged_row s JOIN double_key d USING (key) WHERE s.run = ${run} AND s.row_status = 'reject' AND d.versions > 1`.execute(db);
  await sql`DELETE FROM rejected_row r USING staged_row s
    WHERE r.run = ${run} AND s.run = r.run AND s.row = r.row AND s.row_status = 'duplicate'`.execute(db);
  const { rows } = await sql<{ n: string }>`SELECT count(*) AS n FROM staged_row s JOIN double_key d USING (key)
    WHERE s.run = ${run} AND d.file IS NOT NULL AND s.row / ${sql.raw(String(FILE_ROWS))} <> d.file`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

const UNCLEAR = { code: "kept_row_unclear" };
const NONE = { code: "no_row_kept" };

/**
 * Resolves rows that `source.rows.keep` leaves out: they are duplicates of the kept row of their key. A key is rejected
 * if it has no kept row, or a row whose cell does not say.
 * @returns a note on the rows that are left out
 */
export async function settleLeftOut(
  db: Db,
  run: string,
  column: string,
): Promise<{ code: string; column: string; fact: Fact; rows: number; examples: number[] }[]> {
  await sql`WITH marked AS (
      SELECT key, bool_or(row_status = 'unclear') AS unclear FROM staged_row
      WHERE run = ${run} AND key IN (SELECT key FROM staged_row WHERE run = ${run} AND row_status IN ('left_out', 'unclear'))
      GROUP BY key HAVING bool_or(row_status = 'unclear') OR bool_and(row_status = 'left_out')),
    numbered AS (SELECT s.key, s.row, row_number() OVER (PARTITION BY s.key ORDER BY s.row) AS place
      FROM staged_row s JOIN marked m USING (key) WHERE s.run = ${run}),
    named AS (SELECT key, ${rowNames} AS rows FROM numbered GROUP BY key),
    refused AS (
      INSERT INTO rejected_row (run, row, key, column_name, code, fact)
      SELECT s.run, s.row, s.key, ${column}, CASE WHEN m.unclear THEN ${UNCLEAR.code}::text ELSE ${NONE.code}::text END,
        CASE WHEN m.unclear THEN ${factOfRows("rows.unclear", sql`n.rows`, { column })} ELSE ${factOfRows("rows.none_kept", sql`n.rows`, { column })} END
      FROM staged_row s JOIN marked m USING (key) JOIN named n USING (key) WHERE s.run = ${run} RETURNING row)
    UPDATE staged_row SET row_status = 'reject' WHERE run = ${run} AND row IN (SELECT row FROM refused)`.execute(db);
  const { rows } = await sql<{ n: number; examples: number[] }>`WITH left_out AS (
      UPDATE staged_row SET row_status = 'duplicate' WHERE run = ${run} AND row_status = 'left_out' RETURNING row)
    SELECT count(*)::int AS n, COALESCE(to_jsonb((array_agg(row ORDER BY row))[1:5]), '[]'::jsonb) AS examples FROM left_out`.execute(db);
  const [found] = rows;
  if (found === undefined || found.n === 0) return [];
  return [{ code: "row_not_kept", column, fact: fact("row.not_kept", { column }), rows: found.n, examples: found.examples }];
}
