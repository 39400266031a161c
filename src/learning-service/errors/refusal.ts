import { REMOVAL_CODE } from "../contract/endpoint.ts";
import { isUuid } from "../contract/values.ts";

/** Keys of group lists; `NOT_REMOVED` matches keys of groups that would not be removed. */
const GROUP_KEY = /group|membership|remov/i;
const REMOVED_KEY = /remov|delet|lost|drop/i;
const NOT_REMOVED =
  /current|desired|request|submit|kept|keep|remain|retain|add|before|after|allowed|available|existing|confirm|count|total|type|required/i;
const MESSAGE_KEY =
  /^(message|messages|msg|description|error_description|error_message|title|reason|text|hint|help|status|instance|trace|stack|fields?|loc|location|path|pointer|property|timestamp|code|error|error_code|errorcode|type|method)$/i;
const MESSAGE_SUFFIX = /(message|reason|text|hint|url|link|token|code)$/i;
/** Names of request fields, which an error may mention. */
const FIELD = /^(confirm_group_removal|group_ids?|groups?)$/i;
const OTHER_ID = /user|request|trace|correlation|account|tenant|event|log/i;
const ID_KEYS = ["group_id", "groupId", "id", "uuid", "group_uuid", "groupUuid"];
const NAME_KEYS = ["group_name", "groupName", "name", "group_path", "groupPath", "path", "title", "label", "display_name"];
const MAX_DEPTH = 10;
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
/** Matches the text before a colon that introduces a list of groups. */
const GROUP_LIST = /group|membership/i;
/** Represents an unreadable entry, so that it becomes unresolved instead of being lost. */
const UNREADABLE_ENTRY = "(unreadable entry)";

export interface RemovalRefusal {
  refused: boolean;
  /** Ids, names or paths as the service wrote them. Empty: the refusal names nothing readable. */
  named: string[];
}

/**
 * Recognizes rule 3 of `PUT /users/{user_id}` in an error body of any shape (the interface documents none): the code
 * under any key or in plain text; the groups anywhere next to it, as strings, objects, maps keyed by id, or ids inside
 * a message when nothing is structured. `userId` is the person's own id, which is never a group.
 */
export function readRemovalRefusal(body: unknown, userId?: string): RemovalRefusal {
  if (!hasRemovalCode(body, 0)) return { refused: false, named: [] };
  const own = userId?.toLowerCase();
  const found = new Set<string>();
  const add = (text: string): void => {
    const trimmed = text.trim();
    if (trimmed !== "" && trimmed !== REMOVAL_CODE && !FIELD.test(trimmed) && trimmed.toLowerCase() !== own) found.add(trimmed);
  };
  collect(body, "", add, 0);
  if (found.size === 0) collectLoose(body, "", add, 0);
  if (found.size === 0) collectFromText(body, add, 0, idsIn);
  if (found.size === 0) collectFromText(body, add, 0, listIn);
  return { refused: true, named: [...found] };
}

type Add = (text: string) => void;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function hasRemovalCode(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value.includes(REMOVAL_CODE);
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return false;
  return Object.entries(value).some(([key, inner]) => key === REMOVAL_CODE || hasRemovalCode(inner, depth + 1));
}

function namesGroups(key: string): boolean {
  if (key === REMOVAL_CODE) return true;
  if (MESSAGE_SUFFIX.test(key) || /confirm/i.test(key)) return false;
  return REMOVED_KEY.test(key) || (GROUP_KEY.test(key) && !NOT_REMOVED.test(key));
}

/** Adds everything under keys that name groups, and lists of uuids under other keys. */
function collect(value: unknown, key: string, add: Add, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (namesGroups(key)) return entries(value, key, add, depth);
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isUuid) && !OTHER_ID.test(key) && !(GROUP_KEY.test(key) && NOT_REMOVED.test(key)))
      value.forEach(add);
    else value.forEach((item) => collect(item, "", add, depth + 1));
  } else if (isObject(value)) {
    for (const [inner, item] of Object.entries(value)) {
      if (GROUP_KEY.test(inner) || !NOT_REMOVED.test(inner)) collect(item, inner, add, depth + 1);
    }
  }
}

/** Adds everything below a key that names groups, in any form. */
function entries(value: unknown, key: string, add: Add, depth: number): void {
  if (typeof value === "string") {
    const several = /s$|ids?_|remov/i.test(key) ? value.split(/[,;|\n]/) : [value];
    return several.forEach(add);
  }
  if (typeof value !== "object" || value === null) return;
  if (depth > MAX_DEPTH) return add(UNREADABLE_ENTRY);
  if (Array.isArray(value)) return value.forEach((item) => entry(item, add, depth + 1));
  if (isObject(value)) map(value, key, add, depth);
}

function entry(value: unknown, add: Add, depth: number): void {
  if (typeof value === "string") return add(value);
  if (typeof value === "number") return add(String(value));
  if (Array.isArray(value)) return entries(value, "groups", add, depth);
  if (!isObject(value)) return add(UNREADABLE_ENTRY);
  const known = nameOf(value);
  if (known === null) return map(value, "", add, depth);
  add(known);
  if ("children" in value) entries(value["children"], "children", add, depth);
}

/** Returns an object's id, else its name: names repeat under different parents. */
function nameOf(value: Record<string, unknown>): string | null {
  for (const key of ["group", "id_group"]) {
    const inner = value[key];
    if (typeof inner === "string") return inner;
    if (isObject(inner)) return nameOf(inner);
  }
  for (const key of [...ID_KEYS, ...NAME_KEYS]) {
    const inner = value[key];
    if (typeof inner === "string" && inner.trim() !== "") return inner;
    if (typeof inner === "number") return String(inner);
  }
  return null;
}

/** Adds a single group, the groups of a wrapper, or those of a map keyed by id, name or position. */
function map(value: Record<string, unknown>, key: string, add: Add, depth: number): void {
  if (depth > MAX_DEPTH) return add(UNREADABLE_ENTRY);
  const single = nameOf(value);
  if (single !== null) return add(single);
  const inner = Object.entries(value);
  const wrapper = inner.some(([name, item]) => namesGroups(name) && typeof item === "object" && item !== null);
  for (const [name, item] of inner) {
    if (wrapper) collect(item, name, add, depth + 1);
    else if (isUuid(name)) add(name);
    else if (Array.isArray(item)) entries(item, "groups", add, depth + 1);
    else if (isObject(item)) entry(item, add, depth + 1);
    else if (typeof item === "string" && (isUuid(item) || /^\d+$/.test(name))) add(item);
    else if (/^\d+$/.test(name) || MESSAGE_KEY.test(name) || NOT_REMOVED.test(name)) continue;
    else if (typeof item === "boolean" || item === null) add(name);
    else add(key === "" ? UNREADABLE_ENTRY : `${name}: ${typeof item === "string" ? item : JSON.stringify(item)}`);
  }
}

/** Fallback when no key names groups: adds lists and maps under any key that is not message text. */
function collectLoose(value: unknown, key: string, add: Add, depth: number): void {
  if (depth > MAX_DEPTH || MESSAGE_KEY.test(key) || OTHER_ID.test(key) || NOT_REMOVED.test(key)) return;
  if (isUuid(value)) return add(value);
  if (Array.isArray(value)) {
    if (key !== "" && !/^errors?$/i.test(key)) {
      for (const item of value) {
        if (typeof item === "string" || (isObject(item) && nameOf(item) !== null && !hasRemovalCode(item, 0))) entry(item, add, depth + 1);
        else collectLoose(item, "", add, depth + 1);
      }
    } else value.forEach((item) => collectLoose(item, "", add, depth + 1));
  } else if (isObject(value)) {
    // The id of the error itself is not a group.
    const own = hasRemovalCode(
      Object.values(value).filter((item) => typeof item === "string"),
      0,
    );
    for (const [inner, item] of Object.entries(value)) {
      if (own && /^(id|uuid)$/i.test(inner)) continue;
      if (isUuid(inner)) add(inner);
      else collectLoose(item, inner, add, depth + 1);
    }
  }
}

/** Last fallback: ids inside message text. A value that is only an id was already handled by its key. */
function collectFromText(value: unknown, add: Add, depth: number, read: (text: string) => string[], key = ""): void {
  if (depth > MAX_DEPTH || NOT_REMOVED.test(key)) return;
  if (typeof value === "string") {
    read(value).forEach(add);
  } else if (typeof value === "object" && value !== null) {
    for (const [inner, item] of Object.entries(value)) collectFromText(item, add, depth + 1, read, inner);
  }
}

function idsIn(text: string): string[] {
  const ids = [...text.matchAll(IDS)].map(([id]) => id);
  return ids[0]?.length === text.length ? [] : ids;
}

/** Splits "These groups would be removed: Sales, IT." A part that is not a group's name stays unresolved and blocks the removal. */
function listIn(text: string): string[] {
  const colon = text.lastIndexOf(":");
  if (colon < 0 || !GROUP_LIST.test(text.slice(0, colon))) return [];
  return text
    .slice(colon + 1)
    .replace(/[.!]\s*$/, "")
    .split(/[,;]/)
    .map((part) => part.trim().replace(/^["'“‘«[(]|["'”’»\])]$/g, ""));
}

/**
 * Resolves the groups that a refusal names against the known groups: an id in either case, a name or a path only if
 * exactly one group has it. Everything else is `unresolved`, as the service wrote it, and must be held.
 */
export function resolveNamed(
  named: readonly string[],
  groups: readonly { id: string; name: string; path: string }[],
): { ids: string[]; unresolved: string[] } {
  const byText = new Map<string, Set<string>>();
  const ids = new Map<string, string>();
  for (const group of groups) {
    ids.set(group.id.toLowerCase(), group.id);
    for (const text of [group.name, group.path]) {
      const key = normal(text);
      const bearers = byText.get(key) ?? new Set<string>();
      byText.set(key, bearers.add(group.id));
    }
  }
  const resolved = new Set<string>();
  const unresolved: string[] = [];
  for (const text of named) {
    const bearers = byText.get(normal(text));
    const id = ids.get(text.trim().toLowerCase()) ?? (bearers?.size === 1 ? [...bearers][0] : undefined);
    if (id === undefined) unresolved.push(text);
    else resolved.add(id);
  }
  return { ids: [...resolved], unresolved };
}

function normal(text: string): string {
  return text.normalize("NFC").trim();
}
