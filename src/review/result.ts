import { rowPlace } from "../model/record.ts";
import { listRejects } from "../store/staging.ts";
import type { Run } from "../store/runs.ts";
import type { Db } from "../store/schema.ts";

/** What `sync --json` prints: a contract, see docs/running.md. */
export interface RunResult {
  run: string;
  job: string;
  status: string;
  /** `files` where the people stand in several, or a file was joined in. */
  source: { file: string; sha256: string; rows: number; files?: { file: string; role: string; sha256: string; rows: number }[] };
  counts: Record<string, number>;
  /** `file` where the people stand in several. */
  rejects: { row: number; file?: string; column: string | null; code: string; message: string }[];
  held?: { limit: string; found: number; allowed: number }[];
  problem?: { code: string; message: string };
  report: string | null;
}

const countNames = [
  "rejected",
  "duplicates",
  "creates",
  "updates",
  "deactivations",
  "reactivations",
  "unchanged",
  "held",
  "absent",
  "absent_deactivated",
  "done",
  "failed",
  "uncertain",
  "removals_pending",
  "blocked",
] as const;

/** A run's result, from the store alone. */
export async function resultOf(db: Db, run: Run, report: string | null): Promise<RunResult> {
  const rejects = await listRejects(db, run.id);
  const held = (run.held ?? []) as { limit: string; found: number; allowed: number }[];
  return {
    run: run.id,
    job: run.job,
    status: run.status,
    source: { file: run.file, sha256: run.sha256, rows: run.rows, ...severalFiles(run) },
    counts: Object.fromEntries(countNames.map((name) => [name, run.counts?.[name] ?? 0])),
    rejects: rejects.map(({ row, column, code, message }) => ({ ...placeIn(run, row), column, code, message })),
    ...(run.status === "held" ? { held } : {}),
    ...(run.problem === null ? {} : { problem: run.problem }),
    report,
  };
}

function severalFiles({ files }: Run): { files?: NonNullable<RunResult["source"]["files"]> } {
  if ((files?.length ?? 0) < 2) return {};
  return { files: (files ?? []).map(({ name, role, sha256, rows }) => ({ file: name, role, sha256, rows })) };
}

/** The names of the files that the people of a run stand in, where there are several. */
export function peopleFiles({ files }: Run): string[] {
  const people = (files ?? []).filter(({ role }) => role === "people").map(({ name }) => name);
  return people.length < 2 ? [] : people;
}

/** A row as its file counts it, and which file that is where there are several. */
export function placeIn(run: Run, row: number): { row: number; file?: string } {
  const files = peopleFiles(run);
  if (files.length === 0) return { row };
  const place = rowPlace(row);
  return { row: place.row, file: files[place.file] ?? run.file };
}
