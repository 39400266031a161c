import { data, html, type Html } from "../../../reporting/html/html.ts";
import { number } from "../../../reporting/locales/formats.ts";
import { t } from "../../../reporting/locales/t.ts";
import type { GroupsView, MissingGroup } from "../../../setup/types.ts";
import { pill, table } from "../parts.ts";
import { sortOf, sortRows } from "../sorting.ts";
import type { StepContext } from "./parts.ts";

const MAX_SHOWN = 100;

/** The groups that the rules give and that the service does not have, with a list for the service’s administrators. */
export function missingGroups({ setup, request }: StepContext, { missing, given }: GroupsView): Html | null {
  if (given === 0) return null;
  if (missing.length === 0)
    return html`<p class="section">
      ${pill(t("All there"), "good", "check")} ${t("The learning service has all {n} groups that the rules give.", { n: given })}
    </p>`;
  const sort = sortOf(request, ["group", "people"], { by: "people", direction: "desc" });
  return html`<section class="section" id="missing" aria-labelledby="missing-h">
    <h3 id="missing-h">${t("Missing groups")}</h3>
    <p class="soft">
      ${t("{n} of {all} groups don’t exist in the learning service, or exist twice. These people wait until they do; everything else works.", { n: missing.length, all: given })}
    </p>
    ${table<MissingGroup>(
      "",
      [
        { head: t("Group"), sort: "group", rowHeader: true, cell: ({ group }) => data(group) },
        { head: t("People waiting"), sort: "people", numeric: true, cell: ({ people }) => number(people) },
        { head: t("Problem"), cell: ({ ambiguous }) => (ambiguous ? t("exists twice") : t("does not exist")) },
      ],
      sortRows(missing, (row) => row[sort.by], sort.direction).slice(0, MAX_SHOWN),
      { ...sort, url: request.url },
    )}
    <pre id="missing-list" hidden>${missing.map(({ group, people }) => `${group}\t${people}\n`)}</pre>
    <p class="row section">
      ${missing.length > MAX_SHOWN && html`<span class="soft">${t("The first {n} are shown.", { n: MAX_SHOWN })}</span>`}
      <a class="btn" href="/setup/${setup.id}/missing-groups.csv">${t("Download the list for the service’s administrators")}</a>
      <button
        type="button"
        class="btn"
        data-js
        data-copy="missing-list"
        data-copied="${t("Copied")}"
        data-failed="${t("Download the list instead")}"
      >
        ${t("Copy the list")}
      </button>
      <button class="btn" form="step-form" name="read" value="yes">${t("Save, and read the groups of the service again")}</button>
    </p>
    <p class="soft">
      ${t("You can continue. If Rollcall may remove people from these groups, the page “Missing groups” offers to create them after the first run. Otherwise, have them created in the service. The next run then adds the people.")}
    </p>
  </section>`;
}
