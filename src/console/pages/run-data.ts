import { placeIn } from "../../review/result.ts";
import type { PeopleBehind } from "../../review/people-behind.ts";
import type { Operation } from "../../store/operations.ts";
import type { RunLine } from "../../store/run-pages.ts";
import type { Run } from "../../store/runs.ts";
import type { Progress } from "../parts.ts";
import { personId } from "../../store/people-pages.ts";

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
  started_people: PeopleBehind | null;
  released_by: string | null;
  released_people: PeopleBehind | null;
  reverted_by: string | null;
  file: string;
  rows: number;
  counts: Record<string, number>;
  held: { limit: string; found: number; allowed: number; of?: string; message: string }[];
  problem: { code: string; message: string; next?: string } | null;
}

/** A run's line, for a page or as JSON. */
export function shownRun(run: RunLine): ShownRun {
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
    held: (run.held ?? []) as ShownRun["held"],
    problem: run.problem,
  };
}

/** An operation as the page of its run shows it: what changes, never what is sent. */
export interface ShownOperation {
  id: string;
  key: string;
  name: string;
  person_id: string;
  row: number | null;
  file?: string;
  kind: Operation["kind"];
  status: Operation["status"];
  fields: { field: string; from: string | null; to: string }[];
  gains: string[];
  losses: string[];
  code: string | null;
  reason: string | null;
}

/** An operation without its payload, which may hold what nobody is to see. */
export function shownOperation(operation: Operation, run: Run): ShownOperation {
  const changes = operation.changes as Partial<Pick<ShownOperation, "fields" | "gains" | "losses">>;
  return {
    id: operation.id,
    key: operation.key,
    name: operation.name,
    person_id: personId(operation.job, operation.key),
    row: null,
    ...(operation.row === null ? {} : placeIn(run, operation.row)),
    kind: operation.kind,
    status: operation.status,
    fields: changes.fields ?? [],
    gains: changes.gains ?? [],
    losses: changes.losses ?? [],
    code: operation.code,
    reason: operation.reason,
  };
}

/** A row that could not be used. */
export interface ShownReject {
  row: number;
  file?: string;
  key: string | null;
  column: string | null;
  code: string;
  message: string;
}

/** A run as it stands in the store. */
export interface StoredRun {
  id: string;
  job: string;
  run: ShownRun;
  /** While it waits or goes on in the background. */
  progress: Progress | null;
  /** Why it could not go on, when somebody asked it to. */
  said: string | null;
  sha256: string;
  files: { name: string; role: string; rows: number; sha256: string; server: string | null }[];
  notes: { code: string; column: string | null; message: string; rows: number; examples: { row: number; file?: string }[] }[];
  operation_counts: { kind: string; status: string; n: number }[];
  operations: ShownOperation[];
  operation_filter: { operation: string | null; ended: string | null };
  page: number;
  limit: number;
  all: number;
  rejects: ShownReject[];
  rejected: number;
  /** How many memberships were removed for it. */
  removed: number;
  report: boolean;
}

/** A run, or one that has not come into the store. */
export type RunData = StoredRun | { run: null; id: string; job: string; progress: Progress };
