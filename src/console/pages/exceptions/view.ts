import { data, html, type Html } from "../../../reporting/html/html.ts";
import { counted } from "../../../reporting/labels.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { ListedException } from "../../../review/exceptions.ts";
import { done, groupPath, jobLink, emptyState, pages, personLink, runLink, table, time } from "../parts.ts";

/** Draws the exceptions: by whom, why and until when. */
export function exceptionsView(
  given: { exceptions: ListedException[]; page: number; limit: number; all: number },
  request: ActorsRequest,
): Html {
  const { exceptions, all } = given;
  const deciding = may(request.actor, "decide");
  const ended = Reflect.get(Object(request.query), "done") === "ended";
  return html`${ended && done("Exception ended. The next run checks the person again.")}
    <p>Memberships that a reviewer decided to keep, although HR’s data no longer gives them.</p>
    ${
      all === 0
        ? emptyState("There are no exceptions.")
        : table<ListedException>(
            counted(all, "exception"),
            [
              { head: "Person", rowHeader: true, cell: (exception) => personLink(exception) },
              { head: "Group", cell: ({ group }) => groupPath(group.path) },
              { head: "By", cell: ({ by, at }) => html`${data(by)}<small>${at !== "" && time(at)}</small>` },
              { head: "Reason", wide: true, cell: ({ reason }) => data(reason) },
              { head: "Until", cell: untilOf },
              {
                head: "From",
                cell: ({ id, from_run: run, job }) =>
                  html`${run === null ? html`<a href="/review/removals/${id}">${id}</a>` : html`${runLink(run)}, undone`}<small
                      >${jobLink(job)}</small
                    >`,
              },
              { head: "End", cell: (exception) => deciding && endForm(exception, request) },
            ],
            exceptions,
          )
    }
    ${pages(request, given)}`;
}

function untilOf({ until, from_run: run }: ListedException): Html | string {
  if (until !== null) return time(until);
  return run === null ? "The evidence changes" : "No end date";
}

function endForm({ id, name, key, group }: ListedException, request: ActorsRequest): Html {
  const who = `${name ?? key}, ${group.path}`;
  return html`<details>
    <summary aria-label="End the exception of ${who}">End</summary>
    <form method="post" action="/exceptions/${encodeURIComponent(id)}/end">
      ${csrfField(request)}<label>Reason <input name="reason" required maxlength="4000" autocomplete="off" /></label
      ><button class="quiet">End the exception</button>
    </form>
  </details>`;
}
