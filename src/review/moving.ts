import { UsageProblem } from "../model/problem.ts";
import { appendAudit } from "../store/audit.ts";
import { wasSeen, whereKeyStands } from "../store/identities.ts";
import { findLink } from "../store/links.ts";
import { moveLink } from "../store/moves.ts";
import type { State } from "../store/state.ts";
import type { Decider } from "./four-eyes.ts";
import { unsettledCreates } from "./unsettled.ts";
import { moment } from "./words.ts";

/** Which account goes to which key; `from`: the key that has it now. */
export interface Linked {
  account: string;
  job: string;
  key: string;
  userId: string;
  from: string | null;
}

/** What may well be right about a link, and what a person should know before. */
export async function warningsAbout({ db }: Pick<State, "db">, { account, job, key, userId, from }: Linked): Promise<string[]> {
  const warnings: string[] = [];
  if (!(await wasSeen(db, account, userId)))
    warnings.push(`${userId} was never seen in any group: look whether it is an account of this service.`);
  if ((await whereKeyStands(db, account, key)).length === 0)
    warnings.push(`${key} stands in no file that a run has accepted: keys are text, 00123 and 123 are two people.`);
  if (from !== null && (await whereKeyStands(db, account, from)).some(({ state }) => state !== "absent"))
    warnings.push(`${from} still stands in the last file: once it has no account, the next run makes it a new one.`);
  for (const { key: creates, candidates, at } of await unsettledCreates(db, account, job)) {
    const seen = candidates.some((candidate) => candidate.user_id === userId);
    if (creates !== key && seen) warnings.push(`${userId} may also be the account of ${creates}, whose create is not settled.`);
    // Settled by another account than the one it made, it would leave that one to nobody.
    if (creates === key && !seen && (from !== null || candidates.length > 0))
      warnings.push(`The create of ${key}, sent ${moment(at)}, may have made another account than ${userId}: then there are two.`);
  }
  return warnings;
}

/** Whose account goes to whom by a person's word. */
export interface Moving {
  account: string;
  job: string;
  /** The key that gets the account, and the one that has it. */
  key: string;
  from: string;
  reason: string;
  /** Goes on although something should be looked at. */
  sure: boolean;
}

/** Gives the account of one key to another: they are one person. @throws UsageProblem; nothing was moved then */
export async function moveAccount(
  state: Pick<State, "db" | "journal">,
  by: Decider,
  moving: Moving,
  now: Date,
): Promise<{ userId: string }> {
  const { account, job, key, from, reason, sure } = moving;
  if (reason.trim() === "") throw new UsageProblem("Moving an account needs a reason: how do you know? Nothing was moved.");
  if (key === "" || key.trim() !== key) throw new UsageProblem("A key has no blanks around it, and is not empty. Nothing was moved.");
  if (key === from) throw new UsageProblem("Both keys are the same. Nothing was moved.");
  const known = await findLink(state.db, account, key);
  if (known !== undefined) throw new UsageProblem(`${key} is linked to ${known.user_id} already. Nothing was moved.`);
  const has = await findLink(state.db, account, from);
  if (has === undefined) throw new UsageProblem(`${from} has no account that could be moved. Nothing was moved.`);
  const linked: Linked = { account, job, key, userId: has.user_id, from };
  const warnings = sure ? [] : await warningsAbout(state, linked);
  if (warnings.length > 0)
    throw new UsageProblem(`${warnings.join(" ")} Nothing was moved.`, "Tick that you are sure, once you have looked.");
  await noteLinked(state, by, linked, reason, now);
  await moveLink(state, { account, job, key, from, userId: has.user_id }, now);
  return { userId: has.user_id };
}

/** What the trail says of a link by hand, before it is made. */
export async function noteLinked(
  state: Pick<State, "db" | "journal">,
  by: Decider,
  { account, job, key, userId, from }: Linked,
  reason: string,
  now: Date,
): Promise<void> {
  const action = from === null ? "identity_linked" : "identity_moved";
  const moved = from === null ? {} : { from };
  const detail = { job, account, key, user_id: userId, ...moved, reason: reason.trim(), via: by.via };
  await appendAudit(state, { actor: by.name, action, detail }, now);
}
