import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { SourceRow } from "../../src/model/record.ts";
import { FileProblem } from "../../src/model/problem.ts";
import { openCsv, type CsvOptions, type OpenedCsv } from "../../src/source/csv.ts";

export type CsvSettings = Parameters<typeof openCsv>[1];

export const AUTO: CsvSettings = { delimiter: null, encoding: null };

/** How many examples a fuzz test tries: FUZZ_RUNS, else so many. */
export function runs(usual: number): number {
  return Number(process.env["FUZZ_RUNS"] ?? usual);
}

/** The same examples every time, unless many are asked for. */
export function seed(usual: number): { seed: number } | object {
  return process.env["FUZZ_RUNS"] === undefined ? { seed: usual } : {};
}

/** A folder for the files of one test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-source-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface ReadCsv {
  source: OpenedCsv;
  rows: SourceRow[];
}

/** Reads bytes as a CSV file, or says why that cannot be. Everything else that is thrown goes on. */
export async function readOrRefuse(
  path: string,
  bytes: string | Uint8Array,
  settings: CsvSettings = AUTO,
  options: CsvOptions = {},
): Promise<ReadCsv | FileProblem> {
  writeFileSync(path, bytes);
  try {
    const source = await openCsv(path, settings, options);
    const rows: SourceRow[] = [];
    for await (const batch of source.rows(7)) rows.push(...batch);
    return { source, rows };
  } catch (error) {
    if (error instanceof FileProblem) return error;
    throw error;
  }
}
