import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExportRow, Scenario } from "./scenario.ts";

/** Writes an export as HR systems do: a header, one line per person, quotes only where needed. */
export function writeExport(folder: string, name: string, rows: readonly ExportRow[]): string {
  const header = Object.keys(rows[0] ?? {}) as (keyof ExportRow)[];
  return write(folder, name, [header, ...rows.map((row) => header.map((column) => row[column]))]);
}

/** Writes the administrator's list of accounts and employee numbers. */
export function writeAccounts(folder: string, accounts: Scenario["accounts"]): string {
  return write(folder, "accounts.csv", [["Employee ID", "user_id"], ...accounts.map(({ key, userId }) => [key, userId])]);
}

function write(folder: string, name: string, rows: readonly (readonly string[])[]): string {
  const file = join(folder, name);
  writeFileSync(file, rows.map((row) => `${row.map(cell).join(",")}\r\n`).join(""), { mode: 0o600 });
  return file;
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
