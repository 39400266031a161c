import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import { isResumeAdvice } from "../../domain/facts/resume.ts";
import { Problem, type StoredProblem } from "../../domain/problem.ts";
import { dropSentPayloads } from "../../store/portions/payload.ts";
import { countByStatus, countHeldPeople } from "../../store/runs/operations.ts";
import { countPending } from "../../store/review/removals.ts";
import { findRun, setRun, type Run } from "../../store/runs/runs.ts";
import type { Db } from "../../store/schema/tables.ts";
import type { RunStatus } from "../../store/schema/statuses.ts";
import { knownProblem } from "../../state/database-errors.ts";
import type { BuiltPlan } from "../plan/build-plan.ts";
import type { Session } from "../../session/session.ts";

/** The counts of a run's result: rows by outcome (I3), operations by final status. */
type Counts = BuiltPlan["counts"] & {
  done: number;
  failed: number;
  uncertain: number;
  removals_pending: number;
  removals_held: number;
  /** People whose create or update was not sent, for a reason that a person must resolve. */
  blocked: number;
};

/** Codes of blocked operations that the next run resolves without a person; a protected account needs no one, either. */
const RESOLVED_BY_NEXT_RUN = ["name_in_use", "linked_meanwhile", "resolved_meanwhile", "link_changed", "memberships_keep_changing"];

/**
 * Counts a run from the store. A person whose operation ended held counts as held and not as a change, so that
 * rows = rejected + duplicates + creates + updates + deactivations + reactivations + unchanged + held
 * + out_of_scope + not_due + not_in_pilot.
 */
async function countRun(db: Db, run: Run): Promise<Counts> {
  const planned = (run.counts ?? {}) as Counts;
  const pending = await countPending(db, run.job);
  if (run.planned_at === null && run.kind === "sync") return { ...planned, removals_pending: pending, removals_held: 0, blocked: 0 };
  const operations = await countByStatus(db, run.id);
  const sum = (where: (o: (typeof operations)[number]) => boolean): number => operations.filter(where).reduce((total, o) => total + o.n, 0);
  const outcomes = {
    done: sum((o) => o.status === "done"),
    failed: sum((o) => o.status === "failed"),
    uncertain: sum((o) => o.status === "uncertain"),
    removals_pending: pending,
    removals_held: sum((o) => o.kind === "remove-groups" && o.status === "held"),
  };
  // A run without a file, which applies decisions or undoes a run, has no rows to count.
  if (run.planned_at === null) return { ...planned, ...outcomes, blocked: 0 };
  const inFile = (kind: string): number => sum((o) => o.row && o.kind === kind && o.status !== "held");
  return {
    ...planned,
    creates: inFile("create"),
    updates: inFile("update"),
    deactivations: inFile("deactivate"),
    reactivations: inFile("reactivate"),
    held: sum((o) => o.row && o.status === "held"),
    absent_deactivated: sum((o) => !o.row && o.kind === "deactivate" && o.status !== "held"),
    ...outcomes,
    blocked: await countHeldPeople(db, run.id, {
      codes: [...RESOLVED_BY_NEXT_RUN, "protected", "urgently_deactivated"],
      reasons: ["operation.status_blank"],
    }),
  };
}

/** Converts the error that stopped a run to the stored problem. */
export function toStoredProblem(error: unknown): StoredProblem {
  const problem = knownProblem(error);
  if (problem === null) return { code: "defect", fact: fact("run.stopped_by_defect", {}) };
  const { code, next } = problem;
  return { code, fact: problem.fact, ...(next === undefined ? {} : { next }) };
}

/** Adds the run's id to the advice to resume it; the code that throws often does not know the run. */
function resumeOf(run: string, next: Fact): Fact {
  if (isResumeAdvice(next)) return { ...next, values: { run } };
  return next.code === "sentences" ? inTurn(...(next.values["sentences"] as Fact[]).map((one) => resumeOf(run, one))) : next;
}

/** Adds the run's id to the resume command of an error thrown within a run. */
export function withRunId(run: string, error: unknown): unknown {
  if (!(error instanceof Problem) || error.next === undefined) return error;
  // Changed in place: the problem keeps its class, and it belongs to this run alone.
  return Object.assign(error, { next: resumeOf(run, error.next) });
}

/** Stores a run's status, counts and problem. @returns the run as stored */
export async function setRunStatus(
  session: Pick<Session, "state" | "now">,
  id: string,
  status: RunStatus,
  problem: StoredProblem | null = null,
): Promise<Run> {
  const { db } = session.state;
  const run = await findRun(db, id);
  if (run === undefined) throw new Error(`run ${id} does not exist`);
  const counts = await countRun(db, run);
  const over = status === "completed" || status === "failed" || status === "cancelled" || status === "interrupted";
  // The run was cancelled or superseded meanwhile: that status stays.
  if (status !== "cancelled" && (run.status === "cancelled" || run.status === "superseded")) {
    await setRun(db, id, { counts: JSON.stringify(counts) });
    if (over) await dropSentPayloads(db, id);
    return { ...run, counts };
  }
  await setRun(db, id, {
    status,
    counts: JSON.stringify(counts),
    problem:
      problem === null ? null : JSON.stringify(problem.next === undefined ? problem : { ...problem, next: resumeOf(id, problem.next) }),
    ended_at: over ? session.now() : null,
  });
  if (over) await dropSentPayloads(db, id);
  return (await findRun(db, id)) ?? run;
}
