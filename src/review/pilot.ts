import { fact, type Fact } from "../domain/facts/fact.ts";
import type { Policy } from "../domain/settings.ts";
import { t } from "../reporting/locales/t.ts";
import { countOutsidePilot } from "../store/review/removals.ts";
import { listOutsidePilot } from "../store/people/people.ts";
import type { Db } from "../store/schema/tables.ts";

/** Returns those of some people who are not in the pilot of their job: nothing may be decided or applied for them. */
export async function notInPilot(
  db: Db,
  { job, policy: { pilot } }: { job: string; policy: Pick<Policy, "pilot"> },
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (pilot === null || keys.length === 0) return new Set();
  return listOutsidePilot(db, { job, digest: pilot.digest, keys });
}

/** Counts the pending removals that cannot be decided because of the job's pilot. @param only a cause or a removal */
export async function countNotInPilot(
  db: Db,
  job: string,
  policy: Pick<Policy, "pilot"> | null,
  only: string | null = null,
): Promise<number> {
  const pilot = policy?.pilot ?? null;
  return pilot === null ? 0 : countOutsidePilot(db, { job, digest: pilot.digest, only });
}

/** Says how many pending removals of a job cannot be decided now. */
export function notInPilotText(job: string, n: number): string {
  return t("review.job_job_pilot", { job, n });
}

/** Returns why a removal of a person outside of the pilot cannot be decided. */
export function pilotObstacle(job: string): Fact {
  return fact("pilot.excludes_person", { job });
}
