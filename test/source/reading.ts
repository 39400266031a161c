import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { SourceRow } from "../../src/domain/record.ts";
import { FileProblem } from "../../src/domain/problem.ts";
import { openCsv, type CsvOptions, type OpenedCsv } from "../../src/source/csv/csv.ts";

export type CsvSettings = Parameters<typeof openCsv>[1];

export const AUTO: CsvSettings = { delimiter: null, encoding: null };

/** The number of examples in a fuzz test: FUZZ_RUNS, or this default. */
export function runs(usual: number): number {
  return Number(process.env["FUZZ_RUNS"] ?? usual);
}

/** Uses the same examples every time, unless FUZZ_RUNS is set. */
export function seed(usual: number): { seed: number } | object {
  return process.env["FUZZ_RUNS"] === undefined ? { seed: usual } : {};
}

/** Returns a folder for one test file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "rollcall-source-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface ReadCsv {
  source: OpenedCsv;
  rows: SourceRow[];
}

/** Reads bytes as a CSV file; returns the FileProblem if it is refused, and rethrows other errors. */
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
