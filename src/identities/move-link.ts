import { readableText } from "../domain/names.ts";
import { UsageProblem } from "../domain/problem.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { wasSeen, listPeopleWithKey } from "../store/identities/intent-pages.ts";
import { findLink } from "../store/identities/links.ts";
import { transferLink } from "../store/identities/link-transfers.ts";
import type { State } from "../state/state.ts";
import type { Decider } from "../review/four-eyes.ts";
import { listUnconfirmed } from "../reporting/unconfirmed.ts";
import { moment } from "../reporting/labels.ts";

/** An account and the key it is linked to; `from`: the key it moves from. */
export interface Linked {
  account: string;
  job: string;
  key: string;
  userId: string;
  from: string | null;
}

/** Returns warnings that a person should read before making a link. */
export async function warningsAbout({ db }: Pick<State, "db">, { account, job, key, userId, from }: Linked): Promise<string[]> {
  const warnings: string[] = [];
  if (!(await wasSeen(db, account, userId)))
    warnings.push(`${userId} was never seen in any group. Check in the service that the account exists.`);
  if ((await listPeopleWithKey(db, account, key)).length === 0)
    warnings.push(`${key} is in no file that a run has accepted. Keys are text: 00123 and 123 are two people.`);
  if (from !== null && (await listPeopleWithKey(db, account, from)).some(({ state }) => state !== "absent"))
    warnings.push(`${from} is still in the last file. Without an account, the next run creates a new one for it.`);
  for (const { key: creates, candidates, at } of await listUnconfirmed(db, account, job)) {
    const seen = candidates.some((candidate) => candidate.user_id === userId);
    if (creates !== key && seen) warnings.push(`${userId} may also be the account of ${creates}, whose create is unconfirmed.`);
    // If the create is linked to an account it did not make, the one it made is left without a link.
    if (creates === key && !seen && (from !== null || candidates.length > 0))
      warnings.push(`The create of ${key}, sent ${moment(at)}, may have made another account than ${userId}, so the person may have two.`);
  }
  return warnings;
}

/** A reviewer's request to move an account to another key. */
export interface LinkTransferRequest {
  account: string;
  job: string;
  /** The key that gets the account, and the one that has it. */
  key: string;
  from: string;
  reason: string;
  /** Moves the account despite warnings. */
  sure: boolean;
}

/** Moves an account from one key to another of the same person. @throws UsageProblem; nothing was moved */
export async function moveAccount(
  state: Pick<State, "db" | "journal">,
  by: Decider,
  moving: LinkTransferRequest,
  now: Date,
): Promise<{ userId: string }> {
  const { account, job, key, from, reason, sure } = moving;
  if (readableText(reason) === "")
    throw new UsageProblem("Moving an account needs a reason: how do you know that both keys are one person? Nothing was moved.");
  if (key === "" || key.trim() !== key) throw new UsageProblem("The key is empty or has spaces around it. Nothing was moved.");
  if (key === from) throw new UsageProblem("Both keys are the same. Nothing was moved.");
  const known = await findLink(state.db, account, key);
  if (known !== undefined) throw new UsageProblem(`${key} is already linked to ${known.user_id}. Nothing was moved.`);
  const has = await findLink(state.db, account, from);
  if (has === undefined) throw new UsageProblem(`${from} has no account to move. Nothing was moved.`);
  const linked: Linked = { account, job, key, userId: has.user_id, from };
  const warnings = sure ? [] : await warningsAbout(state, linked);
  if (warnings.length > 0)
    throw new UsageProblem(`${warnings.join(" ")} Nothing was moved.`, "Check this first, then select that you are sure.");
  await noteLinked(state, by, linked, reason, now);
  await transferLink(state, { account, job, key, from, userId: has.user_id }, now);
  return { userId: has.user_id };
}

/** Records a manual link in the audit trail, before it is made. */
export async function noteLinked(
  state: Pick<State, "db" | "journal">,
  by: Decider,
  { account, job, key, userId, from }: Linked,
  reason: string,
  now: Date,
): Promise<void> {
  const action = from === null ? "identity_linked" : "identity_moved";
  const moved = from === null ? {} : { from };
  const detail = { job, account, key, user_id: userId, ...moved, reason: readableText(reason), via: by.via };
  await appendAudit(state, { actor: by.name, action, detail }, now);
}
