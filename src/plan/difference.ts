/**
 * Sets of group ids: the memberships a person has, and those HR gives. I1, I5 and I6 depend on their difference.
 */
export interface Memberships {
  /** C: every known membership, managed or not. */
  current: ReadonlySet<string>;
  /** M: the managed groups. */
  managed: ReadonlySet<string>;
  /** D: the groups that HR gives. */
  desired: ReadonlySet<string>;
  /** Groups that an undecided rule could give; they stay unchanged. */
  frozen: ReadonlySet<string>;
}

export interface Difference {
  /** D \ C: groups the person gains. */
  add: string[];
  /** (C ∩ M) \ D without frozen groups: each becomes a pending removal. */
  hold: string[];
}

/** Returns the groups to add, which are sent at once with all current ones (`apply/sets.ts`), and those to hold for a decision. */
export function membershipDifference({ current, managed, desired, frozen }: Memberships): Difference {
  const add = [...desired].filter((group) => !current.has(group));
  const hold = [...current].filter((group) => managed.has(group) && !desired.has(group) && !frozen.has(group));
  return { add, hold };
}
