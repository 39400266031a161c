import { ServiceProblem } from "../../learning-service/errors/errors.ts";
import { Problem } from "../../domain/problem.ts";
import { inSpan } from "../../domain/telemetry/span.ts";
import type { Held } from "../../domain/facts/held.ts";
import { findRun, setRun, type Run } from "../../store/runs/runs.ts";
import { analyzeKnown } from "../../store/statistics.ts";
import { settleCreates } from "../../identities/settle.ts";
import type { Service, Session } from "../../session/session.ts";
import { refuseChangedPilot } from "../extract/pilot.ts";
import { readDirectory, waitForInFlightCreates } from "../extract/read-directory.ts";
import { setRunStatus, toStoredProblem } from "../finish/finish-run.ts";
import { refuseChanged, refuseEnded, runNotFound } from "../find-resumable-run.ts";
import { buildPlan } from "./build-plan.ts";
import { checkLimits } from "./limits.ts";
import { settleGroupCreates, summaryOf, type MissingGroups } from "./missing-groups.ts";

export type Connect = () => Promise<Service>;

/** A plan, and the limits that it exceeds. */
export interface Plan {
  service: Service;
  held: Held[];
  missing: MissingGroups;
}

/**
 * Makes the plan of a run with the current links, groups and memberships.
 * @param after.groupsCreated the missing groups have been created, as far as possible
 */
export function makePlan(session: Session, connect: Connect, id: string, after = { groupsCreated: false }): Promise<Plan> {
  return inSpan(
    "plan",
    {},
    () => planOf(session, connect, id, after),
    ({ held }) => ({ limits: held.length }),
  );
}

async function planOf(session: Session, connect: Connect, id: string, after: { groupsCreated: boolean }): Promise<Plan> {
  const { state, now } = session;
  const run = await findRun(state.db, id);
  if (run === undefined) throw runNotFound(id);
  refuseEnded(run);
  await setRun(state.db, id, { owner_process: state.processId });
  try {
    refuseChanged(session, run);
    refuseChangedPilot(session, run);
    const service = await connect();
    await readDirectory(session, service);
    await waitForInFlightCreates(session);
    await settleCreates(session, service);
    await settleGroupCreates(session, service);
    await analyzeKnown(state.db, run.rows);
    const source = { files: peopleOf(run), content: run.sha256, partial: run.partial, pilot: run.pilot, ...after };
    const evaluation = await buildPlan(session, service, id, source);
    // Without the rows of its file, a plan would take everyone for absent.
    if (evaluation.counts.rows !== run.rows) {
      refuseEnded((await findRun(state.db, id)) ?? run);
      throw new Error(`run ${id} has ${evaluation.counts.rows} of its ${run.rows} rows`);
    }
    const held = await checkLimits(session, service, { id, partial: run.partial, pilot: run.pilot }, evaluation);
    const { counts, missing, ...rest } = evaluation;
    await setRun(state.db, id, {
      counts: JSON.stringify(counts),
      held: JSON.stringify(held),
      planned_at: now(),
      notes: JSON.stringify([...(run.profile?.notes ?? []), ...evaluation.notes]),
      summary: JSON.stringify({ ...rest, missing: summaryOf(missing), notes: undefined }),
    });
    return { service, held, missing };
  } catch (error) {
    // The staged rows stay, so the run can resume when the service is back.
    const resumable = error instanceof ServiceProblem || (error instanceof Problem && error.code === "interrupted");
    await setRunStatus(session, id, resumable ? "interrupted" : "failed", toStoredProblem(error));
    throw error;
  }
}

/** Returns the names of the files with people. */
function peopleOf({ files, file }: Run): string[] {
  return files === null ? [file] : files.filter(({ role }) => role === "people").map(({ name }) => name);
}
