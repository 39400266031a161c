import { t } from "../../../reporting/locales/t.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { ExceptionSort } from "../../../store/review/exceptions.ts";
import type { Sort } from "../../../store/sort.ts";
import type { ListedException } from "../../../review/exceptions.ts";
import { actionForm } from "../form.ts";
import { groupPath, jobLink, emptyState, pages, personLink, runLink, table, time } from "../parts.ts";

/** Draws the exceptions: by whom, why and until when. */
export function exceptionsView(
  given: { exceptions: ListedException[]; sort: Sort<ExceptionSort>; page: number; limit: number; all: number },
  request: ActorsRequest,
): Html {
  const { exceptions, sort, all } = given;
  return html`${
    all === 0
      ? emptyState(t("exceptions.no_exceptions"))
      : table<ListedException>(
          t("exceptions.exceptions", { n: all }),
          [
            { head: t("labels.person"), sort: "person", rowHeader: true, cell: (exception) => personLink(exception) },
            { head: t("labels.group"), sort: "group", cell: ({ group }) => groupPath(group.path) },
            { head: t("exceptions.decided"), sort: "decided", cell: decisionOf },
            { head: t("labels.reason"), wide: true, cell: ({ reason }) => data(reason) },
            { head: t("exceptions.until"), sort: "until", cell: untilOf },
            { head: t("access.actions"), cell: (exception) => endForm(exception, request) },
          ],
          exceptions,
          { ...sort, url: request.url },
        )
  }
  ${pages(request, given)}`;
}

/** Who decided, when, and where the decision is. */
function decisionOf({ by, at, id, from_run: run, job }: ListedException): Html {
  const decision =
    run === null
      ? html`<a href="/review/removals/${id}">${t("exceptions.decision_keep")}</a>`
      : runLink(run, t("exceptions.added_back_exception"));
  return html`${data(by)}<small>${at !== "" && time(at)}</small><small>${decision}</small><small>${jobLink(job)}</small>`;
}

function untilOf({ until: end, from_run: run }: ListedException): Html | string {
  if (end !== null) return time(end);
  return run === null ? t("exceptions.hr_data_changes") : t("exceptions.no_end_date");
}

function endForm({ id, name, key, group }: ListedException, request: ActorsRequest): Html | null {
  return actionForm(request, "/exceptions/:id/end", {
    given: { id },
    button: t("exceptions.end_exception"),
    tone: "quiet",
    kind: "",
    fold: t("labels.end"),
    foldLabel: t("exceptions.end_exception_person", { person: `${name ?? key}, ${group.path}` }),
  });
}
