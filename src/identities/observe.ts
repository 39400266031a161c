import { fact, type Fact } from "../domain/facts/fact.ts";
import type { UnconfirmedCode } from "../domain/facts/subjects/identities.ts";

/** An unconfirmed create. */
export interface ObservedCreate {
  operation: string;
  /** `unlinked`: the service accepted it, so an account exists. `lost`: one may exist. */
  kind: "unlinked" | "lost";
  /** Ids of the groups it names that list their members now. */
  groups: readonly string[];
  /** A group that listed its members when the create was sent no longer does: the account may not be fully visible. */
  hidden?: boolean;
  /** The number of the last snapshot before it was sent; `null`: not known. */
  since: number | null;
  /** When its answer counted as lost; `null`: not yet. */
  lostAt: Date | null;
}

/** An account that is not linked. */
export interface ObservedAccount {
  userId: string;
  /** The number of the snapshot that saw it first. */
  snapshot: number;
  /** Ids of all its groups that list their members. */
  groups: readonly string[];
}

/** The snapshot that the observation uses. */
export interface Vantage {
  /** When the last snapshot began. */
  readAt: Date;
  /** The number of the last snapshot. */
  snapshot: number;
  /** How long (ms) a missing account does not yet prove anything. */
  settle: number;
}

export type Finding =
  /** The create made this account. */
  | { operation: string; verdict: "linked"; userId: string }
  /** The create made no account and may be sent again. */
  | { operation: string; verdict: "absent" }
  /**
   * Nothing is proven. `later`: another snapshot may show more; otherwise a person must decide. `clear`: the snapshot, if
   * it shows that no new account without a link is in exactly its groups, so that others with these groups need not wait.
   */
  | {
      operation: string;
      verdict: "waits";
      later: boolean;
      reason: Fact;
      candidates: string[];
      others: string[];
      clear: number | null;
    };

/**
 * Settles creates by the accounts that appeared in the groups since they were sent (docs/guides/identities.md, "Unconfirmed creates").
 * A candidate is in all groups of the create, in no others, and in no earlier snapshot. Two unconfirmed creates with
 * equal groups cannot be distinguished, so neither is settled. Pure.
 */
export function observe(creates: readonly ObservedCreate[], accounts: readonly ObservedAccount[], vantage: Vantage): Finding[] {
  const bySet = new Map<string, ObservedAccount[]>();
  for (const account of accounts) push(bySet, setOf(account.groups), account);
  const twins = new Map<string, number>();
  for (const { groups } of creates) twins.set(setOf(groups), (twins.get(setOf(groups)) ?? 0) + 1);

  const candidatesOf = ({ groups, since }: ObservedCreate): ObservedAccount[] =>
    since === null ? [] : (bySet.get(setOf(groups)) ?? []).filter(({ snapshot }) => snapshot > since);
  // If an account that certainly exists is not visible, the snapshot proves nothing about any other either.
  const blind = creates.some((create) => create.kind === "unlinked" && candidatesOf(create).length === 0);
  // If not all groups of a create are visible, its account may look like that of a create with fewer groups.
  const partly = creates.some((create) => create.hidden === true);

  // An account certainly belongs to another create if it is that create's only candidate and no other's.
  const owners = Map.groupBy(
    creates.flatMap((create) => {
      const [only, ...more] = create.groups.length === 0 || create.hidden === true ? [] : candidatesOf(create);
      return only === undefined || more.length > 0 ? [] : [{ create, account: only }];
    }),
    ({ account }) => account,
  );
  // The pages of a snapshot are read at different times, so an account may appear in only some of its groups.
  const mayBeItsPart = (account: ObservedAccount, create: ObservedCreate): boolean =>
    isPart(account, create) && candidatesOf(create).length === 0;
  const isAnothers = (account: ObservedAccount, than: ObservedCreate): boolean => {
    const of = owners.get(account) ?? [];
    return of.length === 1 && of[0]?.create !== than && !mayBeItsPart(account, than);
  };

  const isSettled = ({ lostAt }: ObservedCreate): boolean =>
    !blind && lostAt !== null && vantage.readAt.getTime() >= lostAt.getTime() + vantage.settle;
  const isClear = (create: ObservedCreate): boolean =>
    create.since !== null &&
    create.hidden !== true &&
    create.groups.length > 0 &&
    isSettled(create) &&
    candidatesOf(create).length === 0 &&
    // One that the last snapshot saw first may be visible in only some of its groups.
    !accounts.some((account) => account.snapshot === vantage.snapshot && isPart(account, create));

  return creates.map((create): Finding => {
    const { operation, groups, since } = create;
    const waits = (
      reason: UnconfirmedCode,
      later: boolean,
      seen: readonly ObservedAccount[] = [],
      others: readonly ObservedAccount[] = [],
    ): Finding => ({
      operation,
      verdict: "waits",
      later,
      reason: fact(reason, {}),
      candidates: seen.map(({ userId }) => userId),
      others: others.map(({ userId }) => userId),
      clear: isClear(create) ? vantage.snapshot : null,
    });
    if (since === null) return waits("unconfirmed.no_baseline", false);
    if (create.hidden === true) return waits("unconfirmed.groups_partly_hidden", true);
    if (groups.length === 0) return waits("unconfirmed.groups_hidden", false);
    const set = setOf(groups);
    const candidates = candidatesOf(create);
    if ((twins.get(set) ?? 0) > 1 && candidates.length > 0) {
      return waits("unconfirmed.twins", false, candidates);
    }
    const others = accounts.filter((account) => account.snapshot > since && setOf(account.groups) !== set && !isAnothers(account, create));
    const [only] = candidates;
    if (candidates.length > 1) return waits("unconfirmed.several_accounts", false, candidates, others);
    if (create.kind === "unlinked") {
      if (only !== undefined) return { operation, verdict: "linked", userId: only.userId };
      return waits("unconfirmed.accepted_not_visible", true, [], others);
    }
    if (others.length > 0) {
      const why = only === undefined ? "unconfirmed.only_others" : "unconfirmed.one_and_others";
      return waits(why, false, candidates, others);
    }
    if (partly) {
      return waits("unconfirmed.other_groups_hidden", true, candidates);
    }
    if (only !== undefined && creates.some((other) => mayBeItsPart(only, other))) {
      return waits("unconfirmed.may_be_anothers", true, candidates);
    }
    if (only !== undefined) return { operation, verdict: "linked", userId: only.userId };
    return isSettled(create) ? { operation, verdict: "absent" } : waits("unconfirmed.too_early", true);
  });
}

/** Returns whether an account is in some but not all groups of a create, and in no others. */
function isPart({ groups: theirs }: ObservedAccount, { groups }: ObservedCreate): boolean {
  return theirs.length > 0 && theirs.length < groups.length && theirs.every((id) => groups.includes(id));
}

function setOf(groups: readonly string[]): string {
  return groups.toSorted().join(",");
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const values = map.get(key);
  if (values === undefined) map.set(key, [value]);
  else values.push(value);
}
