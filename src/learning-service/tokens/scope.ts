import type { Endpoint } from "../contract/endpoint.ts";
import type { CallInput } from "../methods.ts";

/**
 * Throws TypeError, before anything is sent, for a call that could affect everything because a list or a filter is
 * missing, empty, `undefined` or `null`.
 */
export function refuseUnbounded(entry: Endpoint, input: CallInput): void {
  const where = `${entry.method} ${entry.path}`;
  if (entry.method === "DELETE" && entry.pathParams === undefined) refuseFilters(where, input.query ?? {});
  if (entry.method === "POST" && entry.path.startsWith("/assignments/")) refuseTargets(where, input.body ?? {});
  if (input.body !== undefined) refuseGroups(`${where}: group_ids`, input.body["group_ids"]);
}

/** Paging parameters; they do not filter. */
const PAGING = ["_start", "_limit"];

/** A deletion without an id in its path needs at least one filter, and every filter needs values. */
function refuseFilters(where: string, query: Readonly<Record<string, unknown>>): void {
  const filters = Object.entries(query).filter(([name]) => !PAGING.includes(name));
  if (filters.length === 0) throw new TypeError(`${where} needs a filter: without one it could delete everything`);
  for (const [name, value] of filters) refuseNothing(where, name, value);
}

/** An assignment's id lists must not be empty: the service could read an empty list as everyone. */
function refuseTargets(where: string, body: Readonly<Record<string, unknown>>): void {
  if (Object.keys(body).length === 0) throw new TypeError(`${where} needs a body: without one it could assign to everyone`);
  for (const [name, value] of Object.entries(body)) if (/_?ids?$/i.test(name)) refuseNothing(where, name, value);
}

/** Throws TypeError for a set of memberships that is `null` or contains an empty id. Empty and missing sets are documented. */
export function refuseGroups(what: string, ids: unknown): void {
  if (ids === null) throw new TypeError(`${what} is null; omit it, or pass a list of ids`);
  if (Array.isArray(ids) && ids.length > 0 && emptiness(ids) !== null) throw new TypeError(`${what} ${emptiness(ids)}`);
}

function refuseNothing(where: string, name: string, value: unknown): void {
  const what = emptiness(value);
  if (what !== null) throw new TypeError(`${where}: ${name} ${what}; an empty filter could match everything`);
}

function emptiness(value: unknown): string | null {
  if (value === undefined || value === null) return `is ${String(value)}`;
  if (typeof value === "string") return value.trim() === "" ? "is an empty string" : null;
  if (!Array.isArray(value)) return null;
  if (value.length === 0) return "is an empty list";
  return value.some((item) => emptiness(item) !== null) ? "has an item that is empty, undefined or null" : null;
}
