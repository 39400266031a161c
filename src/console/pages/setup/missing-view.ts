import { data, html, type Html } from "../../../reporting/html/html.ts";
import { number } from "../../../reporting/locales/formats.ts";
import { t } from "../../../reporting/locales/t.ts";
import type { GroupsView, MissingGroup } from "../../../setup/browser/types.ts";
import { pill, table } from "../parts.ts";
import { sortOf, sortRows } from "../sorting.ts";
import type { StepContext } from "./parts.ts";

const MAX_SHOWN = 100;

/** The groups that the rules give and that the service does not have, with a list for the service's administrators. */
export function missingGroups({ setup, request }: StepContext, { missing, given }: GroupsView): Html | null {
  if (given === 0) return null;
  if (missing.length === 0)
    return html`<p class="section">${pill(t("setup.all"), "good", "check")} ${t("setup.learning_service_all", { n: given })}</p>`;
  const sort = sortOf(request, ["group", "people"], { by: "people", direction: "desc" });
  return html`<section class="section" id="missing" aria-labelledby="missing-h">
    <h3 id="missing-h">${t("setup.missing_groups")}</h3>
    <p class="soft">${t("setup.all_groups_dont", { n: missing.length, all: given })}</p>
    ${table<MissingGroup>(
      "",
      [
        { head: t("labels.group"), sort: "group", rowHeader: true, cell: ({ group }) => data(group) },
        { head: t("setup.people_waiting"), sort: "people", numeric: true, cell: ({ people }) => number(people) },
        { head: t("operation.problem"), cell: ({ ambiguous }) => (ambiguous ? t("setup.exists_twice") : t("setup.not_exist")) },
      ],
      sortRows(missing, (row) => row[sort.by], sort.direction).slice(0, MAX_SHOWN),
      { ...sort, url: request.url },
    )}
    <pre id="missing-list" hidden>${missing.map(({ group, people }) => `${group}\t${people}\n`)}</pre>
    <p class="row section">
      ${missing.length > MAX_SHOWN && html`<span class="soft">${t("setup.first_shown", { n: MAX_SHOWN })}</span>`}
      <a class="btn" href="/setup/${setup.id}/missing-groups.csv">${t("setup.download_list_service")}</a>
      <button
        type="button"
        class="btn"
        data-js
        data-copy="missing-list"
        data-copied="${t("review.copied")}"
        data-failed="${t("setup.download_list_instead")}"
      >
        ${t("setup.copy_list")}
      </button>
      <button class="btn" form="step-form" name="read" value="yes">${t("setup.save_read_groups")}</button>
    </p>
    <p class="soft">${t("setup.you_can_continue")}</p>
  </section>`;
}
