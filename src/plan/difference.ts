/**
 * The difference between the memberships that a person has and those that HR gives. Sets of group ids.
 * The whole of I1, I5 and I6 for memberships starts here.
 */
export interface Memberships {
  /** C: every membership that we know of, managed or not. */
  current: ReadonlySet<string>;
  /** M: the groups that the mapping may take away. */
  managed: ReadonlySet<string>;
  /** D: the groups that HR gives. */
  desired: ReadonlySet<string>;
  /** Groups that an undecided rule could give: they stay as they are. */
  frozen: ReadonlySet<string>;
}

export interface Difference {
  /** D \ C: what the person gains. */
  add: string[];
  /** C ∪ D, complete, when there is something to add; else `null`: `group_ids` is omitted and nothing is touched. */
  send: string[] | null;
  /** (C ∩ M) \ D, without what is frozen: one removal each, for a person to decide. */
  hold: string[];
}

/** Design section 6. The set to send never leaves out a current membership, so it never needs a confirmation. */
export function membershipDifference({ current, managed, desired, frozen }: Memberships): Difference {
  const add = [...desired].filter((group) => !current.has(group));
  const hold = [...current].filter((group) => managed.has(group) && !desired.has(group) && !frozen.has(group));
  return { add, send: add.length === 0 ? null : [...current, ...add], hold };
}

/** The complete set once the approved removals are carried out. */
export function reducedSet(current: Iterable<string>, approved: ReadonlySet<string>): string[] {
  return [...current].filter((group) => !approved.has(group));
}
