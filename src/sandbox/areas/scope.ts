import type { SandboxState, SandboxUser } from "../state.ts";
import { isActive } from "./fields.ts";
import { linesOf } from "./enrolments.ts";

/** The users of a report: those that match all given filters. */
export interface Scope {
  user_ids?: readonly string[] | undefined;
  /** In one of these groups or their descendants. */
  group_ids?: readonly string[] | undefined;
  active?: boolean | undefined;
}

/** Returns the groups of a scope with their descendants; null if it names none. */
export function inScope(state: SandboxState, groupIds: readonly string[] | undefined): Set<string> | null {
  if (groupIds === undefined) return null;
  const asked = new Set(groupIds);
  const lineOf = linesOf(state);
  return new Set(state.groups.keys().filter((id) => lineOf(id).some((above) => asked.has(above))));
}

/** Yields the users of a scope in creation order. Deleted users and groups match nothing. */
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

/** Returns the path of every group. */
export function pathsById(state: SandboxState): Map<string, string> {
  return new Map(state.groups.keys().map((id) => [id, state.pathOf(id)]));
}
