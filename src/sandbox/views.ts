import { invalid } from "./faults/rules.ts";
import type { SandboxState } from "./state.ts";

export interface UserView {
  user_id: string;
  username: string;
  active: boolean;
  /** All stored fields. */
  fields: Record<string, unknown>;
  group_ids: string[];
  /** Paths from the root, sorted. */
  groups: string[];
}

export interface GroupView {
  id: string;
  name: string;
  path: string;
  parent_id: string | null;
  user_ids: string[];
}

/** Returns copies of the service's data, for tests. */
export function userViews(state: SandboxState): UserView[] {
  const paths = new Map([...state.groups.keys()].map((id) => [id, state.pathOf(id)]));
  return [...state.users.values()].map(({ id, fields, groups }) => ({
    user_id: id,
    username: typeof fields["username"] === "string" ? fields["username"] : "",
    active: fields["active"] !== false,
    fields: { ...fields },
    group_ids: [...groups],
    groups: [...groups].map((group) => paths.get(group) ?? group).sort(),
  }));
}

export function groupViews(state: SandboxState): GroupView[] {
  return [...state.groups.values()].map(({ id, name, parentId, members }) => ({
    id,
    name,
    path: state.pathOf(id),
    parent_id: parentId,
    user_ids: [...members],
  }));
}

/** Changes a membership by hand; `group` is a path or an id. Throws Refusal for an unknown user or group. */
export function changeMember(state: SandboxState, group: string, userId: string, action: "add" | "remove"): void {
  const found = state.findGroup(group);
  const user = state.users.get(userId.toLowerCase());
  if (found === undefined) throw invalid(`no group ${group}`);
  if (user === undefined) throw invalid("no such user");
  const groups = new Set(user.groups);
  if (action === "add") groups.add(found.id);
  else groups.delete(found.id);
  state.putUser(user.id, {}, groups);
}
