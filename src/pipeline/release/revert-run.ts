import { readableText } from "../../domain/names.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { refuseIfStopped } from "../../session/emergency-stop.ts";
import type { Service, Session } from "../../session/session.ts";
import { findRemoval, listRemovals } from "../../store/review/removals.ts";
import { findSendingRun, listApplied } from "../../store/runs/removed.ts";
import { findRun, newRunId } from "../../store/runs/runs.ts";
import { restoreMemberships, type Reverted, type RevertRequest } from "./restore-memberships.ts";

/**
 * Adds back the memberships that a run, or decisions on its removals, removed, and keeps them as exceptions. A second
 * call only adds what is still missing, so it also resumes a stopped revert.
 */
export async function revertRun(session: Session, connect: () => Promise<Service>, id: string, request: RevertRequest): Promise<Reverted> {
  const { state, job, now } = session;
  await refuseIfStopped(session);
  const run = await findRun(state.db, id);
  if (run === undefined) throw new UsageProblem(`There is no run ${id}. Nothing was changed.`, "`rollcall runs list` shows all runs.");
  if (run.job !== job.name) throw new UsageProblem(`Run ${id} belongs to job ${run.job}, not ${job.name}. Nothing was changed.`);
  if (readableText(request.reason) === "") throw new UsageProblem("Reverting a run needs a reason: --reason TEXT. Nothing was changed.");
  if (request.until != null && request.until <= now())
    throw new UsageProblem("The end date for keeping the memberships is in the past. Nothing was changed.");
  const removed = await listApplied(state.db, id);
  if (run.reverted_by === null && removed.length === 0)
    throw new UsageProblem(`Neither run ${id} nor decisions on its removals removed a membership, so there is nothing to add back.`);
  const restoring = {
    run: id,
    revert: request.id ?? newRunId(now()),
    previous: run.reverted_by,
    only: null,
    removed,
    next: `Run \`rollcall runs revert ${id}\` again: it only adds what is still missing.`,
  };
  return restoreMemberships(session, connect, restoring, request);
}

/**
 * Adds back the one membership that an applied removal removed, and keeps it as an exception. No other membership and
 * no other person is touched.
 * @param previous an earlier attempt, which this one continues
 */
export async function revertRemoval(
  session: Session,
  connect: () => Promise<Service>,
  id: string,
  request: RevertRequest & { previous?: string },
): Promise<Reverted> {
  const { state, now } = session;
  await refuseIfStopped(session);
  if (readableText(request.reason) === "") throw new UsageProblem("Adding a membership back needs a reason. Nothing was changed.");
  const removal = await findRemoval(state.db, id);
  if (removal?.status !== "applied") throw new UsageProblem(`Removal ${id} was not applied, so there is nothing to add back.`);
  const { job, key, group_id: group } = removal;
  const ended = removal.ended_at?.getTime() ?? 0;
  const later = (await listRemovals(state.db, { job, key, status: ["applied"] })).find(
    (other) => other.group_id === group && (other.ended_at?.getTime() ?? 0) > ended,
  );
  if (later !== undefined)
    throw new UsageProblem(`Removal ${later.id} removed this membership again later. Add it back there. Nothing was changed.`);
  const restoring = {
    run: (await findSendingRun(state.db, id)) ?? removal.first_run,
    revert: request.id ?? newRunId(now()),
    previous: request.previous ?? null,
    only: id,
    removed: [removal],
    next: "Use Add back on the page of its removal once more: the membership is only added if it is still missing.",
  };
  return restoreMemberships(session, connect, restoring, request);
}
