import type { IncomingHttpHeaders } from "node:http";
import LinkHeader from "http-link-header";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { HttpSettings } from "../../domain/http/source-settings.ts";
import { unusable } from "../unusable.ts";
import { bodyText, withDates } from "./body.ts";
import { textOf, valueAt } from "./pointer.ts";
import { shown } from "./shown.ts";

/** A request for a page. */
export interface PageRequest {
  url: URL;
  body: { type: string; text: string } | null;
}

/** The parts of an answer beside its rows. */
interface PageAnswer {
  url: URL;
  headers: IncomingHttpHeaders;
  rest: unknown;
  rows: number;
}

/** Decides which request comes next, and when the end was stated. */
export interface Pager {
  first(): PageRequest;
  /** Returns the next request; `null` if the answer states the end. */
  next(answer: PageAnswer): PageRequest | null;
  /** Returns the stated number of rows; `null` if there is none. */
  total(): number | null;
}

/** Places where answers usually name a next page, and the number of all rows. */
const KNOWN_NEXT = [
  "/next",
  "/links/next",
  "/_links/next",
  "/_meta/links/next",
  "/d/__next",
  "/@odata.nextLink",
  "/meta/next",
  "/paging/next",
];
const KNOWN_TOTAL = [
  "/total",
  "/total_count",
  "/totalCount",
  "/totalResults",
  "/meta/total",
  "/meta/totalItems",
  "/metadata/total_elements",
];

/** @throws FileProblem from `next` for an answer that contradicts earlier ones, or says neither an end nor a next page */
export function createPager(settings: HttpSettings, today: string): Pager {
  const { pages } = settings;
  let total: number | null = null;
  let received = 0;
  let number = pages?.paging.kind === "page" ? pages.paging.first : 0;

  /** Returns the request with more fields: in the body of a POST, otherwise in the query. */
  function request(fields: readonly (readonly [string, string])[]): PageRequest {
    const inBody = settings.body !== null;
    const query = [...settings.query.map(([name, value]) => [name, withDates(value, today)] as const), ...(inBody ? [] : fields)];
    const url = new URL(settings.url);
    const added = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
    // A query written in the address is sent as it is: signed addresses depend on it.
    if (added !== "") url.search = url.search === "" ? added : `${url.search}&${added}`;
    if (settings.body === null) return { url, body: null };
    if (settings.body.kind === "form")
      return { url, body: bodyText({ kind: "form", fields: [...settings.body.fields, ...fields] }, today) };
    const value: unknown =
      fields.length === 0 ? settings.body.value : { ...(settings.body.value as object), ...Object.fromEntries(fields) };
    return { url, body: bodyText({ kind: "json", value }, today) };
  }

  function positioned(): PageRequest {
    const paging = pages?.paging;
    if (paging?.kind === "offset")
      return request([
        [paging.send, String(received)],
        [paging.size, String(paging.of)],
      ]);
    if (paging?.kind === "page") {
      const size = paging.size === null ? [] : [[paging.size, String(paging.of)] as const];
      return request([[paging.send, String(number)], ...size]);
    }
    return request([]);
  }

  function checkTotal(answer: PageAnswer, at: string): void {
    const found = textOf(valueAt(answer.rest, at)) ?? "";
    if (!/^\d{1,12}$/.test(found)) throw notStated(answer.url, fact("http.no_total", { at }), "pages.total");
    if (total !== null && total !== Number(found)) {
      const what = fact("http.total_changed", { first: total, later: Number(found) });
      throw unusable("total_changed", shown(answer.url), what, fact("http.start_when_unchanged", {}));
    }
    total = Number(found);
  }

  /** Returns whether there are more pages, if the job says where that is stated. */
  function moreOf(answer: PageAnswer): boolean | null {
    if (pages === null || pages.more === null) return null;
    const found = textOf(valueAt(answer.rest, pages.more));
    if (found !== "true" && found !== "false") throw notStated(answer.url, fact("http.no_more_flag", { at: pages.more }), "pages.more");
    return found === "true";
  }

  function linked(answer: PageAnswer, more: boolean | null): PageRequest | null {
    const paging = pages?.paging;
    const at = paging?.kind === "next" ? paging.at : paging?.kind === "cursor" ? paging.from : null;
    const found = at === null ? linkOf(answer.headers) : textOf(valueAt(answer.rest, at));
    if (more === false) return null;
    if (found === undefined || found === "") {
      if (more === true) throw notStated(answer.url, fact("http.no_next_page", { at: at ?? "link" }), "pages");
      return null;
    }
    if (paging?.kind === "cursor") return request([[paging.send, found]]);
    const url = URL.parse(found, answer.url.href);
    if (url === null || url.origin !== answer.url.origin) {
      const what = fact("http.next_page_elsewhere", { host: url?.host ?? "none" });
      throw unusable("next_elsewhere", shown(answer.url), what, fact("http.check_host_of_links", {}));
    }
    return { url, body: settings.body === null ? null : request([]).body };
  }

  return {
    first: positioned,
    total: () => total,
    next(answer) {
      received += answer.rows;
      if (pages === null) {
        refuseUnread(answer);
        return null;
      }
      // A page without a body has nothing to state.
      if (pages.total !== null && !(answer.rest === null && answer.rows === 0)) checkTotal(answer, pages.total);
      const more = moreOf(answer);
      if (pages.paging.kind === "next" || pages.paging.kind === "cursor") return linked(answer, more);
      // A page that is shorter than asked for is no end: systems lower the size on their own.
      if (answer.rows === 0 || more === false || (total !== null && received >= total)) return null;
      number += 1;
      return positioned();
    },
  };
}

/** Refuses an answer of many, if the job expects one. */
function refuseUnread({ url, headers, rest, rows }: PageAnswer): void {
  const next = linkOf(headers) ?? KNOWN_NEXT.map((at) => textOf(valueAt(rest, at))).find((found) => (found ?? "") !== "");
  const total = KNOWN_TOTAL.map((at) => Number(textOf(valueAt(rest, at)) ?? Number.NaN)).find((found) => found > rows);
  if (next === undefined && total === undefined) return;
  const what = total === undefined ? fact("http.next_page_unread", {}) : fact("http.rows_unread", { rows, total });
  throw unusable("pages_missing", shown(url), what, fact("http.add_pages", {}));
}

function linkOf(headers: IncomingHttpHeaders): string | undefined {
  const text = [headers["link"] ?? []].flat().join(", ");
  if (text === "") return undefined;
  try {
    return LinkHeader.parse(text).rel("next")[0]?.uri;
  } catch {
    return undefined;
  }
}

function notStated(url: URL, what: Fact, setting: string): Error {
  return unusable("end_not_stated", shown(url), what, fact("http.check_setting", { setting }));
}
