import type { World } from "../area.ts";
import type { SandboxGroup } from "../state.ts";
import { searched } from "./find.ts";

/** Groups as JSON, in creation order. */
interface GroupWriter {
  /** The items of GET /groups. The setting `tree` selects flat, nested or both. */
  list(search: string | undefined): string[];
  roots(): string[];
  one(group: SandboxGroup, withChildren: boolean): string;
}

/** Serializes the current groups. Members are serialized only when they change, because a group may have 100,000. */
export function groupWriter({ state, settings }: Pick<World, "state" | "settings">): GroupWriter {
  const { hideUserIds, tree } = settings;
  const children = Map.groupBy(state.groups.values(), ({ parentId }) => parentId);

  function isHidden(group: SandboxGroup): boolean {
    if (typeof hideUserIds === "boolean") return hideUserIds;
    return hideUserIds.length > 0 && (hideUserIds.includes(group.id) || hideUserIds.includes(state.pathOf(group.id)));
  }

  // `children` is an array on an item and an object on a child (interface: "Group"): here a map keyed by id.
  function text(group: SandboxGroup, nested: boolean, depth: number): string {
    const below = nested ? (children.get(group.id) ?? []) : [];
    const inner = below.map((child) => (depth === 0 ? "" : `"${child.id}":`) + text(child, true, depth + 1)).join(",");
    const childrenText = below.length === 0 ? "" : `,"children":${depth === 0 ? `[${inner}]` : `{${inner}}`}`;
    const parent = group.parentId === null ? "" : `,"parent_id":"${group.parentId}"`;
    const members = isHidden(group) ? "" : `,"user_ids":${membersText(group)}`;
    return `{"id":"${group.id}","name":${JSON.stringify(group.name)}${parent}${members}${childrenText}}`;
  }

  return {
    list(search) {
      const shown = tree === "nested" && search === undefined ? (children.get(null) ?? []) : state.groups.values();
      return searched(shown, ({ name }) => name, search).map((group) => text(group, tree !== "flat", 0));
    },
    roots: () => (children.get(null) ?? []).map((group) => text(group, true, 0)),
    one: (group, withChildren) => text(group, withChildren, 0),
  };
}

function membersText(group: SandboxGroup): string {
  group.membersJson ??= group.members.size === 0 ? "[]" : `["${[...group.members].join('","')}"]`;
  return group.membersJson;
}
