import { PROVIDER_LIMIT } from "./contract/content-providers.ts";
import type { ServiceSettings } from "../domain/settings.ts";

/** `count` items from `offset`; on the wire `<offset>-<count>` (interface: "Limits"). */
export interface PageRange {
  offset: number;
  count: number;
}

export type QueryValue = string | number | boolean | readonly string[] | PageRange | undefined;

/**
 * Returns query parameters as pairs for the wire, without undefined ones. Throws TypeError for `null`, an empty list,
 * and a list with `null` or `undefined`: no query can express "none of them".
 */
export function encodeQuery(
  query: Readonly<Record<string, QueryValue | null>>,
  arrays: ServiceSettings["dialect"]["arrayQuery"],
): [string, string][] {
  return Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (value === null) throw new TypeError(`${name} is null`);
    if (typeof value !== "object") return [[name, String(value)]];
    if ("offset" in value) return [[name, `${value.offset}-${value.count}`]];
    if (!Array.isArray(value)) throw new TypeError(`${name} is an object; pass call options after the query`);
    if (value.length === 0) throw new TypeError(`${name} is an empty list`);
    if (value.some((item) => item == null)) throw new TypeError(`${name} has an item that is undefined or null`);
    if (arrays === "comma") return [[name, value.join(",")]];
    return value.map((item) => [arrays === "brackets" ? `${name}[]` : name, item]);
  });
}

/**
 * Fills in the parameter of a path. Throws TypeError for a blank value or only dots: the path would address something
 * else, such as all groups.
 */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name] ?? "";
    if (/^\s*\.{0,2}\s*$/.test(value)) throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** Throws TypeError for a content provider's `_limit` that is neither a count of at least 1 nor a range. */
export function refuseLimit(limit: QueryValue): void {
  if (limit === undefined) return;
  const text = typeof limit === "object" && limit !== null && "offset" in limit ? `${limit.offset}-${limit.count}` : String(limit);
  if (!PROVIDER_LIMIT.test(text))
    throw new TypeError("_limit must be a count of at least 1, or <offset>-<count> with a count of at least 1");
}
