/** The sets of group ids that are sent (interface: "PUT /users/{user_id}", rules 1, 2 and 5). All of I1 and I6 passes here. */

/** C ∪ D when there is something to add, else `null`: `group_ids` omitted leaves all memberships untouched. */
export function completeSet(current: readonly string[], desired: readonly string[]): string[] | null {
  const has = new Set(current);
  const add = desired.filter((group) => !has.has(group));
  return add.length === 0 ? null : [...current, ...add];
}

/** The complete set without the approved removals: everything else that the person has stays. */
export function reducedSet(current: readonly string[], approved: ReadonlySet<string>): string[] {
  return current.filter((group) => !approved.has(group));
}
