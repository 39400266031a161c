import type { FastifyRequest } from "fastify";
import { html, type Html } from "../../../reporting/html/html.ts";
import { t } from "../../../reporting/locales/t.ts";
import { rejectTable } from "../../../reporting/run-report/rows.ts";
import { sheetHtml } from "../../../reporting/sheet/html.ts";
import type { ShownReject } from "../../../reporting/shown-run.ts";
import type { RejectSort } from "../../../store/runs/run-pages.ts";
import type { Sort } from "../../../store/sort.ts";
import { emptyState, PAGE, pages } from "../parts.ts";

/** All rejected rows of a run, a page at a time. */
export function rejectedRowsView(
  given: { run: string; sort: Sort<RejectSort>; rejects: ShownReject[]; rows: number; page: number; limit: number; all: number },
  request: FastifyRequest,
): Html {
  const { run, rejects, rows, sort } = given;
  const drawn =
    rejects.length === 0
      ? emptyState(t("runs.no_row_rejected"), html`<a class="btn" href="/runs/${run}">${t("labels.run")}</a>`)
      : sheetHtml([rejectTable(rejects, rows)], { ...PAGE, sorting: { ...sort, url: request.url } });
  return html`${drawn}${pages(request, given)}`;
}
