import type { Endpoint } from "./contract/endpoint.ts";
import type { CallInput } from "./methods.ts";

/**
 * Refuses, before anything is sent, a call that could act on everything because a list or a filter is missing, empty,
 * `undefined` or `null`. Throws TypeError.
 */
export function refuseUnbounded(entry: Endpoint, input: CallInput): void {
  const where = `${entry.method} ${entry.path}`;
  if (entry.method === "DELETE" && entry.pathParams === undefined) refuseFilters(where, input.query ?? {});
  if (entry.method === "POST" && entry.path.startsWith("/assignments/")) refuseTargets(where, input.body ?? {});
  if (input.body !== undefined) refuseGroups(`${where}: group_ids`, input.body["group_ids"]);
}

/** A deletion without an id in its path: every filter that is named must have values, and one must be named. */
function refuseFilters(where: string, query: Readonly<Record<string, unknown>>): void {
  const filters = Object.entries(query);
  if (filters.length === 0) throw new TypeError(`${where} needs a filter: without one it could delete everything`);
  for (const [name, value] of filters) refuseNothing(where, name, value);
}

/** An assignment: a list of ids that names nobody could be read as everybody. */
function refuseTargets(where: string, body: Readonly<Record<string, unknown>>): void {
  if (Object.keys(body).length === 0) throw new TypeError(`${where} needs a body: without one it could assign to everybody`);
  for (const [name, value] of Object.entries(body)) if (/_?ids?$/i.test(name)) refuseNothing(where, name, value);
}

/** The complete set of memberships: `null`, or an id that is none, is no set. Empty and left out are documented. */
export function refuseGroups(what: string, ids: unknown): void {
  if (ids === null) throw new TypeError(`${what} is null; leave it out, or give a list of ids`);
  if (Array.isArray(ids) && ids.length > 0 && nothing(ids) !== null) throw new TypeError(`${what} ${nothing(ids)}`);
}

function refuseNothing(where: string, name: string, value: unknown): void {
  const what = nothing(value);
  if (what !== null) throw new TypeError(`${where}: ${name} ${what}; a filter that names nothing could mean everything`);
}

function nothing(value: unknown): string | null {
  if (value === undefined || value === null) return `is ${String(value)}`;
  if (typeof value === "string") return value.trim() === "" ? "is an empty text" : null;
  if (!Array.isArray(value)) return null;
  if (value.length === 0) return "is an empty list";
  return value.some((item) => nothing(item) !== null) ? "has an item that is empty, undefined or null" : null;
}
