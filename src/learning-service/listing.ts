import type { Page } from "./pagination.ts";

/** A list of the service. Nothing is asked before it is read; each reading asks anew. */
export interface Listing<T> extends AsyncIterable<T> {
  /** Page by page to the end; see pagination.ts. */
  pages(): AsyncGenerator<readonly T[]>;
  /** All items. The same item can stand in it twice when the list changes meanwhile. */
  all(): Promise<T[]>;
  /** One page and no more, as `_start` and `_limit` of the query say. */
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
