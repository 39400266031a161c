import type { ServiceSettings } from "../model/settings.ts";

/** A part of a list: `count` items from `offset`; on the wire `<offset>-<count>` (interface: "Limits"). */
export interface PageRange {
  offset: number;
  count: number;
}

export type QueryValue = string | number | boolean | readonly string[] | PageRange | undefined;

/**
 * Query parameters as pairs for the wire; what is undefined is left out. An empty list is a TypeError: no request can
 * say "none of them", and left out it would ask for everything, or delete it.
 */
export function encodeQuery(
  query: Readonly<Record<string, QueryValue>>,
  arrays: ServiceSettings["dialect"]["arrayQuery"],
): [string, string][] {
  return Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (typeof value !== "object") return [[name, String(value)]];
    if ("offset" in value) return [[name, `${value.offset}-${value.count}`]];
    if (value.length === 0) throw new TypeError(`${name} is an empty list`);
    if (arrays === "comma") return [[name, value.join(",")]];
    return value.map((item) => [arrays === "brackets" ? `${name}[]` : name, item]);
  });
}

/**
 * Fills the parameter of a path. An empty one, or one of dots, would lead to another address, such as from one
 * group to all groups: a TypeError.
 */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name] ?? "";
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
}
