/** Elements that the pages share. */
import { data, html, type Html, type HtmlValue } from "../../reporting/html/html.ts";
import { prose } from "../../reporting/html/parts.ts";
import type { Fact } from "../../domain/facts/fact.ts";
import { factText, factWithout } from "../../reporting/fact-text.ts";
import { shownValue } from "../../reporting/labels.ts";
import { t } from "../../reporting/locales/t.ts";
import { cellWords, ruleWords, type Facts } from "../../reporting/removals/evidence-facts.ts";
import { sheetHtml, wordsHtml } from "../../reporting/sheet/html.ts";
import * as links from "../../reporting/sheets/links.ts";

/** Pages link to each other. */
export const PAGE = { links: true } as const;

export { banner, done, emptyState, facts, more, pill, type Tone } from "../../reporting/html/elements.ts";
export { table } from "../../reporting/html/table.ts";
export { command, groupPath, lines, prose, time } from "../../reporting/html/parts.ts";

/** Links to a person under an address that contains no name; the employee key follows the name. */
export function personLink(person: Parameters<typeof links.personLink>[0]): HtmlValue {
  return wordsHtml(links.personLink(person), PAGE);
}

export function runLink(id: string, words = id): HtmlValue {
  return wordsHtml(links.runLink(id, words), PAGE);
}

export function jobLink(name: string): HtmlValue {
  return wordsHtml(links.jobLink(name), PAGE);
}

/** Draws the links to the pages before and after this one. `all` counts the entries, if known. */
export function pages(request: { url: string }, at: { page: number; limit: number; all?: number; more?: boolean }): Html | null {
  const { page, limit, all } = at;
  const last = all === undefined ? null : Math.max(1, Math.ceil(all / limit));
  const hasNext = at.more ?? (last !== null && page < last);
  if (page === 1 && !hasNext) return null;
  return html`<nav class="pager" aria-label="${t("shell.pages")}">
    <span>${last === null ? t("shell.page_page", { page }) : t("shell.page_page_last", { page, last })}</span>
    <span class="row"
      >${page > 1 && html`<a class="btn" rel="prev" href="${withParam(request.url, "page", String(page - 1))}">${t("shell.previous")}</a>`}
      ${hasNext && html`<a class="btn" rel="next" href="${withParam(request.url, "page", String(page + 1))}">${t("shell.next")}</a>`}</span
    >
  </nav>`;
}

/** Returns an address of ours with one parameter replaced. */
export function withParam(address: string, name: string, value: string): string {
  const url = new URL(address, "http://localhost");
  url.searchParams.set(name, value);
  return `${url.pathname}${url.search}`;
}

/** Draws a choice in a row of filters; its label is for screen readers. */
export function filterSelect(
  name: string,
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  chosen: string | null,
): Html {
  return html`<label class="sr" for="f-${name}">${label}</label>
    <select id="f-${name}" name="${name}">
      ${options.map(([value, words]) => html`<option value="${value}" ${value === (chosen ?? "") && html` selected`}>${words}</option>`)}
    </select>`;
}

/** Draws a labelled choice. */
export function select(
  name: string,
  label: string,
  options: readonly (readonly [value: string, words: string])[],
  chosen: string | null,
): Html {
  return html`<label
    >${label}
    <select name="${name}">
      ${options.map(([value, words]) => html`<option value="${value}" ${value === (chosen ?? "") && html` selected`}>${words}</option>`)}
    </select></label
  >`;
}

/** Draws a fact without the places of rules in the mapping: they are in the title, for administrators. */
export function withoutPlace(fact: Fact): Html | null {
  const [short, sentence] = [factWithout("place", fact), factText(fact)];
  return short === sentence ? prose(sentence) : html`<span title="${sentence}">${prose(short)}</span>`;
}

/** Draws a rule with its place in the mapping. */
export function rule(of: Parameters<typeof ruleWords>[0]): HtmlValue {
  return wordsHtml(ruleWords(of), PAGE);
}

/** Draws terms with words as their values. */
export function sheetFacts(all: Facts): Html {
  return sheetHtml([{ block: "facts", facts: all }], PAGE);
}

/** Draws a deciding cell before and now. */
export function change(cell: Parameters<typeof cellWords>[0]): HtmlValue {
  return wordsHtml(cellWords(cell), PAGE);
}

/** How long ago, in whole days. */
export function days(since: string, now: Date): string {
  const n = Math.floor((now.getTime() - Date.parse(since)) / 86_400_000);
  return n <= 0 ? t("labels.today") : t("labels.days", { n });
}

/** Returns a username as it may be shown. */
export function shownName(text: string | null): string | null {
  return text !== null && text.startsWith("hmac:") ? t("common.not_shown") : text;
}

/** Draws a value of a person. */
export function personValue(text: string): Html | null {
  return data(shownValue(text));
}
