/** Draws the order of a list that the address sorts: `?sort=name&direction=desc`. */
import { t } from "../locales/t.ts";
import { html, type Html } from "./html.ts";
import type { Direction } from "../../store/sort.ts";
import { icon } from "./icon.ts";

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
