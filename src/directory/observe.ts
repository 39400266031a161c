/** A create whose outcome is not known. */
export interface UnsettledCreate {
  operation: string;
  /** `unlinked`: the service accepted it, so there is an account. `lost`: there may be one. */
  kind: "unlinked" | "lost";
  /** Ids of the groups that it names and that tell their members now. */
  groups: readonly string[];
  /** One that told its members when it was sent is gone, or silent now: its account may not be seen, or only in part. */
  hidden?: boolean;
  /** The last reading before it was sent; `null`: not known. */
  since: number | null;
  /** When its answer was given up; `null`: it has not been yet. */
  lostAt: Date | null;
}

/** An account that nobody is linked to. */
export interface ObservedAccount {
  userId: string;
  /** The reading that saw it first. */
  reading: number;
  /** Ids of all groups that it is in, of those that tell their members. */
  groups: readonly string[];
}

/** What the readings are, at the moment of looking. */
export interface Vantage {
  /** When the last complete reading began. */
  readAt: Date;
  /** How long (ms) a create that is not seen proves nothing. */
  settle: number;
}

export type Finding =
  /** It is this account. */
  | { operation: string; verdict: "linked"; userId: string }
  /** There is no account of it: it may be sent again. */
  | { operation: string; verdict: "absent" }
  /** Nothing is proven. `later`: another look may tell more; else a person has to say. */
  | { operation: string; verdict: "waits"; later: boolean; reason: string; candidates: string[]; others: string[] };

/**
 * Settles creates by what appeared in the groups since they were sent; the rules of docs/identities.md, "Observation".
 * A candidate stands in all groups of the create and in no other, and in no reading before it. Two unsettled creates
 * of equal groups can never be told apart, so neither is settled. Pure.
 */
export function observe(creates: readonly UnsettledCreate[], accounts: readonly ObservedAccount[], vantage: Vantage): Finding[] {
  const bySet = new Map<string, ObservedAccount[]>();
  for (const account of accounts) push(bySet, setOf(account.groups), account);
  const twins = new Map<string, number>();
  for (const { groups } of creates) twins.set(setOf(groups), (twins.get(setOf(groups)) ?? 0) + 1);

  const candidatesOf = ({ groups, since }: UnsettledCreate): ObservedAccount[] =>
    since === null ? [] : (bySet.get(setOf(groups)) ?? []).filter(({ reading }) => reading > since);
  // An account that is there for certain and is not seen says that these readings prove nothing about any other.
  const blind = creates.some((create) => create.kind === "unlinked" && candidatesOf(create).length === 0);
  // The account of a create whose groups are not all seen may look like that of another one with fewer groups.
  const partly = creates.some((create) => create.hidden === true);

  // Somebody else's for certain: the only candidate of exactly one other create. Everybody else may be a stranger.
  const owners = Map.groupBy(
    creates.flatMap((create) => {
      const [only, ...more] = create.groups.length === 0 || create.hidden === true ? [] : candidatesOf(create);
      return only === undefined || more.length > 0 ? [] : [{ create, account: only }];
    }),
    ({ account }) => account,
  );
  // Pages of a reading are not of one instant, so the account of a wider create may be seen in some of its groups only.
  const mayBeItsPart = (account: ObservedAccount, create: UnsettledCreate): boolean =>
    isPart(account, create) && candidatesOf(create).length === 0;
  const isAnothers = (account: ObservedAccount, than: UnsettledCreate): boolean => {
    const of = owners.get(account) ?? [];
    return of.length === 1 && of[0]?.create !== than && !mayBeItsPart(account, than);
  };

  return creates.map((create): Finding => {
    const { operation, groups, since } = create;
    const waits = (
      reason: string,
      later: boolean,
      seen: readonly ObservedAccount[] = [],
      others: readonly ObservedAccount[] = [],
    ): Finding => ({
      operation,
      verdict: "waits",
      later,
      reason,
      candidates: seen.map(({ userId }) => userId),
      others: others.map(({ userId }) => userId),
    });
    if (since === null) return waits("It is not known which accounts there were before it was sent.", false);
    if (create.hidden === true)
      return waits("Not all of its groups tell their members at the moment, so its account may not be seen.", true);
    if (groups.length === 0)
      return waits("It names no group that tells its members, so nobody can see whether the account is there.", false);
    const set = setOf(groups);
    const candidates = candidatesOf(create);
    if ((twins.get(set) ?? 0) > 1 && candidates.length > 0) {
      return waits("Several new accounts of exactly the same groups are not settled: nobody can tell which is whose.", false, candidates);
    }
    const others = accounts.filter((account) => account.reading > since && setOf(account.groups) !== set && !isAnothers(account, create));
    const [only] = candidates;
    if (candidates.length > 1) return waits("More than one new account stands in exactly its groups.", false, candidates, others);
    if (create.kind === "unlinked") {
      if (only !== undefined) return { operation, verdict: "linked", userId: only.userId };
      return waits("The service accepted it, and no new account stands in exactly its groups yet.", true, [], others);
    }
    if (others.length > 0) {
      const what =
        only === undefined ? "No new account stands in exactly its groups, but" : "One new account stands in exactly its groups, but";
      return waits(`${what} others appeared at the same time that nobody is linked to.`, false, candidates, others);
    }
    if (partly) {
      const why =
        "Of another create that is not settled not all groups tell their members at the moment: its account may look like this one's.";
      return waits(why, true, candidates);
    }
    if (only !== undefined && creates.some((other) => mayBeItsPart(only, other))) {
      return waits("The new account may be that of another create with more groups, seen in some of them only.", true, candidates);
    }
    if (only !== undefined) return { operation, verdict: "linked", userId: only.userId };
    const proven = !blind && create.lostAt !== null && vantage.readAt.getTime() >= create.lostAt.getTime() + vantage.settle;
    return proven ? { operation, verdict: "absent" } : waits("No new account is seen yet, which proves nothing so soon.", true);
  });
}

/** Whether an account stands in some groups of a create, not in all and in no other. */
function isPart({ groups: theirs }: ObservedAccount, { groups }: UnsettledCreate): boolean {
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
