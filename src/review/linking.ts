import { UsageProblem } from "../model/problem.ts";
import { wasSeen } from "../store/identities.ts";
import { listUnsettled } from "../store/intents.ts";
import { addLink, findLink, findLinkByUser } from "../store/links.ts";
import type { State } from "../store/state.ts";
import type { Decider } from "./four-eyes.ts";
import { noteLinked } from "./moving.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whom somebody says an account belongs to. */
export interface Linking {
  account: string;
  job: string;
  key: string;
  userId: string;
  reason: string;
  /** The account is right although it is none of those that the observation found. */
  sure: boolean;
}

/**
 * Settles a create by a person's word: the account is this one. Only what nothing speaks against is linked: the create
 * is unsettled, neither side is linked, and the account was seen in a group. All else is left to
 * `rollcall identities link`, which shows the records side by side.
 */
export async function linkUnsettled(state: Pick<State, "db" | "journal">, by: Decider, linking: Linking, now: Date): Promise<void> {
  const { account, job, key, reason, sure } = linking;
  const userId = linking.userId.trim().toLowerCase();
  if (!uuid.test(userId)) throw new UsageProblem("That is no user_id: a uuid was expected. Nothing was linked.");
  if (reason.trim() === "") throw new UsageProblem("Linking needs a reason: how do you know? Nothing was linked.");
  const intent = (await listUnsettled(state.db, account)).find((open) => open.key === key && open.job === job);
  if (intent === undefined) throw new UsageProblem(`Nothing is unsettled about ${key} any more. Nothing was linked.`);
  if (intent.status === "open") throw new UsageProblem(`The request for ${key} may be on its way at this moment. Nothing was linked.`);
  const known = await findLink(state.db, account, key);
  if (known !== undefined) throw new UsageProblem(`${key} is linked to ${known.user_id} already. Nothing was linked.`);
  const owner = await findLinkByUser(state.db, account, userId);
  if (owner !== undefined) throw new UsageProblem(`${userId} is linked to ${owner.key} already. Nothing was linked.`);
  if (!(await wasSeen(state.db, account, userId)))
    throw new UsageProblem(
      `${userId} was never seen in any group. Nothing was linked.`,
      "Look in the service whether it is an account of this service.",
    );
  const candidate = intent.evidence?.candidates.includes(userId) ?? false;
  if (!candidate && !sure)
    throw new UsageProblem(
      `${userId} is none of the accounts that fit: the create may have made another one, and then there are two. Nothing was linked.`,
      "Tick that you are sure, once you have looked in the service.",
    );
  await noteLinked(state, by, { account, job, key, userId, from: null }, reason, now);
  await addLink(state, { account, job, key, userId, source: "by hand" }, now);
}
