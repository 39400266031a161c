import { sql } from "kysely";
import type { Db } from "./tables.ts";

/** A table of a state, as the database's catalog describes it, so that new tables are included automatically. */
export interface StateTable {
  name: string;
  columns: string[];
}

/** Not part of a state: living processes, and migrations, which each database records for itself. */
const LOCAL_TABLES: readonly string[] = ["process", "moving_in", "kysely_migration", "kysely_migration_lock"];

/** Returns the tables of a state by name; the queue's tables are in a schema of their own. */
export async function listTables(db: Db): Promise<StateTable[]> {
  const { rows } = await sql<{ name: string; columns: string[] | null }>`
    SELECT c.relname::text AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY c.relname COLLATE "C"`.execute(db);
  return rows.filter(({ name }) => !LOCAL_TABLES.includes(name)).map(({ name, columns }) => ({ name, columns: columns ?? [] }));
}

/** Returns those of the named tables that exist and contain rows. */
export async function listOccupied(db: Db, names: readonly string[]): Promise<string[]> {
  const occupied: string[] = [];
  for (const name of names) {
    const { rows: there } = await sql<{ there: boolean }>`SELECT to_regclass(${`public.${quoted(name)}`}) IS NOT NULL AS there`.execute(db);
    if (there[0]?.there !== true) continue;
    const { rows } = await sql<{ some: boolean }>`SELECT EXISTS (SELECT 1 FROM ${sql.table(`public.${name}`)}) AS some`.execute(db);
    if (rows[0]?.some === true) occupied.push(name);
  }
  return occupied;
}

export async function countRows(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`SELECT count(*) AS count FROM ${sql.table(`public.${name}`)}`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Empties the named tables of a database that a migration has marked as incomplete. */
export async function emptyTables(db: Db, names: readonly string[]): Promise<void> {
  for (const name of names) await sql`TRUNCATE ${sql.table(`public.${name}`)}`.execute(db);
}

/** Copies the current values of identity sequences from one database to another. */
export async function copySequences(from: Db, to: Db): Promise<void> {
  const { rows } = await sql<{ name: string; last: string | null }>`
    SELECT sequencename::text AS name, last_value::text AS last FROM pg_sequences WHERE schemaname = 'public'`.execute(from);
  for (const { name, last } of rows) {
    if (last !== null) await sql`SELECT setval(${`public.${quoted(name)}`}::regclass, ${last}::bigint)`.execute(to);
  }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
