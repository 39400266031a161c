import type { Fact } from "../domain/facts/fact.ts";
import { withMessage } from "./fact-text.ts";
import { reportedProblem, type ReportedProblem } from "./problem.ts";
import { reportedLimits, type ReportedLimit } from "./limits.ts";
import { rowPlace } from "../domain/record.ts";
import type { ReportedArea } from "../domain/facts/missing-areas.ts";
import { areasOf } from "./missing-areas.ts";
import { listRejects, type StagedReject } from "../store/runs/rejects.ts";
import type { Run } from "../store/runs/runs.ts";
import type { Db } from "../store/schema/tables.ts";
import { COUNT_NAMES, countOf } from "./run-counts.ts";

/** The output of `sync --json`: a contract, see docs/guides/run-jobs.md. */
export interface RunResult {
  run: string;
  job: string;
  status: string;
  /** `files` only if the people come from several files, or a file was joined. */
  source: { file: string; sha256: string; rows: number; files?: { file: string; role: string; sha256: string; rows: number }[] };
  counts: Record<string, number>;
  /** Only for a pilot: who it is for, and what a run for everyone would have planned for the others. */
  pilot?: ReportedPilot;
  /** `file` only if the people come from several files. */
  rejects: { row: number; file?: string; column: string | null; code: string; message: string; fact: Fact }[];
  /** Only if the list is cut: how many reasons it lacks. */
  rejects_not_listed?: number;
  held?: ReportedLimit[];
  /** Only if areas are missing. */
  areas?: ReportedArea[];
  problem?: ReportedProblem;
  report: string | null;
}

/** Whom a pilot run is for. `rest` is `null` while there is no plan. */
export interface ReportedPilot {
  from: "job" | "--only" | "--keys";
  at: string;
  by: "keys" | "when" | "share";
  columns?: string[];
  share?: number;
  max: number | null;
  people: number;
  rest: Record<string, number> | null;
}

/** Returns a run's result from the store alone. */
export async function resultOf(db: Db, run: Run, report: string | null): Promise<RunResult> {
  return toRunResult(run, await listRejects(db, run.id), report);
}

export function toRunResult(
  run: Run,
  { rejects, more }: { rejects: readonly StagedReject[]; more: number },
  report: string | null,
): RunResult {
  return {
    run: run.id,
    job: run.job,
    status: run.status,
    source: { file: run.file, sha256: run.sha256, rows: run.rows, ...severalFiles(run) },
    counts: Object.fromEntries(COUNT_NAMES.map((name) => [name, countOf(run.counts ?? {}, name)])),
    rejects: rejects.map(({ row, column, code, fact }) => withMessage({ ...placeIn(run, row), column, code, fact })),
    ...(more === 0 ? {} : { rejects_not_listed: more }),
    ...pilotOf(run),
    ...(run.status === "held" ? { held: reportedLimits(run.held) } : {}),
    ...(areasOf(run).length === 0 ? {} : { areas: areasOf(run) }),
    ...(run.problem === null ? {} : { problem: reportedProblem(run.problem) }),
    report,
  };
}

/** Returns whom a run is for, if it is a pilot. */
export function pilotOf({ pilot, summary, counts }: Pick<Run, "pilot" | "counts"> & Partial<Pick<Run, "summary">>): {
  pilot?: ReportedPilot;
} {
  if (pilot === null) return {};
  const { digest: _, columns, share, max, ...who } = pilot;
  const { rest = null } = (summary ?? {}) as { rest?: Record<string, number> | null };
  const mine = COUNT_NAMES.slice(COUNT_NAMES.indexOf("creates"), COUNT_NAMES.indexOf("not_in_pilot"));
  const people = mine.reduce((sum, name) => sum + countOf(counts ?? {}, name), 0);
  return { pilot: { ...who, ...(columns.length === 0 ? {} : { columns }), ...(share === null ? {} : { share }), max, people, rest } };
}

function severalFiles({ files }: Run): { files?: NonNullable<RunResult["source"]["files"]> } {
  if ((files?.length ?? 0) < 2) return {};
  return { files: (files ?? []).map(({ name, role, sha256, rows }) => ({ file: name, role, sha256, rows })) };
}

/** Returns the names of a run's people files; empty when there is only one. */
function peopleFiles({ files }: Run): string[] {
  const people = (files ?? []).filter(({ role }) => role === "people").map(({ name }) => name);
  return people.length < 2 ? [] : people;
}

/** Returns a row as its file counts it, with the file when there are several. */
export function placeIn(run: Run, row: number): { row: number; file?: string } {
  const files = peopleFiles(run);
  if (files.length === 0) return { row };
  const place = rowPlace(row);
  return { row: place.row, file: files[place.file] ?? run.file };
}
