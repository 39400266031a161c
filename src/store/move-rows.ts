import { copyRows } from "./copy.ts";
import type { StatePool } from "./pool.ts";
import { quoted, type StateTable } from "./tables.ts";

/** Where two databases differ. */
export interface Difference {
  table: string;
  /** The key of the first row that differs, as text; its digest where the table has no key. */
  key: string;
  what: "missing" | "additional" | "changed";
}

/** How many characters one portion has, about: what is held in memory, however large the table. */
const PORTION = 1_000_000;
const MOST_ROWS = 5000;

/** What values look like as text depends on these, which a server, a database or a user may have set otherwise. */
const settings = [
  "TimeZone = 'UTC'",
  "DateStyle = 'ISO, MDY'",
  "IntervalStyle = 'postgres'",
  "extra_float_digits = 1",
  "bytea_output = 'hex'",
];

type TextRow = Record<string, string | null>;

/** Reads a query in portions, by a cursor in a transaction of its own. Each column must be text. */
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
    // One that was left in the middle still has its transaction.
    client.release(!whole);
  }
}

/** Rows of a table may be large, files that wait for their run for instance. */
function nextCount(count: number, rows: readonly TextRow[]): number {
  let size = 1;
  for (const row of rows) for (const name in row) size += row[name]?.length ?? 0;
  return Math.max(1, Math.min(MOST_ROWS, count * 10, Math.floor((count * PORTION) / size)));
}

/**
 * Copies the rows of a table from one database into another, in portions. A value travels as the text that the
 * database itself writes and reads, so nothing is rounded or interpreted on the way.
 * @param told how many rows are there so far
 */
export async function copyTable(from: StatePool, to: StatePool, table: StateTable, told: (rows: number) => void): Promise<number> {
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
    told((done += rows.length));
  }
  return done;
}

/**
 * Reads a table in both databases, in the order of its key, and compares row by row: key and digest of the whole row,
 * which both make by the same statement.
 * @returns the first difference; `null`: the tables are equal
 */
export async function compareTable(
  from: StatePool,
  to: StatePool,
  table: StateTable,
  told: (rows: number) => void,
): Promise<Difference | null> {
  const query = digestsOf(table);
  const [here, there] = [oneByOne(portions(from, query)), oneByOne(portions(to, query))];
  try {
    for (let done = 0; ; told((done += 1))) {
      const [one, other] = await Promise.all([here.next(), there.next()]);
      const difference = between(table.name, one.done === true ? null : one.value, other.done === true ? null : other.value);
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

/**
 * By the bytes of the key's text, because two databases may sort words by other rules. Not md5, which a server may
 * refuse.
 */
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

function between(table: string, here: Digested | null, there: Digested | null): Difference | null {
  if (here === null && there === null) return null;
  if (here === null) return { table, key: there?.key ?? "", what: "additional" };
  if (there === null) return { table, key: here.key, what: "missing" };
  if (here.key === there.key) return here.digest === there.digest ? null : { table, key: here.key, what: "changed" };
  // In the order of both, what comes first is what the other does not have.
  const first = Buffer.compare(Buffer.from(here.key), Buffer.from(there.key)) < 0;
  return first ? { table, key: here.key, what: "missing" } : { table, key: there.key, what: "additional" };
}
