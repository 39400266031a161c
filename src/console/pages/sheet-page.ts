/** Pages that are sheets: a list or a subject, with its order and its pages. */
import type { FastifyInstance } from "fastify";
import { html, type HtmlValue } from "../../reporting/html/html.ts";
import { sheetHtml, wordsHtml, type Medium } from "../../reporting/sheet/html.ts";
import type { Sheet } from "../../reporting/sheet/sheet.ts";
import type { Sort } from "../../store/sort.ts";
import type { ActorsRequest } from "../access/route.ts";
import { actionForm } from "./form.ts";
import { addPageRoute, type DrawnPage, type PageRoute } from "./page-route.ts";
import { pages } from "./parts.ts";

/** The data of a page may have the order of its list, and the page of it that is shown. */
interface Listed {
  sort?: Sort<string>;
  page?: number;
  limit?: number;
  all?: number;
  more?: boolean;
}

interface SheetPage<Data> extends Omit<PageRoute<Data>, "draw"> {
  /** The title, and more beside it. */
  head(data: Data, request: ActorsRequest): Omit<DrawnPage, "content">;
  sheet(data: Data): Sheet;
  /** Above and below the sheet, such as forms. */
  before?(data: Data, request: ActorsRequest): HtmlValue;
  after?(data: Data, request: ActorsRequest): HtmlValue;
}

/** Adds a page whose content is the sheet of its data, and its JSON route. */
export function addSheetPage<Data extends object>(app: FastifyInstance, { head, sheet, before, after, ...route }: SheetPage<Data>): void {
  addPageRoute<Data>(app, {
    ...route,
    draw: (data, request) => {
      const { sort, page, limit, all, more }: Listed = data;
      const at =
        page === undefined || limit === undefined
          ? null
          : { page, limit, ...(all !== undefined && { all }), ...(more !== undefined && { more }) };
      const medium = sort === undefined ? mediumOf(request) : { ...mediumOf(request), sorting: { ...sort, url: request.url } };
      return {
        ...head(data, request),
        content: html`${before?.(data, request)} ${sheetHtml(sheet(data), medium)} ${at !== null && pages(request, at)}
        ${after?.(data, request)}`,
      };
    },
  });
}

/** A page of the console, where readers may act. */
export function mediumOf(request: ActorsRequest): Medium {
  return {
    links: true,
    action: ({ url, given, button, label, fold }) =>
      actionForm(request, url, {
        given,
        button: html`<button class="quiet" ${label !== undefined && fold === undefined && html` aria-label="${label}"`}>
          <span>${wordsHtml(button, { links: false })}</span>
        </button>`,
        kind: "",
        ...(fold !== undefined && { fold }),
        ...(label !== undefined && { foldLabel: label }),
      }),
  };
}
