import type { Job } from "../domain/settings.ts";
import { areasOf, areaText } from "../reporting/missing-areas.ts";
import { adviceOn, advisedRemovals } from "../reporting/removals/advice.ts";
import { countAdvice, type AdviceCounts } from "../reporting/removals/cause-advice.ts";
import type { Cause } from "../reporting/removals/causes.ts";
import { byCause } from "../reporting/removals/pending-removals.ts";
import { listUnconfirmedIntents } from "../store/identities/intents.ts";
import { listMissingGroups } from "../store/directory/missing-groups.ts";
import { countPending, type PendingCounts } from "../store/review/pending-counts.ts";
import { listRemovals } from "../store/review/removals.ts";
import { listOverdueLeavers } from "../store/runs/metrics.ts";
import { listRuns, type Run } from "../store/runs/runs.ts";
import type { Db } from "../store/schema/tables.ts";
import { countExpiring } from "../store/review/pending.ts";

/** A cause with the recommendations on its people. */
export type AdvisedCause = Cause & { advice: AdviceCounts };

/** Counts that need attention in a job. */
export interface JobAttention {
  counts: PendingCounts;
  causes: AdvisedCause[];
  /** Approvals not applied yet that expire soon. */
  expiring: number;
  unconfirmed: number;
  /** Missing groups without a decision, and the people who wait for them. */
  missingGroups: { groups: number; people: number };
  /** People whose account may be active more than a day after their last day. */
  overdue: number;
  held: Run[];
  /** Of the last completed run; 0 unless `policy.exit` counts them. */
  rejected: number;
  blocked: number;
  /** Missing areas of the last completed run. */
  areas: { run: string; sentences: string[] } | null;
  /** Failed within a day, without a successful run since. */
  failed: Run[];
}

/** How many days before its expiry an approval is reported. */
export const soon = 3;

const DAY = 86_400_000;

/** Loads what needs attention, from the store alone. */
export async function pendingSummary(db: Db, job: Job, now: Date): Promise<JobAttention> {
  const removals = await listRemovals(db, { job: job.name, status: ["pending"] });
  const runs = await listRuns(db, { job: job.name, limit: 50 });
  // A pilot says nothing about the people outside of it.
  const good = runs.find((run) => run.kind === "sync" && run.status === "completed" && run.pilot === null);
  const advice = await adviceOn(db, advisedRemovals(removals), now);
  const missing = (await listMissingGroups(db, job.name)).filter(({ decision }) => decision === null);
  const later = runs.filter((run) => good === undefined || run.started_at > good.started_at);
  return {
    counts: await countPending(db, job.name),
    causes: byCause(removals).map((cause) => ({ ...cause, advice: countAdvice(cause.people.flatMap(({ id }) => advice.get(id) ?? [])) })),
    expiring: await countExpiring(db, job.name, new Date(now.getTime() - job.policy.approval.expires + soon * DAY)),
    unconfirmed: (await listUnconfirmedIntents(db, job.service.account)).length,
    missingGroups: { groups: missing.length, people: missing.reduce((sum, { people }) => sum + people, 0) },
    rejected: job.policy.exit.rejected === 1 ? (good?.counts?.["rejected"] ?? 0) : 0,
    blocked: job.policy.exit.blocked === 1 ? (good?.counts?.["blocked"] ?? 0) : 0,
    areas: openAreas(good),
    overdue: (await listOverdueLeavers(db, job.name, now, 1)).people,
    held: runs.filter((run) => run.status === "held"),
    failed: later.filter((run) => hasFailed(run) && run.started_at.getTime() > now.getTime() - DAY),
  };
}

function openAreas(good: Run | undefined): JobAttention["areas"] {
  const sentences = good === undefined ? [] : areasOf(good).flatMap((area) => (area.blocked > 0 ? [areaText(area)] : []));
  return good === undefined || sentences.length === 0 ? null : { run: good.id, sentences };
}

/** Whether a run failed or was interrupted, but not by hand. */
export function hasFailed({ status, problem }: Pick<Run, "status" | "problem">): boolean {
  return (status === "failed" || status === "interrupted") && problem?.code !== "interrupted";
}

export function isNothing({
  counts,
  expiring,
  unconfirmed,
  missingGroups,
  rejected,
  blocked,
  overdue,
  held,
  failed,
}: JobAttention): boolean {
  return counts.removals + expiring + unconfirmed + missingGroups.groups + rejected + blocked + overdue + held.length + failed.length === 0;
}
