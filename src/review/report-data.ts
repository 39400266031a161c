import { basename } from "node:path";
import { countUnknownAccounts } from "../store/unknown-accounts.ts";
import { listOperations, type Operation } from "../store/operations.ts";
import { listFoundRemovals, listRemovals, type FoundRemoval, type Removal } from "../store/removals.ts";
import { lastGoodRun, type Run } from "../store/runs.ts";
import type { Db } from "../store/schema.ts";
import { listRejects } from "../store/staging.ts";
import { byCause, evidenceOf, listed, type ListedRemoval, type StoredEvidence } from "./removals.ts";
import { placeIn, resultOf, type RunResult } from "./result.ts";
import { unsettledCreates, type UnsettledCreate } from "./unsettled.ts";

type CountedNote = Omit<ReportData["notes"][number], "examples"> & { examples: number[] };

/** So many people are listed in one section at most; the counts are always of all. */
const mostListed = 2000;

export interface ReportedOperation {
  id: string;
  key: string;
  name: string;
  row: number | null;
  /** Where the people stand in several files. */
  file?: string;
  kind: Operation["kind"];
  status: Operation["status"];
  fields: { field: string; from: string | null; to: string }[];
  gains: string[];
  losses: string[];
  code: string | null;
  reason: string | null;
  /** Accounts of other keys that may be this person's, with both records side by side. */
  alike?: {
    key: string;
    user_id: string | null;
    fields: string[];
    records: { field: string; here: string | null; there: string | null }[];
  }[];
}

export interface ReportedCause {
  id: string;
  text: string;
  sentence: string;
  group: string;
  removals: (ListedRemoval & {
    evidence: StoredEvidence;
    decided_by: string | null;
    decided_at: string | null;
    decision_reason: string | null;
    outcome: string | null;
  })[];
}

/** Everything that the report of a run shows: HTML and JSON are drawn from this and nothing else. */
export interface ReportData {
  result: RunResult;
  startedAt: string;
  endedAt: string | null;
  partial: boolean;
  releasedBy: string | null;
  problem: { code: string; message: string; next?: string } | null;
  held: { limit: string; found: number; allowed: number; of?: string; message: string }[];
  rejects: { row: number; file?: string; key: string | null; column: string | null; code: string; message: string }[];
  /** Equal remarks about rows, counted. */
  notes: { code: string; column: string | null; message: string; rows: number; examples: (number | string)[] }[];
  operations: ReportedOperation[];
  /** How many there are by kind and status, all of them. */
  operationCounts: { kind: string; status: string; n: number }[];
  /** What the plan found, while the run is not released: it waits for nobody yet. */
  found: ReportedCause[];
  pending: ReportedCause[];
  decided: ReportedCause[];
  unsettled: UnsettledCreate[];
  /** Accounts in groups of the service that nobody is linked to, as the groups were read last. */
  unknownAccounts: number;
  absent: { key: string; username: string | null }[];
  absentSuspended: boolean;
  /** Removals that the policy's `auto` rule would have approved, had they not been more than it allows. */
  autoOver: number;
  /** The time of the backup that the state is of, because of which the `auto` rule approved nothing. */
  autoHeld: string | null;
  lastGoodRows: number | null;
}

/**
 * Collects a run's report from the store, whoever asks and whenever.
 * @param most how many people, rows and removals each list has at most
 */
export async function reportData(db: Db, run: Run, report: string | null, most = mostListed): Promise<ReportData> {
  const operations = await listOperations(db, run.id);
  const counted = new Map<string, { kind: string; status: string; n: number }>();
  for (const { kind, status } of operations) {
    const entry = counted.get(`${kind} ${status}`) ?? { kind, status, n: 0 };
    entry.n += 1;
    counted.set(`${kind} ${status}`, entry);
  }
  const summary = (run.summary ?? {}) as {
    absent?: ReportData["absent"];
    absentSuspended?: boolean;
    autoOver?: number;
    autoHeld?: string | null;
  };
  const good = await lastGoodRun(db, run.job, run.id);
  return {
    result: await resultOf(db, run, report),
    startedAt: run.started_at.toISOString(),
    endedAt: run.ended_at?.toISOString() ?? null,
    partial: run.partial,
    releasedBy: run.released_by,
    problem: run.problem,
    held: run.released ? [] : ((run.held ?? []) as ReportData["held"]),
    rejects: (await listRejects(db, run.id, most)).map((reject) => ({ ...reject, ...placeIn(run, reject.row) })),
    notes: ((run.notes ?? []) as CountedNote[]).map((note) => ({ ...note, examples: note.examples.map((row) => exampleIn(run, row)) })),
    operations: mostTelling(operations)
      .slice(0, most)
      .map((operation) => reported(operation, run)),
    operationCounts: [...counted.values()],
    found: run.released ? [] : causesOf((await listFoundRemovals(db, run.id, most)).map((found) => asRemoval(found, run))),
    pending: causesOf(await listRemovals(db, { job: run.job, status: ["pending"], limit: most })),
    decided: causesOf(await decidedIn(db, run)),
    unsettled: await unsettledCreates(db, run.account, run.job),
    unknownAccounts: await countUnknownAccounts(db, run.account),
    absent: summary.absent ?? [],
    absentSuspended: summary.absentSuspended ?? false,
    autoOver: summary.autoOver ?? 0,
    autoHeld: summary.autoHeld ?? null,
    lastGoodRows: good?.rows ?? null,
  };
}

function causesOf(removals: readonly Removal[]): ReportedCause[] {
  return byCause(removals).map(({ id, text, sentence, group, people }) => ({
    id,
    text,
    sentence,
    group,
    removals: people.map((removal) => ({
      ...listed(removal),
      evidence: evidenceOf(removal),
      decided_by: removal.decided_by,
      decided_at: removal.decided_at?.toISOString() ?? null,
      outcome: removal.outcome,
      decision_reason: removal.decision_reason,
    })),
  }));
}

/** What needs somebody's attention first, then what was done. */
function mostTelling(operations: Operation[]): Operation[] {
  const rank = { failed: 0, uncertain: 1, held: 2, running: 3, queued: 3, planned: 3, dropped: 4, done: 5 };
  return [...operations].sort((a, b) => rank[a.status] - rank[b.status] || a.seq - b.seq);
}

/** A row by its number alone where there is one file, else with the name of its own. */
function exampleIn(run: Run, row: number): number | string {
  const { row: number, file } = placeIn(run, row);
  return file === undefined ? number : `${number} of ${basename(file)}`;
}

function reported(operation: Operation, run: Run): ReportedOperation {
  const changes = operation.changes as Partial<Pick<ReportedOperation, "fields" | "gains" | "losses" | "alike">>;
  return {
    id: operation.id,
    key: operation.key,
    name: operation.name,
    row: null,
    ...(operation.row === null ? {} : placeIn(run, operation.row)),
    kind: operation.kind,
    status: operation.status,
    fields: changes.fields ?? [],
    gains: changes.gains ?? [],
    losses: changes.losses ?? [],
    code: operation.code,
    reason: operation.reason,
    ...(changes.alike === undefined ? {} : { alike: changes.alike }),
  };
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
  };
}

/** Decided or carried out while the run ran; decisions of other days belong to other reports. */
async function decidedIn(db: Db, run: Run): Promise<Removal[]> {
  const removals = await listRemovals(db, { job: run.job, status: ["approved", "rejected", "applied"], limit: mostListed });
  const end = run.ended_at ?? new Date(8.64e15);
  return removals.filter(({ decided_at: decided, ended_at: ended }) =>
    [decided, ended].some((at) => at !== null && at >= run.started_at && at <= end),
  );
}
