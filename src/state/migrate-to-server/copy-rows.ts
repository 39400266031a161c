import { copyRows } from "../../store/copy.ts";
import type { StatePool } from "../database/pool.ts";
import { quoted, type StateTable } from "../../store/schema/table-names.ts";

/** Approximate number of characters in one portion, which limits memory however large the table. */
const PORTION = 1_000_000;
const PORTION_ROWS = 5000;

/** Settings that determine how values look as text; servers, databases and users may have changed them. */
const settings = [
  "TimeZone = 'UTC'",
  "DateStyle = 'ISO, MDY'",
  "IntervalStyle = 'postgres'",
  "extra_float_digits = 1",
  "bytea_output = 'hex'",
];

type TextRow = Record<string, string | null>;

/** Reads a query in portions, with a cursor in its own transaction. Each column must be text. */
async function* portions(pool: StatePool, query: string): AsyncGenerator<TextRow[]> {
  const client = await pool.connect();
  let whole = false;
  try {
    await client.query("BEGIN");
    for (const setting of settings) await client.query(`SET LOCAL ${setting}`);
    await client.query(`DECLARE rows_of_state NO SCROLL CURSOR FOR ${query}`);
    for (let count = 10; ;) {
      const { rows } = await client.query(`FETCH ${count} FROM rows_of_state`);
      const got = rows as TextRow[];
      if (got.length > 0) yield got;
      if (got.length < count) break;
      count = nextCount(count, got);
    }
    await client.query("COMMIT");
    whole = true;
  } finally {
    // An unfinished client still has its transaction.
    client.release(!whole);
  }
}

/** Adapts the portion to the row size: rows may be large, for example uploaded files. */
function nextCount(count: number, rows: readonly TextRow[]): number {
  let size = 1;
  for (const row of rows) for (const name in row) size += row[name]?.length ?? 0;
  return Math.max(1, Math.min(PORTION_ROWS, count * 10, Math.floor((count * PORTION) / size)));
}

/**
 * Copies a table's rows into another database, in portions. Values travel in the database's own text form, so nothing
 * is rounded or reinterpreted.
 * @param onProgress receives the number of rows copied so far
 */
export async function copyTable(from: StatePool, to: StatePool, table: StateTable, onProgress: (rows: number) => void): Promise<number> {
  const names = table.columns.map((_, i) => `c${i}`);
  const columns = table.columns.map(quoted);
  const list = columns.map((column, i) => `${column}::text AS ${names[i]}`).join(", ");
  let done = 0;
  for await (const rows of portions(from, `SELECT ${list} FROM public.${quoted(table.name)}`)) {
    await copyRows(
      to,
      `public.${quoted(table.name)}`,
      columns,
      rows.map((row) => names.map((name) => row[name])),
    );
    onProgress((done += rows.length));
  }
  return done;
}

/**
 * Compares a table in both databases by the number of its rows and the sums of two parts of each row's digest. Each
 * database computes them in one statement, in any order and without memory per row. Uses no md5, which a server may refuse.
 * @returns the numbers of rows if the tables differ; `null`: they are equal
 */
export async function compareTable(from: StatePool, to: StatePool, table: StateTable): Promise<[here: number, there: number] | null> {
  const [here, there] = [await digestOf(from, table), await digestOf(to, table)];
  return here.rows === there.rows && here.digest === there.digest ? null : [here.rows, there.rows];
}

async function digestOf(pool: StatePool, { name, columns }: StateTable): Promise<{ rows: number; digest: string }> {
  const row = `encode(sha256(convert_to(ROW(${columns.map(quoted).join(", ")})::text, 'UTF8')), 'hex')`;
  const sum = (start: number): string => `coalesce(sum(('x' || substr(digest, ${start}, 15))::bit(60)::bigint), 0)`;
  const query = `SELECT count(*)::text AS rows, ${sum(1)} || '-' || ${sum(16)} AS digest
    FROM (SELECT ${row} AS digest FROM public.${quoted(name)}) AS of_rows`;
  for await (const [one] of portions(pool, query)) return { rows: Number(one?.rows), digest: one?.digest ?? "" };
  throw new Error(`nothing was counted in ${name}`);
}
