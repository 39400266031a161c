import type { PglitePool } from "./pglite-pool.ts";

type Cell = string | number | boolean | null | undefined;

/**
 * Writes many rows at once with COPY: 4 times faster than batched INSERTs.
 * Must not be called inside a transaction, which would own the session that COPY waits for.
 */
export async function copyRows(pool: PglitePool, table: string, columns: string[], rows: readonly Cell[][]): Promise<void> {
  if (rows.length === 0) return;
  let text = "";
  for (const row of rows) {
    for (let i = 0; i < row.length; i += 1) text += (i === 0 ? "" : "\t") + encode(row[i]);
    text += "\n";
  }
  // One string: a blob of many small parts costs more than everything else.
  await pool.copyFrom(`COPY ${table} (${columns.join(", ")}) FROM '/dev/blob'`, new Blob([text]));
}

const special = /[\\\n\r\t]/;
const escapes: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** One value in COPY's text format. */
function encode(value: Cell): string {
  if (value === null || value === undefined) return "\\N";
  const text = String(value);
  // PostgreSQL has no NUL in text; the sources refuse files that hold one.
  return special.test(text) ? text.replace(/[\\\n\r\t]/g, (found) => escapes[found] ?? found) : text;
}
