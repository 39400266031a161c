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
  /** (C ∩ M) \ D, without what is frozen: one removal each, for a person to decide. */
  hold: string[];
}

/** What is added is sent at once, together with everything there is (`apply/sets.ts`); what is held waits for a person. */
export function membershipDifference({ current, managed, desired, frozen }: Memberships): Difference {
  const add = [...desired].filter((group) => !current.has(group));
  const hold = [...current].filter((group) => managed.has(group) && !desired.has(group) && !frozen.has(group));
  return { add, hold };
}
