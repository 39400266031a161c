import { UsageProblem } from "../model/problem.ts";
import { appendAudit } from "../store/audit.ts";
import { addDistinctPerson } from "../store/identities.ts";
import { listUnsettled, refuseIntent, type Intent } from "../store/intents.ts";
import { findLink } from "../store/links.ts";
import { historyOf } from "../store/operations.ts";
import { markDirty } from "../store/people.ts";
import type { Db } from "../store/schema.ts";
import type { State } from "../store/state.ts";
import type { Decider } from "./four-eyes.ts";

/** Why somebody without an account gets none: creates that are not settled, or keys that look like the same person. */
export interface Doubts {
  intents: Intent[];
  /** The keys as whose person the last plan held this one; empty where creates wait. */
  alike: string[];
}

/** What a retry would be about. @throws UsageProblem where there is nothing to retry */
export async function doubtsAbout(db: Db, account: string, key: string): Promise<Doubts> {
  const link = await findLink(db, account, key);
  if (link !== undefined) throw new UsageProblem(`${key} is linked to ${link.user_id}: there is nothing to retry. Nothing was changed.`);
  const intents = (await listUnsettled(db, account)).filter((intent) => intent.key === key);
  const alike = intents.length > 0 ? [] : await heldAsOneOf(db, account, key);
  if (intents.length + alike.length === 0)
    throw new UsageProblem(
      `There is nothing to retry for ${key}: no create of it waits to be settled, and it is not held as the same person as another. Nothing was changed.`,
      "Keys are text: 00123 and 123 are two people. `rollcall identities list JOB --unsettled` names those that wait.",
    );
  return { intents, alike };
}

/** Whether the account exists for certain, unless somebody deleted it. */
export function wasAccepted({ intents }: Doubts): boolean {
  return intents.some(({ status }) => status === "unlinked");
}

/** Whose word it is, on whom, and why. */
export interface Retrying {
  account: string;
  job: string;
  key: string;
  reason: string;
  /** Somebody deleted the account that the service had accepted. */
  forced: boolean;
}

/** A person says that a create did not happen, or that two keys are two people: the next run makes the account. */
export async function retryPerson(
  state: Pick<State, "db" | "journal">,
  by: Decider,
  retrying: Retrying,
  { intents, alike }: Doubts,
  now: Date,
): Promise<{ retried: string[]; distinct_from: string[] }> {
  const { account, key, forced, job, reason } = retrying;
  const why = { reason: reason.trim(), via: by.via };
  for (const { operation, status, at, evidence } of intents) {
    // The trail first: what is done about an account's existence is never done unseen.
    const detail = { job, account, key, operation, status, sent: at.toISOString(), evidence, ...why, forced };
    await appendAudit(state, { actor: by.name, action: "create_retried", detail }, now);
    await refuseIntent(state, operation, now);
  }
  if (alike.length > 0) {
    const detail = { job, account, key, others: alike, ...why };
    await appendAudit(state, { actor: by.name, action: "people_distinguished", detail }, now);
    for (const otherKey of alike) await addDistinctPerson(state.db, { account, key, otherKey, by: by.name }, now);
  }
  await markDirty(state.db, account, key);
  return { retried: intents.map(({ operation }) => operation), distinct_from: alike };
}

async function heldAsOneOf(db: Db, account: string, key: string): Promise<string[]> {
  const [last] = await historyOf(db, account, key);
  if (last?.status !== "held" || last.code !== "same_person") return [];
  const { alike = [] } = last.changes as { alike?: { key: string }[] };
  return [...new Set(alike.map((other) => other.key))];
}
