import { listOperations } from "../store/operations.ts";
import { findRemoval, type Removal } from "../store/removals.ts";
import { insertRun, newRunId } from "../store/runs.ts";
import { carryOut } from "./carry-out.ts";
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
  const { state, job, now } = session;
  if (job.policy.approval.delay > 0) {
    return removals.map(({ id }) => ({ id, why: "The policy asks to wait; the first run after the delay carries it out." }));
  }
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
  });
  try {
    const service = await connect();
    await service.directory.refresh();
    const standing = await stillTrue(session, service, removals);
    const total = await planRemovals(session, service, id, standing);
    if (total > 0) await carryOut(session, service, id, total);
    await settleRun(session, id, "completed");
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
    result.push({ id, why: now.outcome ?? operation?.reason ?? stays ?? `It is ${now.status}.` });
  }
  return result;
}
