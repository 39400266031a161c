import { readableText } from "../../domain/names.ts";
import { UsageProblem } from "../../domain/problem.ts";
import type { Policy } from "../../domain/settings.ts";
import { refuseIfStopped } from "../../session/emergency-stop.ts";
import type { Service, Session } from "../../session/session.ts";
import { findRemovals, listRemovals, type Removal } from "../../store/review/removals.ts";
import { findSendingRun, listApplied } from "../../store/runs/removed.ts";
import { findRun, newRunId } from "../../store/runs/runs.ts";
import type { Db } from "../../store/schema/tables.ts";
import { isRemovedByPolicy } from "./release.ts";
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
  return restoreMemberships(session, connect, restoring, { ...request, reason: readableText(request.reason) });
}

/**
 * Adds back the memberships that these applied removals removed, and keeps them as exceptions. No other membership and
 * no other person is touched. Of several, those are left out that were not applied, or that a later removal removed again.
 * @param previous an earlier attempt, which this one continues
 */
export async function revertRemovals(
  session: Session,
  connect: () => Promise<Service>,
  ids: readonly string[],
  request: RevertRequest & { previous?: string },
): Promise<Reverted> {
  const { state, job, now } = session;
  await refuseIfStopped(session);
  if (readableText(request.reason) === "") throw new UsageProblem("Adding a membership back needs a reason. Nothing was changed.");
  const found = (await findRemovals(state.db, ids)).filter((removal) => removal.job === job.name);
  const removed: Removal[] = [];
  const obstacles: string[] = [];
  for (const removal of found) {
    const why = await revertObstacle(state.db, removal);
    if (why === null) removed.push(removal);
    else obstacles.push(why);
  }
  const [first] = removed;
  if (first === undefined)
    throw new UsageProblem(obstacles[0] ?? `Removal ${ids.join(", ")} was not applied, so there is nothing to add back.`);
  const restoring = {
    run: (await findSendingRun(state.db, first.id)) ?? first.first_run,
    revert: request.id ?? newRunId(now()),
    previous: request.previous ?? null,
    only: removed.map(({ id }) => id),
    removed,
    next: "Use Add back on the page of its removal once more: the membership is only added if it is still missing.",
  };
  const until = request.askAgain === true ? new Date(now().getTime() + ASK_AGAIN_AFTER_MS) : null;
  return restoreMemberships(session, connect, restoring, { until, ...request, reason: readableText(request.reason) });
}

/** The exception lasts until the membership is surely there. A run after that finds it without a rule, and asks. */
const ASK_AGAIN_AFTER_MS = 3_600_000;

/** @throws UsageProblem if the policy would remove one of these memberships again without asking */
export async function refuseIfPolicyRemoves(db: Db, ids: readonly string[], policy: Policy): Promise<void> {
  const removed = (await findRemovals(db, ids)).find((removal) => isRemovedByPolicy(policy, removal));
  if (removed !== undefined)
    throw new UsageProblem(
      `The policy of job ${removed.job} removes people from ${removed.group_path} without asking. A later run would remove the membership again. Nothing was changed.`,
      "Add the membership back and keep it.",
    );
}

async function revertObstacle(db: Db, { id, status, job, key, group_id: group, ended_at: ended }: Removal): Promise<string | null> {
  if (status !== "applied") return `Removal ${id} was not applied, so there is nothing to add back.`;
  const later = (await listRemovals(db, { job, key, status: ["applied"] })).find(
    (other) => other.group_id === group && (other.ended_at?.getTime() ?? 0) > (ended?.getTime() ?? 0),
  );
  return later === undefined ? null : `Removal ${later.id} removed this membership again later. Add it back there. Nothing was changed.`;
}
