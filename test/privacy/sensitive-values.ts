import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect } from "vitest";
import type { Company } from "../helpers/company.ts";

export const mapping = (sensitive = true): string => `
key: Key
user:
  username: Mail
  first_name: First
  last_name: Last
  email: Mail
  date_of_birth: { column: Born, date: dd/MM/yyyy, sensitive: ${sensitive} }
  national_id: { column: National, sensitive: ${sensitive} }
  phone_number: { column: Phone, sensitive: ${sensitive} }
on_create: { password: Secret }
groups:
  authority: ["HR/**"]
  rules:
    - { name: grade, when: { National: "66666666Z" }, groups: ["HR/Departments/IT"] }
`;
const columns = "Key,First,Last,Mail,Born,National,Secret,Phone";
export const row = (n: number, national = `7777777${n}Q`): string =>
  `${n},Ana${n},One,a${n}@acme.example,17/04/1981,${national},pw-alpha-${n},+3491234567${n}`;
export const file = (...rows: string[]): string => `${[columns, ...rows].join("\n")}\n`;
const secrets = ["17/04/1981", "1981-04-17", ...[1, 2, 3, 4].flatMap((n) => [`7777777${n}Q`, `pw-alpha-${n}`, `+3491234567${n}`])];

/** Returns which secrets are in any file of the state. */
function inFiles(c: Company): string[] {
  const dir = join(c.place.dir, ".rollcall");
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found: string[] = [];
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name));
    for (const secret of secrets) if (bytes.includes(secret)) found.push(`${secret} in ${name}`);
  }
  return found;
}

/** Returns which secrets are in any column of any table, and how many rows were searched. */
export async function inTables(c: Company): Promise<{ found: string[]; rows: number }> {
  return c.look(async ({ db }) => {
    const { rows: tables } = await sql<{ name: string }>`
      SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
      WHERE schemaname NOT LIKE 'pg%' AND schemaname <> 'information_schema'`.execute(db);
    const found: string[] = [];
    let count = 0;
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`SELECT t::text AS text FROM ${sql.raw(name)} t`.execute(db);
      count += rows.length;
      for (const { text } of rows) for (const secret of secrets) if (text.includes(secret)) found.push(`${secret} in ${name}`);
    }
    return { found, rows: count };
  });
}

/** Checks that no file and no table of the state contains a secret. */
export async function nowhere(c: Company): Promise<void> {
  // Files first: they are as the kill left them, before the state is opened again.
  expect(inFiles(c)).toEqual([]);
  const { found, rows } = await inTables(c);
  expect(found).toEqual([]);
  expect(rows).toBeGreaterThan(20);
  expect(inFiles(c)).toEqual([]);
}
