import type { Page } from "./pagination.ts";

/** A list of the service. It is fetched when it is read, and again each time it is read. */
export interface Listing<T> extends AsyncIterable<T> {
  /** Yields all pages; see pagination.ts. */
  pages(): AsyncGenerator<readonly T[]>;
  /** Returns all items. An item can appear twice when the list changes meanwhile. */
  all(): Promise<T[]>;
  /** Returns the single page that `_start` and `_limit` of the query select. */
  page(): Promise<Omit<Page, "items"> & { items: readonly T[] }>;
}

export function listing<T>(pages: () => AsyncGenerator<readonly T[]>, page: Listing<T>["page"]): Listing<T> {
  return {
    pages,
    page,
    async all() {
      const items: T[] = [];
      for await (const some of pages()) for (const item of some) items.push(item);
      return items;
    },
    async *[Symbol.asyncIterator]() {
      for await (const some of pages()) yield* some;
    },
  };
}
