import { invalid } from "../rules.ts";
import type { SandboxState } from "../state.ts";
import type { Target } from "../things.ts";
import { knownIds } from "./find.ts";

interface Asked {
  user_ids?: readonly string[] | undefined;
  group_ids?: readonly string[] | undefined;
  to_all?: boolean | undefined;
}

/** To whom a body assigns: users, then groups, then all. Throws Refusal when that is nobody. */
export function targetsOf(state: SandboxState, asked: Asked): Target[] {
  const targets: Target[] = [
    ...knownIds(state.users, asked.user_ids, "user_ids").map((user_id) => ({ user_id, to_all: false })),
    ...knownIds(state.groups, asked.group_ids, "group_ids").map((group_id) => ({ group_id, to_all: false })),
    ...(asked.to_all === true ? [{ to_all: true }] : []),
  ];
  if (targets.length === 0) throw invalid("an assignment needs user_ids, group_ids or to_all");
  return targets;
}

/** Names a target in an assignment's id. */
export function targetKey({ user_id, group_id }: Target): string {
  return user_id ?? group_id ?? "all";
}

/** A filter over ids that all name something; null where there is none. Throws Refusal. */
export function idFilter(things: ReadonlyMap<string, unknown>, ids: readonly string[] | undefined, field: string): Set<string> | null {
  const known = knownIds(things, ids, field);
  return known.length === 0 ? null : new Set(known);
}

/** Whether an assignment's target is among the users and the groups of the filters: those it is made out to, nobody that it reaches. */
export function targetFilter(state: SandboxState, asked: Asked): ((target: Target) => boolean) | null {
  const users = idFilter(state.users, asked.user_ids, "user_ids");
  const groups = idFilter(state.groups, asked.group_ids, "group_ids");
  if (users === null && groups === null) return null;
  return ({ user_id = "", group_id = "" }) => (users?.has(user_id) ?? true) && (groups?.has(group_id) ?? true);
}
