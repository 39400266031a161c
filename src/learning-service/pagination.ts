import { hash } from "node:crypto";
import { z } from "zod";
import { fact, type Fact } from "../domain/facts/fact.ts";
import { EXIT } from "../domain/problem.ts";
import { ServiceProblem } from "./errors/errors.ts";

/** The envelope of a paginated answer (interface: "Limits"). Accepts extra and missing fields. */
const envelope = z.looseObject({
  response: z.array(z.unknown()),
  pagination: z
    .looseObject({
      totalRecords: z.int().nonnegative().nullish(),
      totalPages: z.int().nonnegative().nullish(),
      currentPage: z.int().nonnegative().nullish(),
    })
    .nullish(),
});

const bare = z.array(z.unknown());

export interface Page<T = unknown> {
  items: readonly T[];
  /** `null` when the page has none. */
  totalRecords: number | null;
  /** Whether the envelope announces further pages. */
  morePages: boolean;
  shape: "bare" | "envelope";
}

/** Reads one page in either shape, or returns the issues with the field's name. */
export function readPage(body: unknown): { page: Page } | { issues: readonly z.core.$ZodIssue[] } {
  if (Array.isArray(body)) return { page: { items: bare.parse(body), totalRecords: null, morePages: false, shape: "bare" } };
  const read = envelope.safeParse(body);
  if (!read.success) return { issues: read.error.issues };
  const { response, pagination } = read.data;
  return {
    page: {
      items: response,
      totalRecords: pagination?.totalRecords ?? null,
      morePages: (pagination?.currentPage ?? 0) < (pagination?.totalPages ?? 0),
      shape: "envelope",
    },
  };
}

/** Fetches the page at `_start` with `_limit`. */
export type FetchPage<T = unknown> = (start: number, limit: number) => Promise<Omit<Page<T>, "shape">>;

/** The part of a list that a caller asked for. */
export interface Range {
  from: number;
  /** `undefined`: no limit. */
  limit: number | undefined;
}

/** Reads a caller's `_start` and `_limit`. Throws TypeError for a negative start or a limit below 1. */
export function pageRange(start: unknown, limit: unknown): Range {
  const from = start === undefined ? 0 : Number(start);
  const count = limit === undefined ? undefined : Number(limit);
  if (!Number.isInteger(from) || from < 0) throw new TypeError("_start must be a whole number of at least 0");
  if (count !== undefined && (!Number.isInteger(count) || count < 1)) throw new TypeError("_limit must be a whole number of at least 1");
  return { from, limit: count };
}

/** Returns one page of a list that arrived as a whole. */
export function cutPage<T>(page: Page<T>, { from, limit }: Range): Page<T> {
  const { length } = page.items;
  const end = limit === undefined ? length : Math.min(length, from + limit);
  return { ...page, items: page.items.slice(from, end), morePages: page.morePages || end < length };
}

/**
 * Yields a list that arrives in a single answer, starting at item `from`.
 * @throws ServiceProblem `list_incomplete` when an envelope announces more items
 */
export async function* readWhole<T>(
  fetch: () => Promise<Omit<Page<T>, "shape">>,
  endpoint: string,
  from: number,
): AsyncGenerator<readonly T[]> {
  const { items, totalRecords, morePages } = await fetch();
  if (morePages || (totalRecords !== null && totalRecords > items.length))
    throw incomplete(endpoint, fact("list.announces_more", { items: items.length }));
  if (items.length > from) yield items.slice(from);
}

/** A `_start` beyond the end of any list. */
const BEYOND_END = 1_000_000_000;

/** The page size of a service that gets no `_limit`, or ignores it (interface: "Limits"). */
export const DEFAULT_LIMIT = 20;

/**
 * Yields the pages of a list to its end, in either shape (interface: "Limits"). The next `_start` is always the number
 * of items received, because a service may cap `_limit`.
 *
 * A bare list ends with a page that has no new items, or with a first page longer than the limit, which is the whole
 * list. An envelope ends at its total. Throws ServiceProblem `list_incomplete` (retryable) when the end cannot be
 * reached or the list became shorter meanwhile: a partial list must never count as complete (I5). Items can appear
 * twice when the list grows while it is read; readers merge them by id. Distinct rows without an id may be equal: when
 * a page has only rows seen before, a `_start` beyond the end shows whether the page repeats or the rows do.
 *
 * `fetchPage` counts from item `from` of the service's list.
 */
export async function* readList<T>(fetchPage: FetchPage<T>, limit: number, endpoint: string, from = 0): AsyncGenerator<readonly T[]> {
  const seen = new Set<string>();
  let received = 0;
  let total: number | null = null;
  let honorsStart: boolean | null = null;
  for (;;) {
    const page = await fetchPage(received, limit);
    const { items } = page;
    const first = received === 0;
    if (page.totalRecords !== null) {
      if (total !== null && page.totalRecords < total) throw incomplete(endpoint, fact("list.became_shorter", {}));
      total = page.totalRecords;
    }
    const fresh = countNew(items, seen);
    if (fresh === 0 && items.length > 0 && !items.some(hasId)) honorsStart ??= (await fetchPage(BEYOND_END, limit)).items.length === 0;
    if (fresh === 0 && (items.length === 0 || honorsStart !== true)) {
      if (total !== null && from + received < total)
        throw incomplete(endpoint, fact("list.announces_total", { announced: total, readable: from + received }));
      if (total === null && page.morePages) throw incomplete(endpoint, fact("list.announces_pages", {}));
      if (items.length > 0 && total === null) await mustBeWhole(fetchPage, items.length, limit, received, endpoint, honorsStart);
      return;
    }
    received += items.length;
    yield items;
    if (total === null) {
      // A page of the default length may be the first page of a service that ignores both `_start` and `_limit`.
      if (first && items.length > limit && items.length !== DEFAULT_LIMIT) return;
    } else if (from + received >= total && !page.morePages) return;
  }
}

function countNew(items: readonly unknown[], seen: Set<string>): number {
  const before = seen.size;
  for (const item of items) seen.add(identity(item));
  return seen.size - before;
}

function hasId(item: unknown): item is { id: string } {
  return typeof item === "object" && item !== null && "id" in item && typeof item.id === "string";
}

/** Returns an item's id, else a digest of the item: groups need not have an id (interface: "Group"). */
function identity(item: unknown): string {
  if (hasId(item)) return item.id;
  return hash("sha256", JSON.stringify(item) ?? "");
}

/**
 * Throws unless a repeated page is the end of the list. On the first page, the service ignores `_start`. If it honors
 * `_limit` and the page has the length of the limit or of the default, there may be more items that no request can reach.
 * If it ignores `_limit` too, the page is the whole list, unless it has the default length: then it may be only the first
 * page. If it honors `_limit`, a page of another length is the whole list only if it ignores `_start` each time. Past the first page,
 * `_start` has worked: the repetition is an error, unless the service repeats items beyond the end of a list.
 */
async function mustBeWhole(
  fetchPage: FetchPage,
  length: number,
  limit: number,
  received: number,
  endpoint: string,
  honorsStart: boolean | null,
): Promise<void> {
  if (received > length) {
    if (honorsStart ?? (await fetchPage(BEYOND_END, limit)).items.length === 0)
      throw incomplete(endpoint, fact("list.begins_again", { items: received }));
    return;
  }
  if (length < 2) return;
  const shorter = await fetchPage(0, length - 1);
  if (shorter.items.length < length) {
    if (length !== limit && length !== DEFAULT_LIMIT) return mustIgnoreStart(fetchPage, limit, endpoint);
    throw incomplete(endpoint, fact("list.ignores_start", { items: length }));
  }
  if (length === DEFAULT_LIMIT)
    throw incomplete(endpoint, fact("list.ignores_paging", { items: length }), fact("service.set_no_paging", { items: length }));
}

/** How often a service must ignore `_start` in a row, before a page shorter than the limit counts as the whole list. */
const REPETITIONS = 6;

/** Throws unless the service ignores `_start` each time: if it did so only now and caps `_limit`, there are more items. */
async function mustIgnoreStart(fetchPage: FetchPage, limit: number, endpoint: string): Promise<void> {
  for (let i = 0; i < REPETITIONS; i += 1)
    if ((await fetchPage(BEYOND_END, limit)).items.length === 0) throw incomplete(endpoint, fact("list.second_page_is_first", {}));
}

function incomplete(endpoint: string, why: Fact, next = fact("service.lower_page_size", {})): ServiceProblem {
  return new ServiceProblem(fact("service.list_incomplete", { endpoint, why }), {
    code: "list_incomplete",
    exit: EXIT.service,
    audience: "service",
    sent: "yes",
    retryable: true,
    next,
  });
}
