import { Problem } from "../model/problem.ts";
import { BLANK_STATUS } from "../plan/decide.ts";
import { countByStatus, countHeldPeople } from "../store/operations.ts";
import { countPending } from "../store/removals.ts";
import { findRun, setRun, type Run } from "../store/runs.ts";
import type { Db, RunStatus } from "../store/schema.ts";
import { knownProblem } from "../store/trouble.ts";
import type { Evaluation } from "./evaluate.ts";
import type { Session } from "./session.ts";

/** The counts of a run's result: rows by what became of them (I3), operations by how they ended. */
export type Counts = Evaluation["counts"] & {
  done: number;
  failed: number;
  uncertain: number;
  removals_pending: number;
  removals_held: number;
  /** People whose create or update was not sent for a reason that someone must resolve. */
  blocked: number;
};

/** The next run resolves these by itself. */
const RESOLVED_BY_NEXT_RUN = ["name_in_use", "linked_meanwhile", "link_changed", "memberships_keep_changing"];

/**
 * Counts a run from what is stored. A person whose operation ended held counts as held and no longer as a change, so
 * that rows = rejected + duplicates + creates + updates + deactivations + reactivations + unchanged + held.
 */
export async function countRun(db: Db, run: Run): Promise<Counts> {
  const planned = (run.counts ?? {}) as Counts;
  if (run.planned_at === null) return { ...planned, removals_pending: await countPending(db, run.job), removals_held: 0, blocked: 0 };
  const operations = await countByStatus(db, run.id);
  const sum = (where: (o: (typeof operations)[number]) => boolean): number => operations.filter(where).reduce((total, o) => total + o.n, 0);
  const inFile = (kind: string): number => sum((o) => o.row && o.kind === kind && o.status !== "held");
  return {
    ...planned,
    creates: inFile("create"),
    updates: inFile("update"),
    deactivations: inFile("deactivate"),
    reactivations: inFile("reactivate"),
    held: sum((o) => o.row && o.status === "held"),
    absent_deactivated: sum((o) => !o.row && o.kind === "deactivate" && o.status !== "held"),
    done: sum((o) => o.status === "done"),
    failed: sum((o) => o.status === "failed"),
    uncertain: sum((o) => o.status === "uncertain"),
    removals_pending: await countPending(db, run.job),
    removals_held: sum((o) => o.kind === "remove-groups" && o.status === "held"),
    blocked: await countHeldPeople(db, run.id, { codes: RESOLVED_BY_NEXT_RUN, reasons: [BLANK_STATUS] }),
  };
}

/** What stopped a run, as it is stored and shown. */
export function sayProblem(error: unknown): { code: string; message: string; next?: string } {
  const problem = knownProblem(error);
  if (problem === null) return { code: "defect", message: "A defect of Rollcall stopped the run." };
  const { code, message, next } = problem;
  return { code, message, ...(next === undefined ? {} : { next }) };
}

const RESUME = "`rollcall runs resume`";

/** Puts the run's id into the command that resumes it: what stops a run often does not know which one it stops. */
export function resumeOf(run: string, next: string): string {
  return next.replace(RESUME, `\`rollcall runs resume ${run}\``);
}

/** The same for what is thrown within a run. */
export function withRunId(run: string, error: unknown): unknown {
  if (!(error instanceof Problem) || error.next?.includes(RESUME) !== true) return error;
  // In place: the problem keeps its class, and what aborts a run belongs to that run alone.
  return Object.assign(error, { next: resumeOf(run, error.next) });
}

/** Writes down how a run stands and comes back with it. */
export async function settleRun(
  session: Pick<Session, "state" | "now">,
  id: string,
  status: RunStatus,
  problem: { code: string; message: string; next?: string } | null = null,
): Promise<Run> {
  const { db } = session.state;
  const run = await findRun(db, id);
  if (run === undefined) throw new Error(`run ${id} is gone`);
  const counts = await countRun(db, run);
  // Somebody else has ended it in the meantime: that stands.
  if (status === "completed" && (run.status === "cancelled" || run.status === "superseded")) {
    await setRun(db, id, { counts: JSON.stringify(counts) });
    return { ...run, counts };
  }
  const over = status === "completed" || status === "failed" || status === "cancelled" || status === "interrupted";
  await setRun(db, id, {
    status,
    counts: JSON.stringify(counts),
    problem:
      problem === null ? null : JSON.stringify(problem.next === undefined ? problem : { ...problem, next: resumeOf(id, problem.next) }),
    ended_at: over ? session.now() : null,
  });
  return (await findRun(db, id)) ?? run;
}
