import { fact, type Fact } from "../../domain/facts/fact.ts";
import { runWithoutFile } from "../begin-run.ts";
import { inRun } from "../../domain/telemetry/span.ts";
import { listOperations } from "../../store/runs/operations.ts";
import { findRemoval, listDue, type Removal } from "../../store/review/removals.ts";
import { expireRemovals } from "../../store/review/removal-ends.ts";
import { insertRun, newRunId } from "../../store/runs/runs.ts";
import { executeRun } from "../execute/execute-run.ts";
import { refuseIfStopped } from "../../session/emergency-stop.ts";
import { toStoredProblem, setRunStatus } from "../finish/finish-run.ts";
import { planApprovedRemovals } from "./release.ts";
import type { Service, Session } from "../../session/session.ts";
import { revalidateApprovals } from "./revalidate-approvals.ts";

type NotApplied = { id: string; why: Fact };

/**
 * Applies approved removals at once, with the current job file. Each is checked again on memberships read now, and
 * skipped if its facts have changed.
 * @returns the removals that were not applied, with the reason; if the service is down they stay approved for the next run
 */
export async function applyDecisions(
  session: Session,
  connect: () => Promise<Service>,
  removals: readonly Removal[],
): Promise<NotApplied[]> {
  if (session.job.policy.approval.delay > 0) {
    return removals.map(({ id }) => ({ id, why: fact("outcome.delayed", {}) }));
  }
  return applyNow(session, connect, removals);
}

/**
 * Applies approved removals that are due, between two runs. Expires old approvals first. Leaves removals that the policy
 * approved to a run, because they count against its limit.
 */
export async function applyDueDecisions(session: Session, connect: () => Promise<Service>): Promise<NotApplied[]> {
  const { state, job, now } = session;
  const { approval, groupRemovals } = job.policy;
  const clock = now();
  await expireRemovals(state.db, job.name, new Date(clock.getTime() - approval.expires), clock);
  if (groupRemovals === "never") return [];
  const due = await listDue(state.db, { job: job.name, decidedBefore: new Date(clock.getTime() - approval.delay), now: clock });
  return due.length === 0 ? [] : applyNow(session, connect, due);
}

async function applyNow(session: Session, connect: () => Promise<Service>, removals: readonly Removal[]): Promise<NotApplied[]> {
  const { state, job, now } = session;
  await refuseIfStopped(session);
  const id = newRunId(now());
  await insertRun(state.db, { ...runWithoutFile(session, { id, kind: "decisions", at: now() }), owner_process: state.processId });
  try {
    await inRun({ run: id, job: job.name }, "start", async () => {
      const service = await connect();
      await service.directory.refresh();
      const valid = await revalidateApprovals(session, service, removals);
      const total = await planApprovedRemovals(session, service, id, valid);
      if (total > 0) await executeRun(session, service, id, total);
      await setRunStatus(session, id, "completed");
    });
  } catch (error) {
    await setRunStatus(session, id, "interrupted", toStoredProblem(error));
    throw error;
  }
  return notApplied(session, id, removals);
}

async function notApplied({ state }: Session, run: string, removals: readonly Removal[]): Promise<NotApplied[]> {
  const operations = await listOperations(state.db, run);
  const result: NotApplied[] = [];
  for (const { id, key } of removals) {
    const now = await findRemoval(state.db, id);
    if (now === undefined || now.status === "applied") continue;
    const operation = operations.find((candidate) => candidate.key === key);
    const stays = now.status === "approved" ? fact("outcome.stays_approved", {}) : null;
    const undone = now.status === "pending" ? fact("outcome.approval_undone", {}) : null;
    result.push({ id, why: undone ?? now.outcome ?? operation?.reason ?? stays ?? fact("outcome.is", { status: now.status }) });
  }
  return result;
}
