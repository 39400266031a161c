import { firstName, groupOf, staff, type Person } from "./company.ts";
import type { Place } from "./place.ts";
import type { Account, Create } from "./service.ts";

export interface Verdict {
  secondAccounts: number;
  lostMemberships: number;
  /** Changes of present people that the service did not have when the run had ended, and when the next one had. */
  missingUpdates: number;
  missingUpdatesNext: number;
  /** Creates at the service without an answer, summed over the faults of the round. */
  inFlight: number;
  /** Creates whose outcome was unknown at the end of the run, or became known by observation. The next three add up to it. */
  unconfirmed: number;
  neverSent: number;
  sentUnanswered: number;
  answeredUnrecorded: number;
  /** Joiners without an account after the next run, and with one that no link names. */
  withoutAccount: number;
  unlinked: number;
}

/** What there was at the end of the run. */
export interface Night {
  unconfirmed: readonly string[];
  creates: readonly Create[];
  /** When faults happened. */
  marks: readonly number[];
  accounts: readonly Account[];
}

interface Everybody {
  before: readonly Account[];
  present: readonly Person[];
  /** What the file of the next run says. */
  night: readonly Person[];
  joiners: readonly Person[];
  atEnd: Night;
}

export async function judge(place: Place, { before, present, night, joiners, atEnd }: Everybody): Promise<Verdict> {
  const { unconfirmed, creates, marks } = atEnd;
  const byKey = new Map(creates.map((create) => [create.key, create]));
  const neverSent = unconfirmed.filter((key) => !byKey.has(key));
  const answered = unconfirmed.filter((key) => {
    const create = byKey.get(key);
    const mark = marks.find((at) => create !== undefined && at >= create.sentAt);
    return mark !== undefined && answeredBy(mark, create);
  });
  const accounts = await place.service.accounts();
  const byName = byFirstName(accounts);
  const people = [...present, ...joiners];
  const linked = new Set((await place.ask<{ key: string }>("SELECT key FROM link")).map(({ key }) => key));
  const withAccount = joiners.filter(({ key }) => byName.has(firstName(key)));
  const keys = new Set(present.map(({ key }) => key));
  const wanted = night.filter(({ key }) => keys.has(key));
  return {
    secondAccounts: accounts.length - people.filter(({ key }) => byName.has(firstName(key))).length,
    lostMemberships: countLost(before, accounts),
    missingUpdates: countMissing(wanted, byFirstName(atEnd.accounts)),
    missingUpdatesNext: countMissing(wanted, byName),
    inFlight: marks
      .map((mark) => creates.filter((create) => create.sentAt <= mark && !answeredBy(mark, create)).length)
      .reduce((sum, n) => sum + n, 0),
    unconfirmed: unconfirmed.length,
    neverSent: neverSent.length,
    sentUnanswered: unconfirmed.length - neverSent.length - answered.length,
    answeredUnrecorded: answered.length,
    withoutAccount: joiners.length - withAccount.length,
    unlinked: withAccount.filter(({ key }) => !linked.has(key)).length,
  };
}

function answeredBy(mark: number, create: Create | undefined): boolean {
  return create !== undefined && create.answeredAt !== null && create.answeredAt <= mark;
}

/** The first account of each. */
function byFirstName(accounts: readonly Account[]): Map<string, Account> {
  return new Map(accounts.toReversed().map((account) => [String(account.fields["first_name"]), account]));
}

/** Nobody has approved a removal, so every membership from before must be there. */
function countLost(before: readonly Account[], now: readonly Account[]): number {
  const memberships = new Map(now.map(({ user_id: id, groups }) => [id, new Set(groups)]));
  const lost = before.map(({ user_id: id, groups }) => groups.filter((group) => memberships.get(id)?.has(group) !== true).length);
  return lost.reduce((sum, n) => sum + n, 0);
}

function countMissing(wanted: readonly Person[], now: ReadonlyMap<string, Account>): number {
  return wanted.filter((person) => {
    const account = now.get(firstName(person.key));
    return account?.fields["position"] !== person.title || ![staff, groupOf(person)].every((group) => account.groups.includes(group));
  }).length;
}
