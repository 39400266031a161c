import { fact, inTurn, type Fact } from "../domain/facts/fact.ts";
import { UsageProblem } from "../domain/problem.ts";
import { appendAudit } from "../store/audit/audit.ts";
import {
  assignRemoval,
  insertComment,
  listApprovals,
  listUndone,
  undoApproval,
  undoRejection,
  type CommentKind,
} from "../store/review/decisions.ts";
import { findRemoval, type Removal } from "../store/review/removals.ts";
import type { Db } from "../store/schema/tables.ts";
import { record } from "./record.ts";
import { aboutRemoval, alone, type Decider, type Deciding } from "./decisions.ts";
import { alreadyDecided } from "./obstacles.ts";
import { accessEnded } from "./weigh.ts";

const mostText = 4000;

/** The result of a request on several removals, with a reason for each refused one. */
export interface Changed {
  done: Removal[];
  refused: { id: string; why: Fact }[];
}

type Store = Deciding;

/**
 * Undoes approvals that have not been sent, and decisions to keep; the removals become pending again.
 * @param why the reason that a person gave, or a fact
 */
export async function undo(state: Store, ids: readonly string[], by: Decider, why: string | Fact, now: Date): Promise<Changed> {
  const [text, reason] = typeof why === "string" ? [why, { reason: why }] : ["", { why }];
  return each(state, ids, (named) =>
    alone(state, named.job, async () => {
      const removal = (await findRemoval(state.db, named.id)) ?? named;
      const obstacle = (await by.stillMay?.(state.db, "decide")) === false ? accessEnded() : await undoObstacle(state.db, removal);
      if (obstacle !== null) return obstacle;
      const kept = removal.status === "rejected";
      const action = kept ? "rejection_undone" : "approval_undone";
      const entry = { actor: by.name, action, detail: { ...aboutRemoval(removal), ...reason, via: by.via } };
      const undone = await record(state, removal.job, [entry], now, async (db) =>
        (await by.stillMay?.(db, "decide")) === false ? null : (kept ? undoRejection : undoApproval)(db, removal.id),
      );
      if (undone !== undefined && undone !== null) {
        await insertComment(state.db, { removal: removal.id, by: by.name, at: now, kind: "undone", text, toWhom: null });
        return undone;
      }
      const current = (await findRemoval(state.db, removal.id)) ?? removal;
      const late = undone === null ? accessEnded() : ((await undoObstacle(state.db, current)) ?? fact("removal.is_being_sent", {}));
      const detail = { removal: removal.id, why: late, via: by.via };
      await appendAudit(state, { actor: by.name, action: "removal_decision_void", detail }, now);
      return late;
    }),
  );
}

/** Repeats what the audit trail says was undone, and a power cut may have lost in the database. @returns the ids of these approvals */
export async function repeatUndone(db: Db, approved: readonly string[]): Promise<Set<string>> {
  const undone = await listUndone(db, approved);
  for (const id of undone) await undoApproval(db, id);
  return undone;
}

async function undoObstacle(db: Db, removal: Removal): Promise<Fact | null> {
  if (removal.status === "approved" || removal.status === "rejected") return null;
  if (removal.status === "applied") return fact("removal.is_removed", {});
  if (removal.status !== "pending") return alreadyDecided(removal);
  return (await listApprovals(db, [removal.id])).length > 0 ? null : fact("removal.is_undecided", {});
}

/** Roles that can be asked to decide, as `role:reviewer`. */
export const ASSIGNABLE_ROLES = ["reviewer", "operator", "admin"] as const;

/** Returns the values of `assigned_to` that mean this user. */
export function assigneesOf({ name, role }: { name: string; role: string }): string[] {
  return [name, `role:${role}`];
}

/** Reassigns pending removals to another reviewer or a role, with a comment. */
export async function reassign(state: Store, ids: readonly string[], by: Decider, to: string, text: string, now: Date): Promise<Changed> {
  const name = wanted(to, fact("usage.assignee_is_missing", {}));
  if (name.startsWith("role:") && !ASSIGNABLE_ROLES.some((role) => name === `role:${role}`))
    throw new UsageProblem(
      fact("usage.role_cannot_decide", {
        roles: ASSIGNABLE_ROLES.map((role) => `role:${role}`),
        name,
      }),
    );
  const words = wanted(text, fact("usage.reassigning_needs_comment", {}));
  return each(state, ids, async (removal) => {
    if (removal.status !== "pending") return alreadyDecided(removal);
    const assigned = await assignRemoval(state.db, removal.id, name);
    if (assigned === undefined) return fact("removal.is_decided_meanwhile", {});
    await say(state, removal, { by, kind: "handed_over", text: words, toWhom: name }, now);
    return assigned;
  });
}

/** Adds a comment to removals of any status. */
export async function comment(state: Store, ids: readonly string[], by: Decider, text: string, now: Date): Promise<Changed> {
  const words = wanted(text, fact("usage.comment_is_empty", {}));
  return each(state, ids, async (removal) => {
    await say(state, removal, { by, kind: "comment", text: words, toWhom: null }, now);
    return removal;
  });
}

async function say(
  state: Store,
  removal: Removal,
  entry: { by: Decider; kind: CommentKind; text: string; toWhom: string | null },
  now: Date,
): Promise<void> {
  const { by, kind, text, toWhom } = entry;
  const detail = { ...aboutRemoval(removal), text, via: by.via, ...(toWhom === null ? {} : { to: toWhom }) };
  await appendAudit(state, { actor: by.name, action: `removal_${kind === "comment" ? "commented" : kind}`, detail }, now);
  await insertComment(state.db, { removal: removal.id, by: by.name, at: now, kind, text, toWhom });
}

function wanted(text: string, missing: Fact): string {
  const words = text.trim();
  if (words === "") throw new UsageProblem(missing);
  if (words.length > mostText) throw new UsageProblem(fact("usage.text_is_too_long", { n: mostText }));
  return words;
}

/** Applies a change to each removal. @throws UsageProblem for an unknown id, before anything is changed */
async function each(state: Store, ids: readonly string[], change: (removal: Removal) => Promise<Removal | Fact>): Promise<Changed> {
  const removals: Removal[] = [];
  for (const id of new Set(ids)) {
    const removal = await findRemoval(state.db, id);
    if (removal === undefined) {
      const unknown = fact("usage.removal_does_not_exist", { removal: id });
      throw new UsageProblem(inTurn(unknown, fact("nothing.changed", {})), fact("advice.list_removals", {}));
    }
    removals.push(removal);
  }
  const result: Changed = { done: [], refused: [] };
  for (const removal of removals) {
    const became = await change(removal);
    if ("values" in became) result.refused.push({ id: removal.id, why: became });
    else result.done.push(became);
  }
  return result;
}
