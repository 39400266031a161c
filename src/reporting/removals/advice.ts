import { loadGroupImpacts, loadInactive, loadMemberships, loadPersonImpacts, loadPeopleWithExceptions } from "../../store/review/impact.ts";
import { listPendingOfCauses } from "../../store/review/review-pages.ts";
import type { Removal } from "../../store/review/removals.ts";
import type { Db } from "../../store/schema/tables.ts";
import { byCause, type CauseKind } from "./causes.ts";
import { toRemovalJson, type ListedRemoval } from "./pending-removals.ts";
import { evidenceOf } from "./evidence.ts";
import { recommend, type Recommendation } from "./recommend.ts";
import { storedImpact, type StoredImpact } from "./stored-impact.ts";

/** The recommendation on a pending removal, and its impact. */
export interface RemovalAdvice {
  recommendation: Recommendation;
  impact: StoredImpact;
}

/** The parts of a removal that advice needs; cheap to keep for thousands of people. */
export interface AdvisedRemoval extends Pick<Removal, "id" | "account" | "job" | "user_id" | "group_id"> {
  kind: CauseKind;
  gains: readonly string[];
  /** With all other pending removals of the person, it removes the last group, and the job has no `policy.park`. */
  lastGroup: boolean;
}

/** Returns the advised parts of whole causes: whether a value was renamed shows only with all people of a cause. */
export function advisedRemovals(removals: readonly Removal[]): AdvisedRemoval[] {
  return byCause(removals).flatMap(({ kind, people }) =>
    people.map((removal) => {
      const { id, account, job, user_id, group_id } = removal;
      const { gains, lastGroup, parked } = evidenceOf(removal);
      return { id, account, job, user_id, group_id, kind, gains, lastGroup: lastGroup && parked !== true };
    }),
  );
}

/** Returns removals as JSON, the pending ones with advice. */
export async function withAdvice(db: Db, removals: readonly Removal[], now: Date): Promise<ListedRemoval[]> {
  const pending = removals.filter(({ status }) => status === "pending");
  // Other people of the same causes decide whether a value was renamed.
  const all = await listPendingOfCauses(db, [...new Set(pending.map(({ cause }) => cause))]);
  const wanted = new Set(pending.map(({ id }) => id));
  const advice = await adviceOn(
    db,
    advisedRemovals(all).filter(({ id }) => wanted.has(id)),
    now,
  );
  return removals.map((removal) => ({ ...toRemovalJson(removal), ...advice.get(removal.id) }));
}

const usersOf = (removals: readonly AdvisedRemoval[]): string[] => [...new Set(removals.map(({ user_id: user }) => user))];

/** Loads impact and recommendation of removals, with a fixed number of queries per service account. */
export async function adviceOn(db: Db, removals: readonly AdvisedRemoval[], now: Date): Promise<Map<string, RemovalAdvice>> {
  const advice = new Map<string, RemovalAdvice>();
  for (const [account, theirs] of Map.groupBy(removals, (removal) => removal.account)) {
    const users = usersOf(theirs);
    const gaining = theirs.filter(({ gains }) => gains.length > 0);
    const memberships = await loadMemberships(db, account, usersOf(gaining), [...new Set(gaining.flatMap(({ gains }) => gains))]);
    const inactive = await loadInactive(db, account, usersOf(theirs.filter(({ kind }) => kind === "leaver")));
    const groups = await loadGroupImpacts(db, account, [...new Set(theirs.map(({ group_id: group }) => group))]);
    const people = await loadPersonImpacts(db, account, users);
    const excepted = await loadPeopleWithExceptions(db, account, usersOf(theirs.filter(({ lastGroup }) => lastGroup)));
    for (const { id, job, user_id: user, group_id: group, kind, gains, lastGroup } of theirs) {
      const impact = storedImpact(groups.get(group), people.get(user), now);
      const recommendation = recommend({
        kind,
        gains: gains.length,
        gainsSeen: gains.every((path) => memberships.has(`${user} ${path}`)),
        deactivated: inactive.has(user),
        lastGroup: lastGroup && !excepted.has(`${job} ${user}`),
        impact,
      });
      advice.set(id, { recommendation, impact });
    }
  }
  return advice;
}
