/** Lists that the address sorts: `?sort=name&direction=desc`. */
import type { FastifyRequest } from "fastify";
import { html, type Html } from "../../reporting/html/html.ts";
import { compareTexts } from "../../reporting/locales/formats.ts";
import { t } from "../../reporting/locales/t.ts";
import { DIRECTIONS, type Direction, type Sort } from "../../store/sort.ts";
import { icon } from "../../reporting/html/icon.ts";
import { choice } from "./query.ts";

/** How a list is sorted, and where its links lead. */
export interface Sorting {
  by: string;
  direction: Direction;
  /** The address of the list with its filters. */
  url: string;
  /** Before the names of the parameters, if a page has several lists. */
  prefix?: string;
  /** The id of the form that sends the search again, for results whose search text must not be in the address. */
  form?: string;
}

/**
 * Reads the sort parameters of an address.
 * @param fallback the order without parameters
 * @throws Refusal for a name that is not in the list
 */
export function sortOf<Name extends string>(
  request: Pick<FastifyRequest, "query">,
  names: readonly Name[],
  fallback: Sort<NoInfer<Name>>,
  prefix = "",
): Sort<Name> {
  const by = choice(request, `${prefix}sort`, names) ?? fallback.by;
  const direction = choice(request, `${prefix}direction`, DIRECTIONS);
  return { by, direction: direction ?? (by === fallback.by ? fallback.direction : "asc") };
}

/** Returns rows in the order of their values, for lists that are not in the database. */
export function sortRows<Row>(rows: readonly Row[], valueOf: (row: Row) => string | number | null, direction: Direction): Row[] {
  const compare = (one: Row, other: Row): number => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return typeof a === "number" && typeof b === "number" ? a - b : compareTexts(String(a), String(b));
  };
  const sorted = rows.toSorted(compare);
  return direction === "asc" ? sorted : sorted.toReversed();
}

/** Draws the head of a sorted column: a link, or a button where the search is sent again. */
export function sortLink(name: string, by: string, sorting: Sorting, kind = "sort"): Html {
  const current = sorting.by === by;
  const direction = current && sorting.direction === "asc" ? "desc" : "asc";
  const arrow = current && icon("down", sorting.direction === "asc" ? "up" : "");
  const address = sortAddress(sorting, by, direction);
  if (sorting.form !== undefined)
    return html`<button class="${kind}" form="${sorting.form}" formaction="${address}">${name}${arrow}</button>`;
  return html`<a class="${kind}" href="${address}" ${current && html` aria-current="true"`}>${name}${arrow}</a>`;
}

/** Draws the sort links of a list that has no head, such as a table on a phone. */
export function sortBar(columns: readonly (readonly [by: string, name: string])[], sorting: Sorting, kind = "sorts"): Html {
  return html`<nav class="chips ${kind}" aria-label="${t("runs.sort")}">
    ${columns.map(([by, name]) => sortLink(name, by, sorting, "chip"))}
  </nav>`;
}

/** Keeps the order of a list in its filter form. */
export function sortFields<Name extends string>({ by, direction }: Sort<Name>, fallback: Sort<Name>): Html | null {
  if (by === fallback.by && direction === fallback.direction) return null;
  return html`<input type="hidden" name="sort" value="${by}" /><input type="hidden" name="direction" value="${direction}" />`;
}

/** The value of `aria-sort` for a column. */
export function ariaSort(by: string, sorting: Sorting): string | null {
  if (sorting.by !== by) return null;
  return sorting.direction === "asc" ? "ascending" : "descending";
}

/** Keeps filters; another order begins at the first page. */
function sortAddress({ url, prefix = "" }: Sorting, by: string, direction: Direction): string {
  const address = new URL(url, "http://localhost");
  address.searchParams.delete("page");
  address.searchParams.set(`${prefix}sort`, by);
  address.searchParams.set(`${prefix}direction`, direction);
  return `${address.pathname}${address.search}`;
}
