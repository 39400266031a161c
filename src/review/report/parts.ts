/** The few shapes that every section of the report is made of. */
import { data, html, type Html, type HtmlValue } from "../../model/html.ts";
import { fileName, moment, number } from "../words.ts";

/** Lists longer than this start folded. */
const foldedFrom = 25;

export interface Column<Row> {
  head: string;
  cell: (row: Row) => HtmlValue;
  /** Names the row for a screen reader. */
  rowHeader?: boolean;
  numeric?: boolean;
  /** Holds sentences. */
  wide?: boolean;
}

/** A table that scrolls in its own box; columns that are empty for every row are left out. */
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

function isEmpty(value: HtmlValue): boolean {
  return value === null || value === undefined || value === false || value === "" || (Array.isArray(value) && value.every(isEmpty));
}

/** Folds what is long; its summary then stands where it would. */
export function folded(summary: string, rows: number, body: Html): Html {
  return rows <= foldedFrom
    ? body
    : html`<details>
        <summary><bdi>${summary}</bdi></summary>
        ${body}
      </details>`;
}

/** Says that a list is cut; nothing when it is whole. */
export function cutNote(shown: number, all: number, what: string): Html | null {
  return shown >= all ? null : html`<p class="note">Shown are the first ${number(shown)} of ${number(all)} ${what}.</p>`;
}

/** A sentence that may hold data and commands in backticks. */
export function prose(text: string | null): Html | null {
  if (text === null || text === "") return null;
  const parts = text.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? command(part) : part));
  return html`<bdi>${parts}</bdi>`;
}

/** A command as a person would type it. */
export function command(text: string): Html {
  return html`<code>${text}</code>`;
}

/** A person by name, with the HR key below. */
export function person(name: string, key: string): Html {
  return name === "" || name === key ? html`${data(key)}` : html`${data(name)}<small>${data(key)}</small>`;
}

/** The row of a file, with the file's name where there are several. */
export function place({ row, file }: { row: number | null; file?: string }): HtmlValue {
  return file === undefined || row === null ? row : html`${row}<small>${data(fileName(file))}</small>`;
}

/** Several values in one cell, a line each. */
export function lines(values: readonly HtmlValue[]): HtmlValue {
  return values.length < 2
    ? values
    : html`<ul>
        ${values.map((value) => html`<li>${value}</li>`)}
      </ul>`;
}

/** A group by its path, which may break after a slash. */
export function groupPath(path: string): Html {
  return html`<bdi>${path.split("/").map((step, i) => html`${i > 0 && html`/<wbr />`}${step}`)}</bdi>`;
}

export function time(iso: string): Html {
  return html`<time datetime="${iso}">${moment(iso)}</time>`;
}
