import { invalid } from "../../faults/rules.ts";
import type { SandboxState } from "../../state.ts";
import type { Target } from "../../entities.ts";
import { knownIds } from "../find.ts";

interface Asked {
  user_ids?: readonly string[] | undefined;
  group_ids?: readonly string[] | undefined;
  to_all?: boolean | undefined;
}

/** Returns the targets of a body: users, then groups, then all. Throws Refusal without any. */
export function targetsOf(state: SandboxState, asked: Asked): Target[] {
  const targets: Target[] = [
    ...knownIds(state.users, asked.user_ids, "user_ids").map((user_id) => ({ user_id, to_all: false })),
    ...knownIds(state.groups, asked.group_ids, "group_ids").map((group_id) => ({ group_id, to_all: false })),
    ...(asked.to_all === true ? [{ to_all: true }] : []),
  ];
  if (targets.length === 0) throw invalid("an assignment needs user_ids, group_ids or to_all");
  return targets;
}

/** Returns the target's part of an assignment's id. */
export function targetKey({ user_id, group_id }: Target): string {
  return user_id ?? group_id ?? "all";
}

/** Returns a filter over known ids; null without a filter. Throws Refusal for unknown ids. */
export function idFilter(things: ReadonlyMap<string, unknown>, ids: readonly string[] | undefined, field: string): Set<string> | null {
  const known = knownIds(things, ids, field);
  return known.length === 0 ? null : new Set(known);
}

/** Returns whether the filters contain an assignment's direct target. */
export function targetFilter(state: SandboxState, asked: Asked): ((target: Target) => boolean) | null {
  const users = idFilter(state.users, asked.user_ids, "user_ids");
  const groups = idFilter(state.groups, asked.group_ids, "group_ids");
  if (users === null && groups === null) return null;
  return ({ user_id = "", group_id = "" }) => (users?.has(user_id) ?? true) && (groups?.has(group_id) ?? true);
}
