import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
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
  if (run === undefined)
    throw new UsageProblem(inTurn(fact("run.does_not_exist", { run: id }), fact("nothing.changed", {})), fact("advice.list_runs", {}));
  if (run.job !== job.name) throw new UsageProblem(fact("run.belongs_to_other_job", { run: id, job: run.job, other: job.name }));
  if (readableText(request.reason) === "") throw new UsageProblem(fact("usage.reason_missing", {}));
  if (request.until != null && request.until <= now()) throw new UsageProblem(fact("run.keep_date_is_past", {}));
  const removed = await listApplied(state.db, id);
  if (run.reverted_by === null && removed.length === 0) throw new UsageProblem(fact("run.removed_nothing", { run: id }));
  const restoring = {
    run: id,
    revert: request.id ?? newRunId(now()),
    previous: run.reverted_by,
    only: null,
    removed,
    next: fact("advice.revert_again", { run: id }),
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
  if (readableText(request.reason) === "") throw new UsageProblem(fact("removal.adding_back_needs_reason", {}));
  const found = (await findRemovals(state.db, ids)).filter((removal) => removal.job === job.name);
  const removed: Removal[] = [];
  const obstacles: Fact[] = [];
  for (const removal of found) {
    const why = await revertObstacle(state.db, removal);
    if (why === null) removed.push(removal);
    else obstacles.push(why);
  }
  const [first] = removed;
  if (first === undefined) throw new UsageProblem(obstacles[0] ?? fact("removal.is_not_applied", { removals: [...ids] }));
  const restoring = {
    run: (await findSendingRun(state.db, first.id)) ?? first.first_run,
    revert: request.id ?? newRunId(now()),
    previous: request.previous ?? null,
    only: removed.map(({ id }) => id),
    removed,
    next: fact("advice.add_back_again", {}),
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
      fact("removal.policy_removes_again", { job: removed.job, group: removed.group_path }),
      fact("advice.add_back_and_keep", {}),
    );
}

async function revertObstacle(db: Db, { id, status, job, key, group_id: group, ended_at: ended }: Removal): Promise<Fact | null> {
  if (status !== "applied") return fact("removal.is_not_applied", { removals: [id] });
  const later = (await listRemovals(db, { job, key, status: ["applied"] })).find(
    (other) => other.group_id === group && (other.ended_at?.getTime() ?? 0) > (ended?.getTime() ?? 0),
  );
  return later === undefined ? null : fact("removal.is_repeated_later", { removal: later.id });
}
