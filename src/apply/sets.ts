/** The sets of group ids that are sent (interface: "PUT /users/{user_id}", rules 1, 2 and 5). I1 and I6 depend on them. */

/** Returns C ∪ D if there is something to add, else `null`: without `group_ids` all memberships stay. */
export function completeSet(current: readonly string[], desired: readonly string[]): string[] | null {
  const has = new Set(current);
  const add = desired.filter((group) => !has.has(group));
  return add.length === 0 ? null : [...current, ...add];
}

/** Returns the complete set without the approved removals; all other memberships stay. */
export function reducedSet(current: readonly string[], approved: ReadonlySet<string>): string[] {
  return current.filter((group) => !approved.has(group));
}
