import type { JsonText } from "./area.ts";

export interface ListSettings {
  shape: "bare" | "envelope";
  /** Answers every page from the first item on. */
  ignoreStart: boolean;
  /** Answers everything from `_start` on, whatever `_limit` says. */
  ignoreLimit: boolean;
  /** Caps `_limit` silently; `null` for none. */
  maxLimit: number | null;
}

/** One page of a list as JSON (interface: "Limits"), in either shape. */
export function pageOf(
  items: readonly unknown[] | JsonText,
  { _start = 0, _limit = 20 }: Readonly<{ _start?: number; _limit?: number }>,
  settings: ListSettings,
): string {
  const all = "texts" in items ? items.texts : items;
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
