import { sql } from "kysely";
import type { Db } from "./schema/tables.ts";

/**
 * Returns the different values of an indexed column, in order. Each step looks up the next value in the index, where
 * DISTINCT would read every row.
 */
export async function distinctValues(db: Db, table: string, column: string, limit: number | null = null): Promise<string[]> {
  const [from, of] = [sql.table(table), sql.ref(column)];
  const { rows } = await sql<{ value: string }>`WITH RECURSIVE found (value) AS (
      SELECT min(${of}) FROM ${from}
      UNION ALL SELECT (SELECT min(${of}) FROM ${from} WHERE ${of} > value) FROM found WHERE value IS NOT NULL)
    SELECT value FROM found WHERE value IS NOT NULL LIMIT ${limit}`.execute(db);
  return rows.map(({ value }) => value);
}
