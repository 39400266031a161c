import { createWriteStream } from "node:fs";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import type { HttpAccess } from "./access.ts";
import { readRows } from "./read-rows.ts";
import { openRows } from "./rows-file.ts";

/** Reads a source to its end, and writes its rows to a CSV file. Unknown cells become blank. */
export async function saveAsCsv(form: Parameters<typeof readRows>[0], path: string, access: HttpAccess): Promise<void> {
  const source = await openRows(await readRows(form, dirname(path), { columns: [], severalRows: true }, access));
  async function* lines(): AsyncGenerator<readonly string[]> {
    yield source.header;
    for await (const batch of source.rows()) for (const { cells } of batch) yield cells.map((cell) => cell ?? "");
  }
  await pipeline(lines(), stringify(), createWriteStream(path, { mode: 0o600 }));
}
