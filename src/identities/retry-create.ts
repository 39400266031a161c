import { fact, inTurn } from "../domain/facts/fact.ts";
import { readableText } from "../domain/names.ts";
import { UsageProblem } from "../domain/problem.ts";
import { SERVICE_DEFAULTS } from "../domain/settings.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { addDistinctPerson } from "../store/identities/intent-pages.ts";
import { listUnconfirmedIntents, refuseIntent, type Intent } from "../store/identities/intents.ts";
import { findLink } from "../store/identities/links.ts";
import { markDirty } from "../store/people/people.ts";
import type { Db } from "../store/schema/tables.ts";
import { alone, type Decider, type Deciding } from "../review/decisions.ts";
import { accessEnded } from "../review/weigh.ts";
import { heldDuplicates } from "./held-duplicates.ts";

/** Why a person gets no account: unconfirmed creates, or possible duplicates. */
export interface Doubts {
  intents: Intent[];
  /** The possible duplicates in the last plan; empty if there are unconfirmed creates. */
  others: string[];
}

/** Returns what a retry would resolve. @throws UsageProblem if there is nothing to retry */
export async function doubtsAbout(db: Db, account: string, key: string): Promise<Doubts> {
  const link = await findLink(db, account, key);
  if (link !== undefined) throw new UsageProblem(fact("create.person_is_linked", { key, account: link.user_id }));
  const intents = (await listUnconfirmedIntents(db, account)).filter((intent) => intent.key === key);
  const others = intents.length > 0 ? [] : await heldAsOneOf(db, account, key);
  if (intents.length + others.length === 0)
    throw new UsageProblem(
      fact("create.has_nothing_to_retry", {
        key,
      }),
      fact("advice.list_unconfirmed_creates", {}),
    );
  return { intents, others: others };
}

/** Returns whether the service accepted a create, so that the account exists unless someone deleted it. */
export function wasAccepted({ intents }: Doubts): boolean {
  return intents.some(({ status }) => status === "unlinked");
}

/** A person's request to retry a create. */
export interface RetryRequest {
  account: string;
  job: string;
  key: string;
  reason: string;
  /** Confirms that an accepted account was deleted. */
  forced: boolean;
}

/** @throws UsageProblem if a person decided on other creates and people than there are now */
export function refuseOthers({ intents, others }: Doubts, seen: { operations: readonly string[]; others: readonly string[] }): void {
  const same = (now: readonly string[], then: readonly string[]): boolean => new Set(now).symmetricDifference(new Set(then)).size === 0;
  const operations = intents.map(({ operation }) => operation);
  if (same(operations, seen.operations) && same(others, seen.others)) return;
  throw new UsageProblem(fact("create.doubts_have_changed", {}), fact("advice.load_page_again", {}));
}

/**
 * Records that a create did not happen, or that two keys are two people, so that the next run creates the account.
 * @throws UsageProblem while the service may still create the account, or if the doubts are no longer these; nothing was changed
 */
export function retryPerson(
  state: Deciding,
  by: Decider,
  retrying: RetryRequest,
  seen: Doubts,
  now: Date,
): Promise<{ retried: string[]; distinct_from: string[] }> {
  return alone(state, retrying.job, async () => {
    if ((await by.stillMay?.(state.db, "link")) === false) throw new UsageProblem(accessEnded());
    const doubts = await doubtsAbout(state.db, retrying.account, retrying.key);
    refuseOthers(doubts, { operations: seen.intents.map(({ operation }) => operation), others: seen.others });
    return retryAlone(state, by, retrying, doubts, now);
  });
}

async function retryAlone(
  state: Deciding,
  by: Decider,
  { account, key, forced, job, reason }: RetryRequest,
  { intents, others: alike }: Doubts,
  now: Date,
): Promise<{ retried: string[]; distinct_from: string[] }> {
  const why = { reason: readableText(reason), via: by.via };
  const sent = Math.max(0, ...intents.filter(({ status }) => status !== "unlinked").map(({ at, lost_at: lost }) => (lost ?? at).getTime()));
  const until = new Date(sent + SERVICE_DEFAULTS.identities.settle);
  if (now < until)
    throw new UsageProblem(
      inTurn(fact("create.may_still_happen", { key, until: until.toISOString() }), fact("nothing.changed", {})),
      fact("advice.look_in_service_again", {}),
    );
  for (const { operation, status, at, evidence } of intents) {
    // The audit entry comes first, so that no retry is left unrecorded.
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
  return [...new Set((await heldDuplicates(db, account, key)).map((other) => other.key))];
}
