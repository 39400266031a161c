import type { Fact } from "../domain/facts/fact.ts";
import { namesOf } from "../store/people/people-pages.ts";
import type { StagedReject } from "../store/runs/rejects.ts";
import type { Db } from "../store/schema/tables.ts";
import type { RunLine } from "../store/runs/run-pages.ts";
import type { Run } from "../store/runs/runs.ts";
import { withMessage } from "./fact-text.ts";
import { reportedLimits, type ReportedLimit } from "./limits.ts";
import { reportedProblem, type ReportedProblem } from "./problem.ts";
import { pilotOf, placeIn, type ReportedPilot } from "./run-result.ts";

/** A run as lists show it. */
export interface ShownRun {
  id: string;
  job: string;
  /** `sync`, `decisions` or `revert`. */
  kind: string;
  status: string;
  partial: boolean;
  started_at: string;
  ended_at: string | null;
  started_by: string | null;
  /** The people who may be behind that name; `null`: nobody, or not stored. */
  started_people: RunLine["started_people"];
  released_by: string | null;
  released_people: RunLine["started_people"];
  reverted_by: string | null;
  file: string;
  rows: number;
  counts: Record<string, number>;
  held: ReportedLimit[];
  problem: ReportedProblem | null;
  /** `null`: the run is for everyone. */
  pilot: ReportedPilot | null;
}

/** A run's line, for a page or as JSON. */
export function shownRun(run: RunLine & Partial<Pick<Run, "summary">>): ShownRun {
  const { id, job, kind, status, partial, started_by, started_people, released_by, released_people, reverted_by, file, rows } = run;
  return {
    id,
    job,
    kind,
    status,
    partial,
    started_at: run.started_at.toISOString(),
    ended_at: run.ended_at?.toISOString() ?? null,
    started_by,
    started_people,
    released_by,
    released_people,
    reverted_by,
    file,
    rows,
    counts: run.counts ?? {},
    held: reportedLimits(run.held),
    problem: run.problem && reportedProblem(run.problem),
    pilot: pilotOf(run).pilot ?? null,
  };
}

/** A row that could not be used. */
export interface ShownReject {
  row: number;
  file?: string;
  key: string | null;
  /** As last sent to the service; `null`: the person has no account, or the name is not shown. */
  name: string | null;
  column: string | null;
  code: string;
  /** In English. */
  message: string;
  fact: Fact;
}

/** A file that a run read. */
export interface ShownFile {
  name: string;
  role: string;
  rows: number;
  sha256: string;
  server: string | null;
}

/** A note of a run about its rows, counted by equal text. */
export interface ShownNote {
  code: string;
  column: string | null;
  /** In English. */
  message: string;
  fact: Fact;
  rows: number;
  examples: { row: number; file?: string }[];
}

/** Returns rejected rows with the names of their people, and their places as their files count them. */
export async function shownRejects(db: Db, run: Run, rejects: readonly StagedReject[]): Promise<ShownReject[]> {
  const names = await namesOf(db, run.account, [...new Set(rejects.flatMap(({ key }) => key ?? []))]);
  return rejects.map((reject) =>
    withMessage({ ...reject, name: reject.key === null ? null : (names.get(reject.key) ?? null), ...placeIn(run, reject.row) }),
  );
}
