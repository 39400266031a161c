/** Tables, whose rows become cards on a phone. */
import { html, type Html, type HtmlValue } from "./html.ts";
import { isEmpty } from "./parts.ts";
import { ariaSort, sortBar, sortLink, type Sorting } from "./sorting.ts";

interface Head {
  head: string;
  /** Names the row for a screen reader. */
  rowHeader?: boolean;
  numeric?: boolean;
  /** Contains sentences. */
  wide?: boolean;
  /** The name of the column in the address, if the table can be sorted by it. */
  sort?: string;
}

interface TableColumn<Row> extends Head {
  cell: (row: Row) => HtmlValue;
}

/** Draws a table in a card. */
export function table<Row>(
  caption: string,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  sorting: Sorting | null = null,
  after?: HtmlValue,
): Html {
  return tableOf(
    caption,
    columns,
    rows.map((row) => columns.map((column) => column.cell(row))),
    sorting,
    after,
  );
}

/** Draws a table of its cells, without columns that are empty in every row. On a phone each cell names its column. */
export function tableOf(
  caption: string,
  columns: readonly Head[],
  cells: readonly (readonly HtmlValue[])[],
  sorting: Sorting | null = null,
  after?: HtmlValue,
): Html {
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

function headCell({ head: name, numeric, sort }: Head, sorting: Sorting | null): Html {
  const kind = numeric === true && html` class="num"`;
  if (sorting === null || sort === undefined) return html`<th role="columnheader" scope="col" ${kind}>${name}</th>`;
  const order = ariaSort(sort, sorting);
  return html`<th role="columnheader" scope="col" ${kind} ${order !== null && html` aria-sort="${order}"`}>
    ${sortLink(name, sort, sorting)}<span class="bare">${name}</span>
  </th>`;
}

function tableCell({ head, rowHeader, numeric, wide }: Head, value: HtmlValue): Html {
  if (rowHeader === true) return html`<th role="rowheader" scope="row">${value}</th>`;
  const kind = numeric === true ? html` class="num"` : wide === true && html` class="wide"`;
  return html`<td role="cell" data-label="${head}" ${kind}><div>${value}</div></td>`;
}
