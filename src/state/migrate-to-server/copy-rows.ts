import { copyRows } from "../../store/copy.ts";
import type { StatePool } from "../database/pool.ts";
import { quoted, type StateTable } from "../../store/schema/table-names.ts";

/** The first difference between two databases. */
export interface Difference {
  table: string;
  /** The key of the first differing row, as text; its digest where the table has no key. */
  key: string;
  what: "missing" | "additional" | "changed";
}

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
 * Compares a table in both databases in key order, row by row: the key and a digest of the whole row, made by the same
 * statement.
 * @returns the first difference; `null`: the tables are equal
 */
export async function compareTable(
  from: StatePool,
  to: StatePool,
  table: StateTable,
  onProgress: (rows: number) => void,
): Promise<Difference | null> {
  const query = digestsOf(table);
  const [here, there] = [oneByOne(portions(from, query)), oneByOne(portions(to, query))];
  try {
    for (let done = 0; ; onProgress((done += 1))) {
      const [one, other] = await Promise.all([here.next(), there.next()]);
      const difference = differenceOf(table.name, one.done === true ? null : one.value, other.done === true ? null : other.value);
      if (difference !== null) return difference;
      if (one.done === true) return null;
    }
  } finally {
    await here.return(undefined);
    await there.return(undefined);
  }
}

interface Digested {
  key: string;
  digest: string;
}

/** Orders by the bytes of the key's text, because two databases may use different collations. Uses no md5, which a server may refuse. */
function digestsOf({ name, columns, key }: StateTable): string {
  const whole = (names: readonly string[]): string => `ROW(${names.map(quoted).join(", ")})::text`;
  const digest = `encode(sha256(convert_to(${whole(columns)}, 'UTF8')), 'hex')`;
  const by = key === null ? digest : whole(key);
  return `SELECT ${by} AS key, ${digest} AS digest FROM public.${quoted(name)} ORDER BY ${by} COLLATE "C"`;
}

async function* oneByOne(pages: AsyncGenerator<TextRow[]>): AsyncGenerator<Digested, undefined, undefined> {
  for await (const rows of pages) for (const { key, digest } of rows) yield { key: key ?? "", digest: digest ?? "" };
  return undefined;
}

function differenceOf(table: string, here: Digested | null, there: Digested | null): Difference | null {
  if (here === null && there === null) return null;
  if (here === null) return { table, key: there?.key ?? "", what: "additional" };
  if (there === null) return { table, key: here.key, what: "missing" };
  if (here.key === there.key) return here.digest === there.digest ? null : { table, key: here.key, what: "changed" };
  // Both are sorted, so the smaller key is missing on the other side.
  const first = Buffer.compare(Buffer.from(here.key), Buffer.from(there.key)) < 0;
  return first ? { table, key: here.key, what: "missing" } : { table, key: there.key, what: "additional" };
}
