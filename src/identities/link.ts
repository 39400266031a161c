import { fact, inTurn, type Fact } from "../domain/facts/fact.ts";
import { readableText } from "../domain/names.ts";
import { UsageProblem } from "../domain/problem.ts";
import { isUuid } from "../learning-service/contract/values.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { wasSeen, listPeopleWithKey } from "../store/identities/intent-pages.ts";
import { listUnconfirmedIntents } from "../store/identities/intents.ts";
import { addLink, findLink, findLinkByUser, clearSentNames } from "../store/identities/links.ts";
import { transferLink } from "../store/identities/link-transfers.ts";
import type { State } from "../state/state.ts";
import { alone, type Decider, type Deciding } from "../review/decisions.ts";
import { accessEnded } from "../review/weigh.ts";
import { possibleActors } from "../review/possible-actors.ts";
import { markDirty } from "../store/people/people.ts";
import { heldDuplicates, isAnotherPersonAsked } from "./held-duplicates.ts";

/** A person's statement that an account belongs to a key. */
export interface LinkRequest {
  account: string;
  job: string;
  key: string;
  userId: string;
  /** The key that has the account now; `null` if it should have no link. */
  from: string | null;
  /** The create that made the account. It must still be unconfirmed, and the account must have been seen in a group. */
  operation?: string;
  reason: string;
  /** Links despite warnings. */
  sure: boolean;
}

export interface LinkResult {
  key: string;
  userId: string;
  /** The key it was moved from. */
  from: string | null;
  /** `false` if the key already had the account. */
  linked: boolean;
  /** The warnings that `sure` overrode. */
  warnings: Fact[];
}

/** Nothing was linked: other links contradict the request, or it needs a person who is sure. */
export class LinkRefusal extends UsageProblem {
  /** The keys whose records show what contradicts. */
  readonly keys: readonly string[];
  readonly warnings: readonly Fact[];

  constructor(said: Fact, about: { keys?: readonly string[]; warnings?: readonly Fact[] }) {
    super(said);
    this.keys = about.keys ?? [];
    this.warnings = about.warnings ?? [];
  }
}

/**
 * Links a key to an account, or moves the account from another key. The only way for a person to make one link (I2).
 * @throws LinkRefusal if another link contradicts it, or if it is doubtful and the request is not `sure`
 * @throws UsageProblem; nothing was linked
 */
export function linkAccount(state: Deciding, by: Decider, request: LinkRequest, now: Date): Promise<LinkResult> {
  return alone(state, request.job, () => linkAlone(state, by, request, now));
}

async function linkAlone(state: Deciding, by: Decider, request: LinkRequest, now: Date): Promise<LinkResult> {
  const { account, key, from, operation, sure } = request;
  const nothing = from === null ? fact("nothing.linked", {}) : fact("nothing.moved", {});
  if (!isUuid(request.userId.trim())) throw new UsageProblem(inTurn(fact("link.id_is_invalid", { value: request.userId }), nothing));
  if (key.trim() !== key || key === "") throw new UsageProblem(inTurn(fact("link.key_is_invalid", {}), nothing));
  const userId = request.userId.trim().toLowerCase();
  const reason = readableText(request.reason);

  const creates = (await listUnconfirmedIntents(state.db, account)).filter((intent) => intent.key === key);
  if (operation !== undefined && !creates.some((intent) => intent.operation === operation))
    throw new UsageProblem(inTurn(fact("link.create_is_settled", { key }), nothing));
  if (creates.some(({ status }) => status === "open"))
    throw new UsageProblem(inTurn(fact("link.create_in_flight", { key }), nothing), fact("advice.wait_for_create", {}));
  const known = await findLink(state.db, account, key);
  const owner = await findLinkByUser(state.db, account, userId);
  if (known?.user_id === userId && operation === undefined) {
    const isAsked = from === null && (await isAnotherPersonAsked(state.db, account, key));
    if (isAsked) await confirmPerson(state, by, { ...request, userId, reason }, now);
    return { key, userId, from: null, linked: isAsked, warnings: [] };
  }
  const keys = [...new Set([owner?.key, from, key].filter((one) => one !== undefined && one !== null))];
  if (known !== undefined) throw new LinkRefusal(inTurn(fact("link.exists", { one: key, other: known.user_id }), nothing), { keys });
  if (owner !== undefined && from === null)
    throw new LinkRefusal(inTurn(fact("link.exists", { one: userId, other: owner.key }), nothing), { keys });
  if (from !== null && owner?.key !== from) {
    const why =
      owner === undefined
        ? fact("link.account_is_not_linked", { account: userId, key: from })
        : fact("link.account_has_other_owner", { account: userId, key: from, owner: owner.key });
    throw new LinkRefusal(inTurn(why, nothing), { keys });
  }
  if (operation !== undefined && !(await wasSeen(state.db, account, userId)))
    throw new UsageProblem(inTurn(fact("link.account_is_unseen", { account: userId }), nothing), fact("advice.check_account_exists", {}));

  const warnings = await warningsAbout(state, { account, key, userId, from });
  if (warnings.length > 0 && !sure) throw new LinkRefusal(fact("link.doubtful", { warnings, nothing }), { warnings });
  if (warnings.length > 0 && reason === "")
    throw new LinkRefusal(fact("link.doubtful", { warnings, nothing: inTurn(fact("link.needs_reason", {}), nothing) }), { warnings });

  const owning = await jobOf(state, request, creates);
  if ((await by.stillMay?.(state.db, "link")) === false) throw new UsageProblem(accessEnded());
  // The audit entry comes first, so that no link is left unrecorded.
  const action = from === null ? "identity_linked" : "identity_moved";
  const moved = from === null ? {} : { from };
  const people = await possibleActors(state.db, by);
  await appendAudit(
    state,
    { actor: by.name, action, detail: { job: owning, account, key, user_id: userId, ...moved, reason, via: by.via, people } },
    now,
  );
  if (from === null) await addLink(state, { account, job: owning, key, userId, source: "by hand" }, now);
  else await transferLink(state, { account, job: owning, key, from, userId }, now);
  return { key, userId, from, linked: true, warnings };
}

/** Records that a key still belongs to the person of its account, although all names changed. */
async function confirmPerson(
  state: Pick<State, "db" | "journal">,
  by: Decider,
  { account, job, key, userId, reason }: LinkRequest,
  now: Date,
): Promise<void> {
  if (reason === "") throw new UsageProblem(inTurn(fact("link.needs_reason", {}), fact("nothing.linked", {})));
  const people = await possibleActors(state.db, by);
  const detail = { job: await jobOf(state, { account, job, key }, []), account, key, user_id: userId, reason, via: by.via, people };
  await appendAudit(state, { actor: by.name, action: "identity_linked", detail }, now);
  await clearSentNames(state.db, { account, key });
  await markDirty(state.db, account, key);
}

/**
 * Returns the job whose file has the person: the job that was named, unless only another job of the account has them. The
 * named one would take them for absent (I5).
 */
async function jobOf(
  { db }: Pick<State, "db">,
  { account, job, key }: Pick<LinkRequest, "account" | "job" | "key">,
  creates: readonly { job: string }[],
): Promise<string> {
  const people = await listPeopleWithKey(db, account, key);
  if (people.some((one) => one.job === job)) return job;
  return (people.find(({ state }) => state !== "absent") ?? people[0] ?? creates[0])?.job ?? job;
}

/** Returns what speaks against a link that nothing contradicts. */
async function warningsAbout(
  { db }: Pick<State, "db">,
  { account, key, userId, from }: Pick<LinkRequest, "account" | "key" | "userId" | "from">,
): Promise<Fact[]> {
  const warnings: Fact[] = [];
  const creates = await listUnconfirmedIntents(db, account);
  if (!(await wasSeen(db, account, userId)))
    warnings.push(inTurn(fact("link.account_is_unseen", { account: userId }), fact("advice.check_account_exists", {})));
  if (!creates.some((create) => create.key === key) && (await listPeopleWithKey(db, account, key)).length === 0)
    warnings.push(fact("link.key_is_in_no_file", { key }));
  if (from !== null && (await listPeopleWithKey(db, account, from)).some(({ state }) => state !== "absent"))
    warnings.push(fact("link.key_is_in_last_file", { key: from }));
  const duplicates = (await heldDuplicates(db, account, key)).filter(({ user_id: user }) => user !== null);
  if (duplicates.length > 0 && !duplicates.some(({ user_id: user }) => user?.toLowerCase() === userId))
    warnings.push(
      fact("link.account_is_not_the_duplicates", {
        key,
        others: duplicates.map((other) => other.key),
        account: userId,
      }),
    );
  for (const { key: person, evidence, at } of creates) {
    const candidate = evidence?.candidates.includes(userId) ?? false;
    if (person !== key && candidate) warnings.push(fact("link.account_may_be_anothers", { account: userId, key: person }));
    // If the create is linked to an account it did not make, the one it made is left without a link.
    if (person === key && !candidate)
      warnings.push(
        fact("link.account_is_no_candidate", {
          account: userId,
          key,
          at: at.toISOString(),
        }),
      );
  }
  return warnings;
}

/** Moves the account of one key to another key of the same person. @throws UsageProblem; nothing was moved */
export async function moveAccount(
  state: Deciding,
  by: Decider,
  moving: Omit<LinkRequest, "userId" | "from" | "operation"> & { from: string },
  now: Date,
): Promise<LinkResult> {
  if (moving.key === moving.from) throw new UsageProblem(inTurn(fact("link.keys_are_equal", {}), fact("nothing.moved", {})));
  const has = await findLink(state.db, moving.account, moving.from);
  if (has === undefined) throw new UsageProblem(inTurn(fact("link.key_has_no_account", { key: moving.from }), fact("nothing.moved", {})));
  return linkAccount(state, by, { ...moving, userId: has.user_id }, now);
}
