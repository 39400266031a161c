import { inRun } from "../model/span.ts";
import { listOperations } from "../store/operations.ts";
import { expireRemovals, findRemoval, listDue, type Removal } from "../store/removals.ts";
import { insertRun, newRunId } from "../store/runs.ts";
import { carryOut } from "./carry-out.ts";
import { refuseIfStopped } from "./emergency-stop.ts";
import { sayProblem, settleRun } from "./finish.ts";
import { planRemovals } from "./release.ts";
import type { Service, Session } from "./session.ts";
import { stillTrue } from "./standing.ts";

type NotApplied = { id: string; why: string };

/**
 * Carries out approved removals at once, with the job as it now is: each is looked at again on memberships read just
 * now, and one whose facts have changed is not carried out.
 * @returns those that were not carried out, and why; a service that is down leaves them approved for the next run
 */
export async function carryOutDecisions(
  session: Session,
  connect: () => Promise<Service>,
  removals: readonly Removal[],
): Promise<NotApplied[]> {
  if (session.job.policy.approval.delay > 0) {
    return removals.map(({ id }) => ({ id, why: "The policy asks to wait; the first run after the delay carries it out." }));
  }
  return carryOutNow(session, connect, removals);
}

/**
 * Carries out, between two runs, what people approved and what is due by now. Approvals that are too old expire first;
 * what the policy approved by itself is left to a run, which counts it.
 */
export async function carryOutDue(session: Session, connect: () => Promise<Service>): Promise<NotApplied[]> {
  const { state, job, now } = session;
  const { approval, groupRemovals } = job.policy;
  const clock = now();
  await expireRemovals(state.db, job.name, new Date(clock.getTime() - approval.expires), clock);
  if (groupRemovals === "never") return [];
  const due = await listDue(state.db, { job: job.name, decidedBefore: new Date(clock.getTime() - approval.delay), now: clock });
  return due.length === 0 ? [] : carryOutNow(session, connect, due);
}

async function carryOutNow(session: Session, connect: () => Promise<Service>, removals: readonly Removal[]): Promise<NotApplied[]> {
  const { state, job, now } = session;
  await refuseIfStopped(session);
  const id = newRunId(now());
  await insertRun(state.db, {
    id,
    kind: "decisions",
    job: job.name,
    job_file: job.file,
    account: job.service.account,
    status: "running",
    partial: true,
    started_at: now(),
    file: "",
    sha256: "",
    rows: 0,
    context: session.context,
    released: true,
    released_by: null,
    conductor: state.me,
  });
  try {
    await inRun({ run: id, job: job.name }, "start", async () => {
      const service = await connect();
      await service.directory.refresh();
      const standing = await stillTrue(session, service, removals);
      const total = await planRemovals(session, service, id, standing);
      if (total > 0) await carryOut(session, service, id, total);
      await settleRun(session, id, "completed");
    });
  } catch (error) {
    await settleRun(session, id, "interrupted", sayProblem(error));
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
    const stays =
      now.status === "approved" ? "It stays approved; a later run carries it out when the person's row can be read again." : null;
    const undone = now.status === "pending" ? "The approval was taken back: it waits for a decision again." : null;
    result.push({ id, why: undone ?? now.outcome ?? operation?.reason ?? stays ?? `It is ${now.status}.` });
  }
  return result;
}
