import type { SandboxState, SandboxUser } from "../state.ts";
import { isActive } from "./fields.ts";
import { linesOf } from "./reach.ts";

/** Which users a report is about: those that fit everything that is given. */
export interface Scope {
  user_ids?: readonly string[] | undefined;
  /** In one of these groups, or in one below them. */
  group_ids?: readonly string[] | undefined;
  active?: boolean | undefined;
}

/** The groups of a scope with all below them; null where it names none. */
export function inScope(state: SandboxState, groupIds: readonly string[] | undefined): Set<string> | null {
  if (groupIds === undefined) return null;
  const asked = new Set(groupIds);
  const lineOf = linesOf(state);
  return new Set(state.groups.keys().filter((id) => lineOf(id).some((above) => asked.has(above))));
}

/** The users of a scope, in the order in which they were made. What the scope names and is no longer there finds nobody. */
export function usersOf(state: SandboxState, { user_ids, group_ids, active }: Scope): SandboxUser[] {
  const users = user_ids === undefined ? null : new Set(user_ids);
  const groups = inScope(state, group_ids);
  return [...state.users.values()].filter(
    (user) =>
      (users === null || users.has(user.id)) &&
      (groups === null || user.groups.values().some((id) => groups.has(id))) &&
      (active === undefined || isActive(user) === active),
  );
}

/** The path of every group, from the root. */
export function pathsById(state: SandboxState): Map<string, string> {
  return new Map(state.groups.keys().map((id) => [id, state.pathOf(id)]));
}
