import type { Job } from "../model/settings.ts";
import type { Cause } from "../review/causes.ts";
import { byCause } from "../review/removals.ts";
import { listUnsettled } from "../store/intents.ts";
import { listRemovals } from "../store/removals.ts";
import { listRuns, type Run } from "../store/runs.ts";
import type { Db } from "../store/schema.ts";
import { countExpiring } from "../store/waiting.ts";

/** What of a job waits for a person. */
export interface Waiting {
  pending: number;
  causes: Cause[];
  /** Approvals that are not carried out and expire soon. */
  expiring: number;
  unsettled: number;
  held: Run[];
  /** Of the last completed run, where `policy.exit` calls them trouble. */
  rejected: number;
  blocked: number;
  /** Of the last day; one that a later good run made up for is none. */
  failed: Run[];
}

/** How long before it expires an approval is told about, in days. */
export const soon = 3;

const DAY = 86_400_000;

/** Collects what waits, from the store alone. */
export async function whatWaits(db: Db, job: Job, now: Date): Promise<Waiting> {
  const removals = await listRemovals(db, { job: job.name, status: ["pending"] });
  const runs = await listRuns(db, { job: job.name, limit: 50 });
  const good = runs.find((run) => run.kind === "sync" && run.status === "completed");
  const later = runs.filter((run) => good === undefined || run.started_at > good.started_at);
  return {
    pending: removals.length,
    causes: byCause(removals),
    expiring: await countExpiring(db, job.name, new Date(now.getTime() - job.policy.approval.expires + soon * DAY)),
    unsettled: (await listUnsettled(db, job.service.account)).length,
    rejected: job.policy.exit.rejected === 1 ? (good?.counts?.["rejected"] ?? 0) : 0,
    blocked: job.policy.exit.blocked === 1 ? (good?.counts?.["blocked"] ?? 0) : 0,
    held: runs.filter((run) => run.status === "held"),
    failed: later.filter((run) => hasFailed(run) && run.started_at.getTime() > now.getTime() - DAY),
  };
}

/** Whether a run ended in a way that nobody meant; one that was stopped by hand was meant. */
export function hasFailed({ status, problem }: Pick<Run, "status" | "problem">): boolean {
  return (status === "failed" || status === "interrupted") && problem?.code !== "interrupted";
}

export function isNothing({ pending, expiring, unsettled, rejected, blocked, held, failed }: Waiting): boolean {
  return pending + expiring + unsettled + rejected + blocked + held.length + failed.length === 0;
}
