import type { SandboxGroup, SandboxState } from "./state.ts";
import { invalid } from "./rules.ts";

export interface ListSettings {
  shape: "bare" | "envelope";
  /** Answers every page from the first item on. */
  ignoreStart: boolean;
  /** Answers everything from `_start` on, whatever `_limit` says. */
  ignoreLimit: boolean;
  /** Caps `_limit` silently; `null` for none. */
  maxLimit: number | null;
}

/** One page of items that are JSON already (interface: "Limits"), in either shape. Throws Refusal for bad numbers. */
export function pageOf(items: readonly string[], query: Readonly<Record<string, unknown>>, settings: ListSettings): string {
  const start = settings.ignoreStart ? 0 : natural(query, "_start", 0);
  const asked = natural(query, "_limit", 20);
  const limit = settings.ignoreLimit ? Math.max(1, items.length) : Math.min(asked, settings.maxLimit ?? asked);
  if (limit === 0) throw invalid("_limit must be at least 1");
  const page = `[${items.slice(start, start + limit).join(",")}]`;
  if (settings.shape === "bare") return page;
  const pagination = {
    totalRecords: items.length,
    perPage: limit,
    totalPages: Math.ceil(items.length / limit),
    start,
    currentPage: Math.floor(start / limit) + 1,
  };
  return `{"response":${page},"pagination":${JSON.stringify(pagination)}}`;
}

function natural(query: Readonly<Record<string, unknown>>, name: string, otherwise: number): number {
  const value = query[name];
  if (value === undefined) return otherwise;
  if (typeof value !== "string" || !/^\d{1,9}$/.test(value)) throw invalid(`${name} is not a number`);
  return Number(value);
}

/** How `GET /groups` shows the tree: as a list, as roots with children, or both, as the document allows. */
export type TreeShape = "flat" | "nested" | "both";

/**
 * The groups as JSON texts, in the order they were made. `hidden` says whose `user_ids` are left out. Members are
 * turned into text once and again only when they change, because a group may hold 100,000.
 */
export function groupTexts(
  state: SandboxState,
  tree: TreeShape,
  hidden: (group: SandboxGroup) => boolean,
  search: string | undefined,
): string[] {
  const children = new Map<string | null, SandboxGroup[]>();
  for (const group of state.groups.values()) {
    const siblings = children.get(group.parentId);
    if (siblings === undefined) children.set(group.parentId, [group]);
    else siblings.push(group);
  }
  // "children" of an item is an array, "children" of a child an object (interface: "Group"): a map keyed by id.
  const text = (group: SandboxGroup, nested: boolean, depth: number): string => {
    const below = nested ? (children.get(group.id) ?? []) : [];
    const inner = below.map((child) => (depth === 0 ? "" : `"${child.id}":`) + text(child, true, depth + 1)).join(",");
    const childrenText = below.length === 0 ? "" : `,"children":${depth === 0 ? `[${inner}]` : `{${inner}}`}`;
    const parent = group.parentId === null ? "" : `,"parent_id":"${group.parentId}"`;
    const members = hidden(group) ? "" : `,"user_ids":${membersText(group)}`;
    return `{"id":"${group.id}","name":${JSON.stringify(group.name)}${parent}${members}${childrenText}}`;
  };
  const wanted = search?.toLowerCase();
  const shown = [...state.groups.values()].filter((group) =>
    wanted === undefined ? tree !== "nested" || group.parentId === null : group.name.toLowerCase().includes(wanted),
  );
  return shown.map((group) => text(group, tree !== "flat", 0));
}

function membersText(group: SandboxGroup): string {
  group.membersJson ??= group.members.size === 0 ? "[]" : `["${[...group.members].join('","')}"]`;
  return group.membersJson;
}
