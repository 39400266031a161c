import { fact, inTurn, type Fact } from "../../domain/facts/fact.ts";
import { readableText } from "../../domain/names.ts";
import { UsageProblem } from "../../domain/problem.ts";
import { refuseIfStopped } from "../../session/emergency-stop.ts";
import type { Session } from "../../session/session.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import { findLink } from "../../store/identities/links.ts";
import { markDirty, rowUsernames } from "../../store/people/people.ts";
import {
  endUrgentDeactivation,
  insertUrgentDeactivation,
  listAgreed,
  listUrgentDeactivations,
  URGENT_ACTIONS,
} from "../../store/people/urgent-deactivations.ts";
import { dropOperations, listOperations } from "../../store/runs/operations.ts";
import { copyOperations } from "../../store/runs/new-operations.ts";
import { insertRun, newRunId } from "../../store/runs/runs.ts";
import { runWithoutFile } from "../begin-run.ts";
import { displayName } from "../plan/plan-writer.ts";
import { attributesOf, lastRowOf } from "./last-row.ts";

export interface AccountChange {
  key: string;
  /** `false`: undo an urgent deactivation. */
  deactivate: boolean;
  by: { name: string; via: string };
  reason: string;
}

/**
 * Stores a run that deactivates the account of one person at once, or undoes that. The deactivation is in force from then
 * on, until HR's file agrees: no run reactivates the account. Sends nothing; `resumeRun` does.
 * @returns the run
 */
export async function planAccountChange(session: Session, { key, deactivate, by, reason: given }: AccountChange): Promise<string> {
  const { state, job, protection, now } = session;
  const { account } = job.service;
  const reason = readableText(given);
  if (reason === "") throw new UsageProblem(fact("usage.reason_missing", {}));
  await refuseIfStopped(session);
  return state.locks.exclusively(`urgent:${account}`, async () => {
    const link = await findLink(state.db, account, key);
    const [inForce] = await listUrgentDeactivations(state.db, now(), { account, key });
    if (link === undefined)
      throw new UsageProblem(
        fact("account_change.has_no_account", { key, job: job.name }),
        fact("advice.explain_key", { job: job.name, key }),
      );
    if (!deactivate && inForce === undefined)
      throw new UsageProblem(fact("account_change.is_not_in_force", { key }), fact("advice.list_deactivated", {}));
    const guard = protection.person(key, [link.sent?.["username"], ...(await rowUsernames(state.db, link))]);
    if (guard !== null) throw new UsageProblem(inTurn(guard, fact("nothing.changed", {})));
    const at = now();
    const id = newRunId(at);
    const mapped = (await lastRowOf(session, key))?.mapped;
    const operation = {
      id: `${id}-1`,
      run: id,
      seq: 1,
      job: job.name,
      account,
      key,
      row: null,
      userId: link.user_id,
      name: mapped !== undefined && "person" in mapped ? displayName(session, mapped.person) : key,
      kind: deactivate ? ("deactivate" as const) : ("reactivate" as const),
      status: "planned" as const,
      payload: { ...(await attributesOf(session, key, false)), active: !deactivate },
      desired: [],
      changes: { fields: [], gains: [] },
      code: null,
      reason: fact("operation.ordered", { reason }),
    };
    const detail = { account, job: job.name, key, user_id: link.user_id, run: id, reason, via: by.via };
    // First, so that a power cut cannot lose it: the replay of the trail restores it.
    await appendAudit(state, { actor: by.name, action: deactivate ? URGENT_ACTIONS.begin : URGENT_ACTIONS.undo, detail }, at);
    await state.db.transaction().execute(async (db) => {
      await insertRun(db, { ...runWithoutFile(session, { id, kind: "account", at }), status: "interrupted", started_by: by.name });
      if (inForce !== undefined) await dropOperations(db, inForce.run, fact("operation.change_replaced", { run: id }), at);
      if (deactivate)
        await insertUrgentDeactivation(db, { account, key, job: job.name, user_id: link.user_id, by: by.name, reason, run: id, at });
      else await endUrgentDeactivation(db, account, key);
      await markDirty(db, account, key);
    });
    await copyOperations(state, [operation]);
    return id;
  });
}

/** Returns why the account of a run by hand was not changed; `null` if it was. */
export async function accountChangeObstacle({ state }: Pick<Session, "state">, run: string): Promise<Fact | null> {
  const [operation] = await listOperations(state.db, run);
  if (operation === undefined || operation.status === "done") return null;
  return operation.reason ?? fact("operation.is", { status: operation.status });
}

/** Ends the urgent deactivations of people who have left by the file of a released run. */
export async function endAgreed({ state, now }: Pick<Session, "state" | "now">, run: string): Promise<void> {
  for (const { account, key, job, user_id } of await listAgreed(state.db, run)) {
    await appendAudit(state, { actor: "rollcall", action: URGENT_ACTIONS.agreed, detail: { account, job, key, user_id, run } }, now());
    await endUrgentDeactivation(state.db, account, key);
  }
}
