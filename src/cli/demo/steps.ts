import { sortIdentities, type IdentityRow } from "../../identities/employee-keys.ts";
import type { ReportData } from "../../reporting/run-report/data.ts";
import { resumeRun, startRun } from "../../pipeline/pipeline.ts";
import type { Progress } from "../../session/session.ts";
import { openCsv } from "../../source/csv/csv.ts";
import { addLinks, listLinks } from "../../store/identities/links.ts";
import { newRunId } from "../../store/runs/runs.ts";
import type { State } from "../../state/state.ts";
import { writeReport } from "../../app/finish-run.ts";
import { openSandbox } from "../../app/sandbox-state.ts";
import { fetchImpactAfterRun } from "../../app/fetch-impact.ts";
import { loadConfiguration, withOpenJob, type OpenJob } from "../../app/open-session.ts";
import type { Scenario } from "./scenario.ts";
import type { Place } from "./place.ts";
import type { Call } from "../../app/io.ts";

/** Links the accounts that the file names, as `rollcall identities import` does; says how many. */
export async function importAccounts(io: Call, state: State, place: Place, file: string): Promise<number> {
  const { job } = await loadConfiguration(io, place.job);
  const { account } = job.service;
  const rows: IdentityRow[] = [];
  for await (const batch of (await openCsv(file, job.source.csv)).rows()) {
    for (const { row, cells } of batch) rows.push({ row, key: cells[0] ?? "", userId: cells[1] ?? "", readable: true });
  }
  const { fresh } = sortIdentities(rows, await listLinks(state.db, account));
  await addLinks(
    state,
    fresh.map(({ key, userId }) => ({ account, job: job.name, key, userId, source: "imported" as const })),
    io.now(),
  );
  return fresh.length;
}

/** A whole run of the job over its newest export, as `rollcall sync` does. */
export async function sync(io: Call, state: State, place: Place, progress: Progress): Promise<ReportData> {
  return onJob(io, state, place, progress, async (open) => {
    const { session, connect } = open;
    const run = await startRun(session, connect, requested(session.now(), false));
    const report = await writeReport(io, state, run);
    await fetchImpactAfterRun(io, open, run);
    return report;
  });
}

/** Plans like `rollcall plan`, shows the plan, and applies it like `rollcall runs resume`. */
export async function planAndApply(
  io: Call,
  state: State,
  place: Place,
  progress: Progress,
  show: (plan: ReportData) => void,
): Promise<ReportData> {
  return onJob(io, state, place, progress, async (open) => {
    const { session, connect } = open;
    const plan = await startRun(session, connect, requested(session.now(), true));
    const planned = await writeReport(io, state, plan);
    show(planned);
    if (plan.status !== "planned") return planned;
    const run = await resumeRun(session, connect, plan.id);
    const report = await writeReport(io, state, run);
    await fetchImpactAfterRun(io, open, run);
    return report;
  });
}

/** Changes that people made in the service in the meantime. Rollcall has to find them. */
export async function changeByHand(place: Place, { renamed, byHand, unmanaged: outside }: Scenario): Promise<void> {
  const sandbox = await openSandbox({ dir: place.sandbox });
  try {
    sandbox.addGroup(`HR/Departments/${renamed.to}`);
    sandbox.addMember(byHand.group, byHand.userId);
    sandbox.addMember(outside.group, outside.userId);
  } finally {
    await sandbox.close();
  }
}

async function onJob<T>(io: Call, state: State, place: Place, progress: Progress, work: (wired: OpenJob) => Promise<T>): Promise<T> {
  const { job, mapping } = await loadConfiguration(io, place.job);
  try {
    return await withOpenJob(io, state, job, mapping, progress, work);
  } finally {
    progress.end();
  }
}

function requested(now: Date, planOnly: boolean) {
  return { id: newRunId(now), file: null, partial: false, planOnly, startedBy: "rollcall demo" };
}
