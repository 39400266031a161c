import type { Fact } from "../../../domain/facts/fact.ts";
import type { ReportedArea } from "../../../domain/facts/missing-areas.ts";
import { toReportedOperation, type ReportedOperation } from "../../../reporting/operation.ts";
import type { DeferredPeople } from "../../../reporting/waiting.ts";
import type { ListedRemoval } from "../../../reporting/removals/pending-removals.ts";
import type { ShownFile, ShownNote, ShownReject, ShownRun } from "../../../reporting/shown-run.ts";
import type { OperationKind, OperationStatus } from "../../../store/schema/statuses.ts";
import type { OPERATION_SORTS, OperationLine } from "../../../store/runs/run-pages.ts";
import type { Run } from "../../../store/runs/runs.ts";
import type { RestoredSort } from "../../../store/review/removals.ts";
import type { Direction, Sort } from "../../../store/sort.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { BackgroundRun } from "../../parts.ts";
import type { RefusedForm } from "../form.ts";
import { personId } from "../../../store/people/people-pages.ts";

/** An operation with the id of the person's page. */
export type ShownOperation = ReportedOperation & { person_id: string };

/** Returns an operation for a page or as JSON. */
export function shownOperation(operation: OperationLine, run: Run): ShownOperation {
  return { ...toReportedOperation(operation, run), person_id: personId(operation.job, operation.key) };
}

/** The filter and the order of a run's changes. */
export interface Asked {
  operation: OperationKind | null;
  ended: OperationStatus | null;
  show: "attention" | null;
  group: string | null;
  sort: (typeof OPERATION_SORTS)[number];
  direction: Direction;
}

/** A stored run. */
export interface StoredRun {
  id: string;
  job: string;
  run: ShownRun;
  /** Set while it is waiting or in progress. */
  progress: BackgroundRun | null;
  /** Why the last request to continue it failed. */
  said: string | null;
  said_fact: Fact | null;
  /** The missing areas, and whether someone can still release them. */
  areas: (ReportedArea & { open: boolean })[];
  sha256: string;
  files: ShownFile[];
  notes: ShownNote[];
  operation_counts: { kind: string; status: string; n: number }[];
  operations: ShownOperation[];
  operation_filter: Asked;
  /** The name or key that was searched for. */
  text: string | null;
  /** The groups that people join or leave, for the filter; at most 200. */
  groups: string[];
  /** The removals that this run restored, and the run that removed the memberships. */
  restored: ListedRemoval[];
  restored_sort: Sort<RestoredSort>;
  reverts: string | null;
  page: number;
  limit: number;
  /** There is a next page. */
  more: boolean;
  all: number;
  /** People who wait for accounts to be identified. */
  waiting: DeferredPeople | null;
  rejects: ShownReject[];
  rejected: number;
  /** A row has an entry in `rejects` for each of its problems. */
  rejected_rows: number;
  /** How many memberships were removed for it. */
  removed: number;
  /** Who decided that. */
  decided_by: string[];
  /** The removals that were pending when it ended, and still are. */
  still_pending: number;
  report: boolean;
}

/** A run, or one that has not come into the store. */
export type RunData = StoredRun | { run: null; id: string; job: string; progress: BackgroundRun };

/** The run and the request that its forms are drawn for. */
export interface FormContext {
  request: ActorsRequest;
  id: string;
  refused: RefusedForm | null;
}
