import { fact } from "../../domain/facts/fact.ts";
import { readableText } from "../../domain/names.ts";
import { UsageProblem } from "../../domain/problem.ts";
import type { Held } from "../../domain/facts/held.ts";
import type { PossibleActors } from "../../review/possible-actors.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import { insertContentReleases } from "../../store/runs/content-releases.ts";
import { setRun, type Run } from "../../store/runs/runs.ts";
import type { Session } from "../../session/session.ts";

/** A decision to release a run that is on hold. */
export interface RunApproval {
  by: string;
  via: string;
  reason: string;
  /** The people who may act under that name. */
  people: PossibleActors;
}

/** Requires a reason, because the audit trail must record why a limit was overruled. @throws UsageProblem */
export function refuseWithoutReason({ reason }: Pick<RunApproval, "reason">): void {
  if (readableText(reason) === "") throw new UsageProblem(fact("usage.reason_missing", {}));
}

/** Returns whether limits are exceeded no further than before. */
export function isWithin(held: readonly Held[], before: readonly Held[]): boolean {
  return held.every((found) => before.some((then) => then.limit === found.limit && then.of === found.of && found.found <= then.found));
}

/** Releases a run on hold if its limits are exceeded no further than when it was approved. @returns whether it was released */
export async function releaseApproved({ state, now }: Session, run: Run, held: readonly Held[], approval: RunApproval): Promise<boolean> {
  const approved = (run.held ?? []) as Held[];
  if (!isWithin(held, approved)) return false;
  const { by, people, via } = approval;
  const how = { via, reason: readableText(approval.reason) };
  await appendAudit(state, { actor: by, action: "run_approved", detail: { run: run.id, held: approved, ...how, people } }, now());
  const remembered = held.flatMap(({ limit: kind, content, of: detail }) =>
    content === undefined ? [] : [{ job: run.job, kind, content, detail: detail ?? "", run: run.id, released_by: by, released_at: now() }],
  );
  await insertContentReleases(state.db, remembered);
  await setRun(state.db, run.id, { released_by: by, released_people: JSON.stringify(people) });
  return true;
}
