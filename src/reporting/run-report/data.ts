import { outcomeOf } from "../removals/pending-removals.ts";
import { withMessage } from "../fact-text.ts";
import type { Fact } from "../../domain/facts/fact.ts";
import { reportedProblem, type ReportedProblem } from "../problem.ts";
import type { MissingGroupOfRun } from "../../domain/directory.ts";
import { listGroupsCreatedBy } from "../../store/directory/missing-groups.ts";
import { basename } from "node:path";
import { countUnknownAccounts } from "../../store/identities/unknown-accounts.ts";
import { OPERATION_KINDS } from "../../store/schema/statuses.ts";
import { countOperations, countPeopleWithAppliedRemovals } from "../../store/runs/operation-counts.ts";
import { pageOperations, type OperationLine } from "../../store/runs/run-pages.ts";
import { listFoundRemovals, listRemovals, type FoundRemoval, type Removal } from "../../store/review/removals.ts";
import { listOverdueLeavers, type OverdueLeaver } from "../../store/runs/metrics.ts";
import { lastGoodRun, type Run } from "../../store/runs/runs.ts";
import type { Db } from "../../store/schema/tables.ts";
import { listRejects } from "../../store/runs/rejects.ts";
import { reportedLimits, type ReportedLimit } from "../limits.ts";
import { byCause, type Cause } from "../removals/pending-removals.ts";
import { withCircumstances, type PendingRemoval } from "../removals/pending-report.ts";
import { needsAttention, toReportedOperation, type ReportedOperation } from "../operation.ts";
import { placeIn, toRunResult, type RunResult } from "../run-result.ts";
import { shownRejects, type ShownReject } from "../shown-run.ts";
import { waitingOf, type DeferredPeople } from "../waiting.ts";
import { listUnconfirmed, type UnconfirmedCreate } from "../unconfirmed.ts";

type CountedNote = Omit<ReportData["notes"][number], "examples" | "message"> & { examples: number[] };

/** The maximum length of a list in a report; counts always include all. */
const MAX_LISTED = 2000;
/** At least this many changes of each kind are listed. */
const FIRST_OF_KIND = 50;
const BY_ROW = { by: "row", direction: "asc" } as const;

export interface ReportedCause extends Pick<Cause, "id" | "kind" | "code" | "values" | "text" | "sentence" | "group" | "gains"> {
  removals: (PendingRemoval & {
    decided_by: string | null;
    decided_at: string | null;
    decision_reason: string | null;
    /** In English. */
    outcome: string | null;
    outcome_fact: Fact | null;
  })[];
}

/** The content of a run's report: the only source of its HTML and JSON. */
export interface ReportData {
  result: RunResult;
  startedAt: string;
  endedAt: string | null;
  partial: boolean;
  releasedBy: string | null;
  problem: ReportedProblem | null;
  held: ReportedLimit[];
  rejects: ShownReject[];
  /** Notes about rows, counted by equal text. */
  notes: { code: string; column: string | null; message: string; fact: Fact; rows: number; examples: (number | string)[] }[];
  operations: ReportedOperation[];
  /** The number of all operations by kind and status. */
  operationCounts: { kind: string; status: string; n: number }[];
  /** How many people lost memberships by approved removals in this run. */
  peopleWithAppliedRemovals: number;
  /** Removals that the plan found, while the run is not released. */
  found: ReportedCause[];
  pending: ReportedCause[];
  decided: ReportedCause[];
  unsettled: UnconfirmedCreate[];
  /** People who wait for accounts to be identified. */
  waiting: DeferredPeople | null;
  /** Accounts in groups of the service without a link, in the latest snapshot. */
  unknownAccounts: number;
  absent: { key: string; username: string | null }[];
  absentSuspended: boolean;
  /** Removals that the policy's `auto` rule did not approve because they exceeded its limit. */
  autoOver: number;
  /** The time of the backup after whose restore the `auto` rule approved nothing. */
  autoHeld: string | null;
  lastGoodRows: number | null;
  /** Groups that rules assign and the service does not have, and how many are not listed. */
  missingGroups: { groups: MissingGroupOfRun[]; more: number };
  /** People whose account may be active more than a day after their last day, when the run ended. */
  overdueLeavers: { people: number; first: OverdueLeaver[] };
  /** Paths of the groups that the run created. */
  createdGroups: string[];
}

/**
 * Loads a run's report from the store.
 * @param options.all lists every person, row and removal instead of the first 2,000 of each
 */
export async function reportData(db: Db, run: Run, report: string | null, options: { all?: boolean } = {}): Promise<ReportData> {
  const limit = options.all === true ? null : MAX_LISTED;
  const { rejects, more } = await listRejects(db, run.id);
  const operationCounts = await countOperations(db, run.id);
  const summary = (run.summary ?? {}) as {
    absent?: ReportData["absent"];
    absentSuspended?: boolean;
    autoOver?: number;
    autoHeld?: string | null;
    missing?: ReportData["missingGroups"];
  };
  const good = await lastGoodRun(db, run.job, run.id);
  return {
    result: toRunResult(run, { rejects, more }, report),
    startedAt: run.started_at.toISOString(),
    endedAt: run.ended_at?.toISOString() ?? null,
    partial: run.partial,
    releasedBy: run.released_by,
    problem: run.problem && reportedProblem(run.problem),
    held: run.released ? [] : reportedLimits(run.held),
    rejects: await shownRejects(db, run, rejects.slice(0, limit ?? rejects.length)),
    notes: ((run.notes ?? []) as CountedNote[]).map((note) =>
      withMessage({ ...note, examples: note.examples.map((row) => exampleIn(run, row)) }),
    ),
    operations: (await listOperations(db, run.id, operationCounts, limit)).map((operation) => toReportedOperation(operation, run)),
    operationCounts,
    peopleWithAppliedRemovals: await countPeopleWithAppliedRemovals(db, run.id),
    found: run.released
      ? []
      : await causesOf(
          db,
          (await listFoundRemovals(db, run.id, limit)).map((found) => asRemoval(found, run)),
        ),
    pending: await causesOf(db, await listRemovals(db, { job: run.job, status: ["pending"], ...(limit === null ? {} : { limit }) })),
    decided: await causesOf(db, await decidedDuring(db, run)),
    unsettled: await listUnconfirmed(db, run.account, run.job),
    waiting: await waitingOf(db, run),
    unknownAccounts: await countUnknownAccounts(db, run.account),
    absent: summary.absent ?? [],
    absentSuspended: summary.absentSuspended ?? false,
    autoOver: summary.autoOver ?? 0,
    autoHeld: summary.autoHeld ?? null,
    lastGoodRows: good?.rows ?? null,
    missingGroups: summary.missing ?? { groups: [], more: 0 },
    overdueLeavers: await listOverdueLeavers(db, run.job, run.ended_at ?? run.started_at, limit),
    createdGroups: await listGroupsCreatedBy(db, run.id),
  };
}

/** Returns the first operations, and the first of each kind: all of one kind may come after the limit. */
async function listOperations(db: Db, run: string, counts: ReportData["operationCounts"], limit: number | null): Promise<OperationLine[]> {
  const first = await pageOperations(db, run, {}, { limit, offset: 0 });
  if (first.length < (limit ?? Number.POSITIVE_INFINITY)) return first;
  const known = new Set(first.map(({ id }) => id));
  for (const kind of OPERATION_KINDS) {
    const all = counts.reduce((sum, one) => sum + (one.kind === kind && !needsAttention(one.status) ? one.n : 0), 0);
    const listed = first.filter((one) => one.kind === kind && !needsAttention(one.status)).length;
    if (listed >= Math.min(all, FIRST_OF_KIND)) continue;
    const page = await pageOperations(db, run, { kind, trouble: false, sort: BY_ROW }, { limit: FIRST_OF_KIND, offset: 0 });
    first.push(...page.filter(({ id }) => !known.has(id)));
  }
  return first;
}

async function causesOf(db: Db, removals: readonly Removal[]): Promise<ReportedCause[]> {
  const shown = await withCircumstances(db, removals);
  return byCause(removals).map(({ id, kind, code, values, text, sentence, group, gains, people }) => ({
    id,
    kind,
    code,
    values,
    text,
    sentence,
    group,
    gains,
    removals: people.map((removal) => ({
      ...shown(removal),
      decided_by: removal.decided_by,
      decided_at: removal.decided_at?.toISOString() ?? null,
      ...outcomeOf(removal),
      decision_reason: removal.decision_reason,
    })),
  }));
}

/** Returns a row number, with its file when the people come from several. */
function exampleIn(run: Run, row: number): number | string {
  const { row: number, file } = placeIn(run, row);
  return file === undefined ? number : `${number} of ${basename(file)}`;
}

function asRemoval(found: FoundRemoval, run: Run): Removal {
  return {
    ...found,
    id: "",
    account: run.account,
    job: run.job,
    status: "pending",
    first_run: run.id,
    last_run: run.id,
    since: run.started_at,
    seen_at: run.started_at,
    decided_by: null,
    decided_at: null,
    decided_how: null,
    decision_reason: null,
    confirm_sent: false,
    ended_at: null,
    outcome: null,
    assigned_to: null,
    keep_until: null,
    due_at: null,
    restored: null,
  };
}

/** Returns the removals decided or applied while the run ran; earlier and later decisions belong to other reports. */
function decidedDuring(db: Db, run: Run): Promise<Removal[]> {
  return listRemovals(db, {
    job: run.job,
    status: ["approved", "rejected", "applied"],
    settledWithin: { from: run.started_at, to: run.ended_at },
    limit: MAX_LISTED,
  });
}
