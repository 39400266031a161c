/** The elements that reports and console pages share. */
import { factText } from "../fact-text.ts";
import type { Fact } from "../../domain/facts/fact.ts";
import { commandInState } from "../../domain/names.ts";
import { data, html, type Html, type HtmlValue } from "./html.ts";
import { fileName, moment, shownValue } from "../labels.ts";
import { currentReader } from "../locales/reader.ts";
import { t, tHtml } from "../locales/t.ts";

/** Lists longer than this start folded. */
const foldedFrom = 25;

export interface Column<Row> {
  head: string;
  cell: (row: Row) => HtmlValue;
  /** Names the row for a screen reader. */
  rowHeader?: boolean;
  numeric?: boolean;
  /** Contains sentences. */
  wide?: boolean;
}

/** Draws a table that scrolls in its own box, without columns that are empty in every row. */
export function table<Row>(caption: string, columns: readonly Column<Row>[], rows: readonly Row[]): Html {
  const cells = rows.map((row) => columns.map((column) => column.cell(row)));
  const filled = columns.map((_, i) => cells.some((row) => !isEmpty(row[i])));
  const kept = <T>(items: readonly T[]): { item: T; column: Column<Row> }[] =>
    items.flatMap((item, i) => (filled[i] && columns[i] ? [{ item, column: columns[i] }] : []));
  const heads = kept(columns).map(({ item }) => html`<th scope="col" ${item.numeric ? html` class="n"` : ""}>${item.head}</th>`);
  const body = cells.map(
    (row) =>
      html`<tr>
        ${kept(row).map(({ item, column }) => cell(item, column))}
      </tr> `,
  );
  return html`<div class="scroll" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        <bdi>${caption}</bdi>
      </caption>
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div> `;
}

function cell<Row>(value: HtmlValue, { rowHeader, numeric, wide }: Column<Row>): Html {
  if (rowHeader) return html`<th scope="row">${value}</th>`;
  const kind = numeric ? "n" : wide ? "w" : null;
  return html`<td${kind !== null && html` class="${kind}"`}>${value}</td>`;
}

/** Returns whether a value draws nothing. */
export function isEmpty(value: HtmlValue): boolean {
  return value === null || value === undefined || value === false || value === "" || (Array.isArray(value) && value.every(isEmpty));
}

/** Folds a long list behind its summary. */
export function folded(summary: string, rows: number, body: Html): Html {
  return rows <= foldedFrom
    ? body
    : html`<details>
        <summary><bdi>${summary}</bdi></summary>
        ${body}
      </details>`;
}

/** Says that a list is shortened; `null` when it is complete. */
export function cutNote(shown: number, all: number): Html | null {
  return shown >= all ? null : html`<p class="note">${t("report.list_shows_first", { shown, all })}</p>`;
}

/** Draws a sentence that may contain data, and commands in backticks. */
export function prose(text: string | null): Html | null {
  if (text === null || text === "") return null;
  const parts = text.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? command(part) : part));
  return html`<bdi>${parts}</bdi>`;
}

/** Draws a fact in the language of the reader. */
export function factProse(fact: Fact | null): Html | null {
  return fact === null ? null : prose(factText(fact));
}

export function command(text: string): Html {
  return html`<code>${commandInState(text, currentReader().state ?? null)}</code>`;
}

/** Draws a person by name, with the employee key below. */
export function person(name: string, key: string): Html {
  return name === "" || name === key ? html`${data(key)}` : html`${data(name)}<small>${data(key)}</small>`;
}

/** Draws a row number, with its file when the people come from several. */
export function place({ row, file }: { row: number | null; file?: string }): HtmlValue {
  return file === undefined || row === null ? row : html`${row}<small>${data(fileName(file))}</small>`;
}

/** Draws several values in one cell, one per line. */
export function lines(values: readonly HtmlValue[]): HtmlValue {
  return values.length < 2
    ? values
    : html`<ul>
        ${values.map((value) => html`<li>${value}</li>`)}
      </ul>`;
}

/** Draws a group path that may break after a slash. */
export function groupPath(path: string): Html {
  return html`<bdi>${path.split("/").map((step, i) => html`${i > 0 && html`/<wbr />`}${step}`)}</bdi>`;
}

/** Draws a value in quotes; `null` as the given text. */
export function quotedHtml(value: string | null, missing = ""): Html {
  if (value === null) return html`<i>${missing}</i>`;
  return value.trim() === "" ? html`<i>${t("setup.blank")}</i>` : tHtml("report.value", { value: data(shownValue(value)) });
}

export function time(iso: string): Html {
  return html`<time datetime="${iso}">${moment(iso)}</time>`;
}
