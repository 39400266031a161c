import type { FastifyRequest } from "fastify";
import { rowText } from "../../../domain/record.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { fileName, number } from "../../../reporting/labels.ts";
import { t } from "../../../reporting/locales/t.ts";
import type { RejectSort } from "../../../store/runs/run-pages.ts";
import type { Sort } from "../../../store/sort.ts";
import { emptyState, pages, prose, table } from "../parts.ts";
import type { Sorting } from "../sorting.ts";
import type { ShownReject, StoredRun } from "./run-data.ts";

/** Draws the first rejected rows of a run. */
export function rejects({ id, rejects: first, rejected: problems, rejected_rows: rejected }: StoredRun): Html | null {
  if (problems === 0) return null;
  return html`<h2 id="rejects">${t("overview.rejected_rows")}</h2>
    <p>${t("runs.people_keep_everything", { n: rejected })}</p>
    ${rejectTable(rejected, first)}
    ${problems > first.length && html`<p><a href="/runs/${id}/rejects">${t("runs.all_rejected_rows", { n: rejected })}</a></p>`}`;
}

function rejectTable(all: number, rows: readonly ShownReject[], sorting: Sorting | null = null): Html {
  return table<ShownReject>(
    t("runs.rejected_rows", { n: all }),
    [
      {
        head: t("workbook.row"),
        sort: "row",
        rowHeader: true,
        cell: ({ row, file }) => html`${row}${file !== undefined && html` <span class="soft">${data(fileName(file))}</span>`}`,
      },
      { head: t("workbook.key"), sort: "key", cell: ({ key }) => data(key) },
      { head: t("workbook.column"), sort: "column", cell: ({ column }) => data(column) },
      {
        head: t("operation.problem"),
        wide: true,
        cell: ({ fact, code }) => html`<span title="${code}">${prose(factText(fact))}</span>`,
      },
    ],
    rows,
    sorting,
  );
}

/** All rejected rows of a run, a page at a time. */
export function rejectedRowsView(
  given: { run: string; sort: Sort<RejectSort>; rejects: ShownReject[]; rows: number; page: number; limit: number; all: number },
  request: FastifyRequest,
): Html {
  return html`${given.rejects.length === 0 ? emptyState(t("runs.no_row_rejected"), html`<a class="btn" href="/runs/${given.run}">${t("labels.run")}</a>`) : rejectTable(given.rows, given.rejects, { ...given.sort, url: request.url })}${pages(request, given)}`;
}

/** Draws what a run noted about its rows. */
export function notes({ notes: all }: StoredRun): Html | null {
  if (all.length === 0) return null;
  return html`<h2>${t("runs.notes")}</h2>
    ${table<StoredRun["notes"][number]>(
      t("runs.notes_about_rows"),
      [
        {
          head: t("runs.note"),
          rowHeader: true,
          cell: ({ fact, code }) => html`<span title="${code}">${prose(factText(fact))}</span>`,
        },
        { head: t("workbook.column"), cell: ({ column }) => data(column) },
        { head: t("setup.rows_2"), numeric: true, cell: ({ rows }) => rows > 0 && number(rows) },
        {
          head: t("runs.example"),
          cell: ({ examples }) =>
            examples
              .map(({ row, file }) => (file === undefined ? rowText(row) : t("shell.row_row_file", { row, file: fileName(file) })))
              .join(", "),
        },
      ],
      all,
    )}`;
}
