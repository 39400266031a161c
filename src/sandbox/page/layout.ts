import { htmlDocument } from "../../reporting/html/document.ts";
import type { Html, HtmlValue } from "../../reporting/html/html.ts";
import { html } from "../../reporting/html/html.ts";
import { style } from "./style.ts";

const PAGES = [
  ["/", "Users"],
  ["/groups", "Groups"],
  ["/requests", "Requests"],
  ["/openapi.yaml", "Interface"],
] as const;

/** Renders a whole page. `here` is the active entry of the navigation. */
export function layout(title: string, here: (typeof PAGES)[number][0], content: HtmlValue): Html {
  const links = PAGES.map(([path, name]) => html`<li><a href="${path}" ${path === here && html` aria-current="page"`}>${name}</a></li>`);
  return htmlDocument({
    title: `${title} – learning service sandbox`,
    head: html`<style>
      ${style}
    </style>`,
    body: html` <header>
        <p>Learning service sandbox</p>
        <nav aria-label="Pages">
          <ul>
            ${links}
          </ul>
        </nav>
      </header>
      <main>
        <h1>${data(title)}</h1>
        ${content}
      </main>`,
  });
}

/** Renders data as text that cannot change the reading direction around it. */
export function data(value: unknown): Html {
  return html`<bdi>${typeof value === "string" ? value : JSON.stringify(value)}</bdi>`;
}

/** Renders a table; every row has a cell for each heading. */
export function table(headings: readonly string[], rows: readonly (readonly HtmlValue[])[], name?: string): Html {
  if (rows.length === 0) return html`<p class="soft">None.</p>`;
  return html`<div class="wide"><table${name !== undefined && html` class="${name}"`}>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map(
    (cells) =>
      html`<tr>
        ${cells.map((cell) => html`<td>${cell}</td>`)}
      </tr> `,
  )}</tbody>
</table></div>`;
}

const PER_PAGE = 50;

export interface Shown<T> {
  items: readonly T[];
  /** Counted from 1. */
  page: number;
  pages: number;
  total: number;
}

/** Returns the requested page of a list, or the nearest existing one. */
export function shown<T>(all: readonly T[], page: number): Shown<T> {
  const pages = Math.max(1, Math.ceil(all.length / PER_PAGE));
  const at = Math.min(Math.max(1, page), pages);
  return { items: all.slice((at - 1) * PER_PAGE, at * PER_PAGE), page: at, pages, total: all.length };
}

/** Renders links to the previous and next page; nothing for a single page. */
export function pager({ page, pages }: Shown<unknown>, path: string, search = ""): Html | false {
  if (pages === 1) return false;
  const link = (to: number, name: string): Html => {
    const query = new URLSearchParams({ ...(search === "" ? {} : { q: search }), page: String(to) });
    return html`<li><a href="${path}?${query.toString()}">${name}</a></li>`;
  };
  return html`<nav aria-label="Pages of this list">
    <ul>
      ${page > 1 && link(page - 1, "Previous")}
      <li>Page ${page} of ${pages}</li>
      ${page < pages && link(page + 1, "Next")}
    </ul>
  </nav>`;
}
