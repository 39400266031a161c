import { data, html, type Html } from "../../../reporting/html/html.ts";
import { number } from "../../../reporting/labels.ts";
import { t } from "../../../reporting/locales/t.ts";
import { decisionText, factsOf, type ReportedMissingGroup } from "../../../reporting/missing-groups.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { emptyState, groupPath, jobLink, lines, prose, rule, table } from "../parts.ts";

/** Draws the link to the list for the administrators of the service. */
export function downloadLink(job: string | null): Html {
  const file = job === null ? "/missing-groups.csv" : `/missing-groups.csv?job=${encodeURIComponent(job)}`;
  return html`<a class="btn" href="${file}">${icon("download")}${t("missing_groups.download_list_csv")}</a>`;
}

/** Draws the groups that rules assign and the service doesn't have, with what is known and the decision. */
export function missingGroupsView({ groups }: { groups: ReportedMissingGroup[] }, request: ActorsRequest): Html {
  const deciding = may(request.actor, "decide");
  return html`${
    groups.length === 0
      ? emptyState(t("missing_groups.no_missing_groups"))
      : html`${table<ReportedMissingGroup>(
          t("missing_groups.missing_groups_2", { n: groups.length }),
          [
            {
              head: t("labels.group"),
              rowHeader: true,
              cell: ({ group, job: of }) => html`${groupPath(group)}<small>${jobLink(of)}</small>`,
            },
            { head: t("setup.people_waiting"), numeric: true, cell: ({ people }) => number(people) },
            { head: t("missing_groups.hints"), wide: true, cell: (group) => lines(factsOf(group).map((sentence) => prose(sentence))) },
            { head: t("setup.rule"), cell: ({ rules }) => lines(rules.map((one) => rule(one))) },
            { head: t("workbook.decision"), wide: true, cell: (group) => decision(group, deciding, request) },
          ],
          groups,
        )}`
  }`;
}

function decision(group: ReportedMissingGroup, deciding: boolean, request: ActorsRequest): Html | null {
  const { decision: decided, mapping_line: line } = group;
  const made =
    decided !== null &&
    html`<p>${prose(decisionText(group))}</p>
      ${line !== null && html`<pre><code>${data(line)}</code></pre>`}
      <p class="small soft">${data(decided.reason)}</p>`;
  if (!deciding) return made === false ? null : html`${made}`;
  return html`${made}${form(group, decided === null ? t("missing_groups.decide") : t("missing_groups.change_decision"), request)}`;
}

function form(
  { id, group, near, renamed_from: renamed, parents, creatable, decision: decided, evidence }: ReportedMissingGroup,
  words: string,
  request: ActorsRequest,
): Html {
  const suggested = [...new Set([...near, ...(renamed === null ? [] : [renamed.group])])];
  const alias = !creatable || suggested.length > 0;
  return html`<details>
    <summary class="nowrap" aria-label="${t("missing_groups.decide_group", { group })}">${words}</summary>
    <form method="post" action="/missing-groups/${encodeURIComponent(id)}/approve">
      ${csrfField(request)}<input type="hidden" name="evidence" value="${evidence}" />
      <fieldset>
        <legend>${t("missing_groups.what_should_happen")}</legend>
        ${
          creatable &&
          html`<label class="pick"
            ><input type="radio" name="decision" value="create" required ${!alias && html` checked`} />${
              parents.length === 0 ? t("missing_groups.new_group_next_run_creates") : t("missing_groups.new_group_next_run_creates_missing")
            }</label
          >`
        }
        <label class="pick"
          ><input type="radio" name="decision" value="alias" required />${t("missing_groups.another_name_existing")}</label
        >
        ${
          decided?.what === "dismiss"
            ? html`<label class="pick"
                ><input type="radio" name="decision" value="reopen" required />${t("missing_groups.ask_decision_again")}</label
              >`
            : html`<label class="pick"
                ><input type="radio" name="decision" value="dismiss" required />${t("missing_groups.not_needed_dismiss")}</label
              >`
        }
      </fieldset>
      <label
        >${t("missing_groups.existing_group")}
        <input name="group" list="near-${id}" maxlength="600" autocomplete="off" value="${suggested[0] ?? ""}" /></label
      ><datalist id="near-${id}">${suggested.map((path) => html`<option value="${path}"></option>`)}</datalist>
      <p class="small soft">${t("missing_groups.another_name_takes")}</p>
      <label>${t("labels.reason")} <input name="reason" required maxlength="4000" autocomplete="off" /></label>
      <button>${t("missing_groups.save_decision")}</button>
    </form>
  </details>`;
}
