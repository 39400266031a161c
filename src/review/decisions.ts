import { UsageProblem } from "../model/problem.ts";
import type { Policy } from "../model/settings.ts";
import { appendAudit } from "../store/audit.ts";
import type { Journal } from "../store/journal.ts";
import { decideRemoval, findRemoval, listRemovals, type Removal } from "../store/removals.ts";
import type { Db } from "../store/schema.ts";
import { evidenceOf } from "./removals.ts";

export interface DecisionRequest {
  ids: readonly string[];
  causes: readonly string[];
  verdict: "approved" | "rejected";
  by: string;
  reason: string;
}

export interface Decided {
  decided: Removal[];
  /** What could not be decided, each with the reason why. */
  refused: { id: string; why: string }[];
}

/** The removals that a request names, by id or by cause; an unknown name is a usage error before anything is decided. */
export async function chooseRemovals(db: Db, request: Pick<DecisionRequest, "ids" | "causes">): Promise<Removal[]> {
  const chosen = new Map<string, Removal>();
  for (const id of request.ids) {
    const removal = await findRemoval(db, id);
    if (removal === undefined)
      throw new UsageProblem(`There is no removal ${id}. Nothing was decided.`, "`rollcall review list` shows what is pending.");
    chosen.set(removal.id, removal);
  }
  for (const cause of request.causes) {
    const removals = await listRemovals(db, { cause, status: ["pending"] });
    if (removals.length === 0)
      throw new UsageProblem(
        `Nothing is pending under the cause ${cause}. Nothing was decided.`,
        "`rollcall review list` shows what is pending.",
      );
    for (const removal of removals) chosen.set(removal.id, removal);
  }
  return [...chosen.values()];
}

/**
 * Records decisions, each in the audit trail first (I8). One that is no longer pending is refused and the others go
 * on: somebody else was first, or the facts have changed.
 */
export async function decide(
  state: { db: Db; journal: Journal },
  removals: readonly Removal[],
  request: DecisionRequest,
  policy: Policy,
  now: Date,
): Promise<Decided> {
  if (request.reason.trim() === "") throw new UsageProblem("A decision needs a reason: --reason TEXT. Nothing was decided.");
  if (request.verdict === "approved") mayApprove(policy);
  const result: Decided = { decided: [], refused: [] };
  for (const removal of removals) {
    const why = obstacle(removal) ?? (await lastGroupObstacle(state.db, removal, removals, request.verdict, policy));
    if (why !== null) {
      result.refused.push({ id: removal.id, why });
      continue;
    }
    const decision = { status: request.verdict, by: request.by, how: "person" as const, reason: request.reason, at: now };
    const detail = {
      removal: removal.id,
      key: removal.key,
      user_id: removal.user_id,
      group_id: removal.group_id,
      group: removal.group_path,
      evidence: removal.evidence_digest,
      reason: request.reason,
    };
    await appendAudit(state, { actor: request.by, action: `removal_${request.verdict}`, detail }, now);
    const decided = await decideRemoval(state.db, removal.id, decision);
    if (decided === undefined) result.refused.push({ id: removal.id, why: "Somebody else has decided it at the same moment." });
    else result.decided.push(decided);
  }
  return result;
}

function mayApprove(policy: Policy): void {
  if (policy.groupRemovals === "never") {
    throw new UsageProblem(
      "The job's policy is `group_removals: never`: removals are reported and never carried out. Nothing was decided.",
    );
  }
  if (policy.approval.fourEyes) {
    throw new UsageProblem(
      "The job's policy asks for four eyes, and the command line cannot tell who you are. Nothing was decided.",
      "Set `policy.approval.four_eyes: false`, or decide where reviewers log in.",
    );
  }
}

function obstacle(removal: Removal): string | null {
  if (removal.status !== "pending") {
    const by = removal.decided_by === null ? "" : ` by ${removal.decided_by}`;
    return `It is ${removal.status}${by} already.`;
  }
  return null;
}

/**
 * Of a person who would be left without any group, one removal at least has to stay: it is the last one when all
 * others are approved already, or named in the same request.
 */
async function lastGroupObstacle(
  db: Db,
  removal: Removal,
  together: readonly Removal[],
  verdict: DecisionRequest["verdict"],
  policy: Policy,
): Promise<string | null> {
  if (verdict !== "approved" || policy.park !== null || !evidenceOf(removal).lastGroup) return null;
  const open = await listRemovals(db, { job: removal.job, key: removal.key, status: ["pending", "rejected"] });
  const named = new Set(together.map(({ id }) => id));
  const stays = open.some(({ id, status }) => id !== removal.id && (status === "rejected" || !named.has(id)));
  if (stays) return null;
  return "It is the person's last group, and the service cannot express a person without groups. Name a group under `policy.park`, or remove the membership in the service by hand.";
}
