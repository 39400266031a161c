import type { JsonText } from "./area.ts";
import { violation } from "./faults/rules.ts";

export interface ListSettings {
  shape: "bare" | "envelope";
  /** Starts every page at the first item. */
  ignoreStart: boolean;
  /** Returns everything from `_start`, ignoring `_limit`. */
  ignoreLimit: boolean;
  /** Caps `_limit` silently; `null` for none. */
  maxLimit: number | null;
  /** How `_start` and `_limit` are treated; see the settings. */
  paging: "offset" | "refused" | "ignored";
}

/** The default page size. */
const DEFAULT_LIMIT = 20;

type PageQuery = Readonly<{ _start?: number; _limit?: number }>;

/** Returns the effective paging of a query. */
function asHeeded(query: PageQuery, paging: ListSettings["paging"], length: number): PageQuery {
  if (paging === "offset") return query;
  if (paging === "ignored") return { _limit: DEFAULT_LIMIT };
  const given = Object.keys(query).find((name) => name === "_start" || name === "_limit");
  if (given !== undefined) throw violation(`${given} is not a parameter of this list`);
  return { _limit: Math.max(1, length) };
}

/** Returns one page of a list as JSON (interface: "Limits"), in either shape. */
export function pageOf(items: readonly unknown[] | JsonText, query: PageQuery, settings: ListSettings): string {
  const all = "texts" in items ? items.texts : items;
  const { _start = 0, _limit = DEFAULT_LIMIT } = asHeeded(query, settings.paging, all.length);
  const start = settings.ignoreStart ? 0 : _start;
  const limit = settings.ignoreLimit ? Math.max(1, all.length) : Math.min(_limit, settings.maxLimit ?? _limit);
  const shown = all.slice(start, start + limit);
  const page = `[${("texts" in items ? shown : shown.map((item) => JSON.stringify(item))).join(",")}]`;
  if (settings.shape === "bare") return page;
  const pagination = {
    totalRecords: all.length,
    perPage: limit,
    totalPages: Math.ceil(all.length / limit),
    start,
    currentPage: Math.floor(start / limit) + 1,
  };
  return `{"response":${page},"pagination":${JSON.stringify(pagination)}}`;
}
