import { hash } from "node:crypto";
import { z } from "zod";
import { EXIT } from "../model/problem.ts";
import { ServiceProblem } from "./errors.ts";

/** The envelope of a paginated answer (interface: "Limits"). Extra fields are tolerated, missing ones too. */
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
  /** `null`: the page does not say. */
  totalRecords: number | null;
  /** The envelope's own word that pages follow it. */
  morePages: boolean;
  shape: "bare" | "envelope";
}

/** Reads one page in either shape; the issues name the field otherwise. */
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

/** What a caller wants of a list. */
export interface Range {
  from: number;
  /** `undefined`: as many as there are. */
  limit: number | undefined;
}

/** Reads `_start` and `_limit` of a caller. A page of nothing, or from before the first item, is a TypeError. */
export function pageRange(start: unknown, limit: unknown): Range {
  const from = start === undefined ? 0 : Number(start);
  const count = limit === undefined ? undefined : Number(limit);
  if (!Number.isInteger(from) || from < 0) throw new TypeError("_start must be a whole number from 0 on");
  if (count !== undefined && (!Number.isInteger(count) || count < 1)) throw new TypeError("_limit must be a whole number from 1 on");
  return { from, limit: count };
}

/** Cuts a page out of a list that came whole. */
export function cutPage<T>(page: Page<T>, { from, limit }: Range): Page<T> {
  const { length } = page.items;
  const end = limit === undefined ? length : Math.min(length, from + limit);
  return { ...page, items: page.items.slice(from, end), morePages: page.morePages || end < length };
}

/**
 * Reads a list whose one answer is all there is, from item `from` on.
 * @throws ServiceProblem `list_incomplete` where an envelope announces more
 */
export async function* readWhole<T>(
  fetch: () => Promise<Omit<Page<T>, "shape">>,
  endpoint: string,
  from: number,
): AsyncGenerator<readonly T[]> {
  const { items, totalRecords, morePages } = await fetch();
  if (morePages || (totalRecords !== null && totalRecords > items.length))
    throw incomplete(endpoint, `it announces more than the ${items.length} items that came, and service.dialect.paging is none`);
  if (items.length > from) yield items.slice(from);
}

/** A `_start` behind the end of any list. */
const FAR = 1_000_000_000;

/** The limit of a service that is not told one, or does not listen (interface: "Limits"). */
export const DEFAULT_LIMIT = 20;

/**
 * Reads a list to its end and yields its pages, in whichever shape each comes (interface: "Limits"). The next
 * `_start` is always the number of items received, because a service may cap `_limit` below what was asked.
 *
 * A bare list ends where a page brings nothing new, or at once with a page longer than asked, which is the whole
 * list. An envelope ends where its total is reached. Throws ServiceProblem `list_incomplete` (retryable) when the
 * end cannot be reached or the list became shorter meanwhile, since a part of a list must never pass for all (I5).
 * Items can come twice when the list grows while it is read; readers merge them by id. Rows without an id may be
 * equal and yet be several: where a page holds only such as have come before, a `_start` behind every end tells
 * whether the page repeats or the rows do.
 *
 * `fetchPage` counts from where reading begins, which is item `from` of the service's list.
 */
export async function* readList<T>(fetchPage: FetchPage<T>, limit: number, endpoint: string, from = 0): AsyncGenerator<readonly T[]> {
  const seen = new Set<string>();
  let received = 0;
  let total: number | null = null;
  let heedsStart: boolean | null = null;
  for (;;) {
    const page = await fetchPage(received, limit);
    const { items } = page;
    const first = received === 0;
    if (page.totalRecords !== null) {
      if (total !== null && page.totalRecords < total) throw incomplete(endpoint, "it became shorter while it was read");
      total = page.totalRecords;
    }
    const fresh = countNew(items, seen);
    if (fresh === 0 && items.length > 0 && !items.some(hasId)) heedsStart ??= (await fetchPage(FAR, limit)).items.length === 0;
    if (fresh === 0 && (items.length === 0 || heedsStart !== true)) {
      if (total !== null && from + received < total)
        throw incomplete(endpoint, `it announces ${total} items, and no more than ${from + received} can be read`);
      if (total === null && page.morePages) throw incomplete(endpoint, "it says that pages follow, and they bring nothing new");
      if (items.length > 0 && total === null) await mustBeWhole(fetchPage, items.length, limit, received, endpoint);
      return;
    }
    received += items.length;
    yield items;
    if (total === null) {
      // As long as the default, it may be the first page of a service that heeds neither `_start` nor `_limit`.
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

/** An item's id, else a digest of the whole item: groups need not have an id (interface: "Group"). */
function identity(item: unknown): string {
  if (hasId(item)) return item.id;
  return hash("sha256", JSON.stringify(item) ?? "");
}

/**
 * A page that repeats comes from a service that ignores `_start`. If it heeds `_limit` all the same, and the page is as
 * long as a limit could have made it, there may be more that no request can reach. If it ignores `_limit` too, the page
 * is the whole list, unless it is as long as the default: then it may be the first page only.
 */
async function mustBeWhole(fetchPage: FetchPage, length: number, limit: number, received: number, endpoint: string): Promise<void> {
  // Where reading got past the first page, `_start` is heeded and the repetition is only the list's end.
  if (received > length || (length !== limit && length !== DEFAULT_LIMIT) || length < 2) return;
  const shorter = await fetchPage(0, length - 1);
  if (shorter.items.length < length) throw incomplete(endpoint, `it repeats its first ${length} items whatever \`_start\` says`);
  if (length === DEFAULT_LIMIT)
    throw incomplete(
      endpoint,
      `it shows the same ${length} items whatever \`_start\` and \`_limit\` say, which may be its first page only`,
      `If it has no more than these ${length}, set service.dialect.paging to none. Otherwise ask the service's operators for pages.`,
    );
}

const SMALLER_PAGES = "Try again; if it stays so, set service.dialect.page_size to what the service allows and tell its operators.";

function incomplete(endpoint: string, why: string, next = SMALLER_PAGES): ServiceProblem {
  return new ServiceProblem(`${endpoint}: the list cannot be read to its end: ${why}. Nothing was concluded from it.`, {
    code: "list_incomplete",
    exit: EXIT.service,
    audience: "service",
    sent: "yes",
    retryable: true,
    next,
  });
}
