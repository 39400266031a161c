import { readableText } from "../domain/names.ts";
import { UsageProblem } from "../domain/problem.ts";
import { wasSeen } from "../store/identities/intent-pages.ts";
import { listUnconfirmedIntents } from "../store/identities/intents.ts";
import { addLink, findLink, findLinkByUser } from "../store/identities/links.ts";
import type { State } from "../state/state.ts";
import type { Decider } from "../review/four-eyes.ts";
import { noteLinked } from "./move-link.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A reviewer's statement that an account belongs to a key. */
export interface LinkRequest {
  account: string;
  job: string;
  key: string;
  userId: string;
  reason: string;
  /** Confirms an account that is not among the candidates of the observation. */
  sure: boolean;
}

/**
 * Links an unconfirmed create to the account a reviewer names. Requires that the create is unconfirmed, that neither side
 * is linked, and that the account was seen in a group. For all other cases there is `rollcall identities link`, which shows
 * the records side by side.
 */
export async function linkUnconfirmed(state: Pick<State, "db" | "journal">, by: Decider, linking: LinkRequest, now: Date): Promise<void> {
  const { account, job, key, reason, sure } = linking;
  const userId = linking.userId.trim().toLowerCase();
  if (!uuid.test(userId)) throw new UsageProblem("The user_id is not valid: a UUID was expected. Nothing was linked.");
  if (readableText(reason) === "")
    throw new UsageProblem("Linking needs a reason: how do you know that the account is theirs? Nothing was linked.");
  const intent = (await listUnconfirmedIntents(state.db, account)).find((open) => open.key === key && open.job === job);
  if (intent === undefined) throw new UsageProblem(`${key} no longer has an unconfirmed create. Nothing was linked.`);
  if (intent.status === "open") throw new UsageProblem(`The create request for ${key} may still be in flight. Nothing was linked.`);
  const known = await findLink(state.db, account, key);
  if (known !== undefined) throw new UsageProblem(`${key} is already linked to ${known.user_id}. Nothing was linked.`);
  const owner = await findLinkByUser(state.db, account, userId);
  if (owner !== undefined) throw new UsageProblem(`${userId} is already linked to ${owner.key}. Nothing was linked.`);
  if (!(await wasSeen(state.db, account, userId)))
    throw new UsageProblem(`${userId} was never seen in any group. Nothing was linked.`, "Check in the service that the account exists.");
  const candidate = intent.evidence?.candidates.includes(userId) ?? false;
  if (!candidate && !sure)
    throw new UsageProblem(
      `${userId} is not one of the accounts that fit. The create may have made another one, so the person may have two. Nothing was linked.`,
      "Check the account in the service, then select that you are sure.",
    );
  await noteLinked(state, by, { account, job, key, userId, from: null }, reason, now);
  await addLink(state, { account, job, key, userId, source: "by hand" }, now);
}
