import { listRejects } from "../store/staging.ts";
import type { Run } from "../store/runs.ts";
import type { Db } from "../store/schema.ts";

/** What `sync --json` prints: a contract, see docs/running.md. */
export interface RunResult {
  run: string;
  job: string;
  status: string;
  source: { file: string; sha256: string; rows: number };
  counts: Record<string, number>;
  rejects: { row: number; column: string | null; code: string; message: string }[];
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
] as const;

/** A run's result, from the store alone. */
export async function resultOf(db: Db, run: Run, report: string | null): Promise<RunResult> {
  const rejects = await listRejects(db, run.id);
  const held = (run.held ?? []) as { limit: string; found: number; allowed: number }[];
  return {
    run: run.id,
    job: run.job,
    status: run.status,
    source: { file: run.file, sha256: run.sha256, rows: run.rows },
    counts: Object.fromEntries(countNames.map((name) => [name, run.counts?.[name] ?? 0])),
    rejects: rejects.map(({ row, column, code, message }) => ({ row, column, code, message })),
    ...(run.status === "held" ? { held } : {}),
    ...(run.problem === null ? {} : { problem: run.problem }),
    report,
  };
}
