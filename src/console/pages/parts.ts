/** Elements that the pages share. */
import { data, html, type Html, type HtmlValue } from "../../reporting/html/html.ts";
import { groupPath, isEmpty, lines, prose, type Column } from "../../reporting/html/parts.ts";
import type { Fact } from "../../domain/facts/fact.ts";
import { factText, factWithout } from "../../reporting/fact-text.ts";
import { fileName, shownValue } from "../../reporting/labels.ts";
import { t, tHtml } from "../../reporting/locales/t.ts";
import { icon, type IconName } from "../../reporting/html/icon.ts";
import { ariaSort, sortBar, sortLink, type Sorting } from "./sorting.ts";
import { personId } from "../../store/people/people-pages.ts";

export { command, groupPath, lines, prose, time } from "../../reporting/html/parts.ts";

/** Links to a person under an address that contains no name; the employee key follows the name. */
export function personLink({ job, key, name }: { job: string; key: string; name: string | null }): Html {
  const shown = name === null || name === "" ? key : name;
  return html`<a href="/people/${personId(job, key)}">${data(shown)}</a>${shown !== key && html` <span class="soft">${data(key)}</span>`}`;
}

/** A link to a run. */
export function runLink(id: string, words = id): Html {
  return html`<a href="/runs/${encodeURIComponent(id)}">${words}</a>`;
}

/** A link to a job. */
export function jobLink(name: string): Html {
  return html`<a href="/jobs/${encodeURIComponent(name)}">${data(name)}</a>`;
}

/** Draws terms with their values, without those that are empty. */
export function facts(entries: readonly (readonly [term: string, value: HtmlValue])[]): Html {
  const present = entries.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "");
  return html`<dl class="kv">
    ${present.map(
      ([term, value]) =>
        html`<dt>${term}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

export type Tone = "" | "info" | "good" | "warn" | "bad";

/** Draws a state in a few words. */
export function pill(words: HtmlValue, tone: Tone = "", symbol?: IconName): Html {
  return html`<span class="pill ${tone}">${symbol !== undefined && icon(symbol)}${words}</span>`;
}

/** Draws a message about the page's subject. */
export function banner(tone: Tone, symbol: IconName, content: HtmlValue): Html {
  return html`<div class="banner ${tone}" role="status">
    ${icon(symbol)}
    <div>${content}</div>
  </div>`;
}

/** Reports what was just done, also to screen readers. */
export function done(sentence: HtmlValue): Html {
  return banner("good", "check", html`<p>${sentence}</p>`);
}

/** Draws a list without entries, and the next step. */
export function emptyState(sentence: HtmlValue, next?: HtmlValue, drawn: "done" | "search" = "done"): Html {
  return html`<div class="card empty">
    ${icon(drawn)}
    <p class="lead">${sentence}</p>
    ${next !== undefined && html`<p class="row">${next}</p>`}
  </div>`;
}

/** Draws details that start closed. */
export function more(summary: HtmlValue, content: HtmlValue): Html {
  return html`<details class="more">
    <summary>${icon("right", "turn")}${summary}</summary>
    <div>${content}</div>
  </details>`;
}

interface TableColumn<Row> extends Column<Row> {
  /** The name of the column in the address, if the table can be sorted by it. */
  sort?: string;
}

/** Draws a table in a card. Its rows become cards on a phone, so each cell names its column. */
export function table<Row>(
  caption: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  sorting: Sorting | null = null,
  after?: HtmlValue,
): Html {
  const cells = rows.map((row) => columns.map((column) => column.cell(row)));
  const filled = columns.flatMap((column, i) => (cells.some((row) => !isEmpty(row[i])) ? [{ column, i }] : []));
  const head = filled.map(({ column }) => headCell(column, sorting));
  const sortable = filled.flatMap(({ column: { head: name, sort } }) => (sort === undefined ? [] : [[sort, name] as const]));
  // The chips come between the title and the table, so the title is no caption.
  const above =
    sorting !== null &&
    html`${caption !== "" && html`<p class="title" aria-hidden="true"><bdi>${caption}</bdi></p>`}${sortBar(sortable, sorting)}`;
  const body = cells.map(
    (row) =>
      html`<tr role="row">
        ${filled.map(({ column, i }) => tableCell(column, row[i]))}
      </tr> `,
  );
  return html`<div class="card flush">
    ${above}
    <table class="tbl" role="table" ${caption !== "" && above !== false && html` aria-label="${caption}"`}>
      ${
        caption !== "" &&
        above === false &&
        html`<caption>
          <bdi>${caption}</bdi>
        </caption>`
      }
      <thead role="rowgroup">
        <tr role="row">
          ${head}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${body}
      </tbody>
    </table>
    ${after}
  </div>`;
}

function headCell<Row>({ head: name, numeric, sort }: TableColumn<Row>, sorting: Sorting | null): Html {
  const kind = numeric === true && html` class="num"`;
  if (sorting === null || sort === undefined) return html`<th role="columnheader" scope="col" ${kind}>${name}</th>`;
  const order = ariaSort(sort, sorting);
  return html`<th role="columnheader" scope="col" ${kind} ${order !== null && html` aria-sort="${order}"`}>
    ${sortLink(name, sort, sorting)}<span class="bare">${name}</span>
  </th>`;
}

function tableCell<Row>({ head, rowHeader, numeric, wide }: Column<Row>, value: HtmlValue): Html {
  if (rowHeader === true) return html`<th role="rowheader" scope="row">${value}</th>`;
  const kind = numeric === true ? html` class="num"` : wide === true && html` class="wide"`;
  return html`<td role="cell" data-label="${head}" ${kind}><div>${value}</div></td>`;
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

/** A rule with its place in the mapping, and what it gives instead. */
export function rule({ rule: name, at, gives }: { rule: string; at: string; gives?: readonly string[] }): Html {
  const named = html`${data(name)} <code>${groupPath(at)}</code>`;
  if (gives === undefined || gives.length === 0) return named;
  return tHtml("review.rule_gives_groups", { rule: named, groups: gives.map((group, i) => html`${i > 0 && ", "}${groupPath(group)}`) });
}

/** Returns the rules that gave a group and those that could give it now; a rule that stayed is named once. */
export function ruleFacts(of: {
  formerly: readonly { rule: string; at: string }[];
  rules: readonly { rule: string; at: string; gives?: readonly string[] }[];
}): [term: string, value: HtmlValue][] {
  const placesOf = (rules: readonly { rule: string; at: string }[]): string =>
    JSON.stringify(rules.map(({ rule: name, at }) => [name, at]));
  if (of.rules.length > 0 && placesOf(of.formerly) === placesOf(of.rules))
    return [[t("review.rule_before_now"), lines(of.rules.map(rule))]];
  return [
    [t("report.rule_before"), of.formerly.length > 0 && lines(of.formerly.map(rule))],
    [t("workbook.rule_now"), of.rules.length === 0 ? t("review.no_rule_gives_group") : lines(of.rules.map(rule))],
  ];
}

/** Which row of which file. */
export function place({ row, file }: { row: number; file: string }): Html {
  return tHtml("shell.row_row_file", { row, file: data(fileName(file)) });
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
