import { data, html, type Html } from "../../../reporting/html/html.ts";
import { number } from "../../../reporting/labels.ts";
import { t } from "../../../reporting/locales/t.ts";
import { decisionText, factsOf, type ReportedMissingGroup } from "../../../reporting/missing-groups.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { icon } from "../../icon.ts";
import { emptyState, groupPath, jobLink, lines, prose, rule, table } from "../parts.ts";

/** Draws the link to the list for the administrators of the service. */
export function downloadLink(job: string | null): Html {
  const file = job === null ? "/missing-groups.csv" : `/missing-groups.csv?job=${encodeURIComponent(job)}`;
  return html`<a class="btn" href="${file}">${icon("download")}${t("Download the list (CSV)")}</a>`;
}

/** Draws the groups that rules assign and the service doesn't have, with what is known and the decision. */
export function missingGroupsView({ groups }: { groups: ReportedMissingGroup[] }, request: ActorsRequest): Html {
  const deciding = may(request.actor, "decide");
  return html`${
    groups.length === 0
      ? emptyState(t("There are no missing groups."))
      : html`${table<ReportedMissingGroup>(
          t("{n, plural, one {# missing group} other {# missing groups}}", { n: groups.length }),
          [
            { head: t("Group"), rowHeader: true, cell: ({ group, job: of }) => html`${groupPath(group)}<small>${jobLink(of)}</small>` },
            { head: t("People waiting"), numeric: true, cell: ({ people }) => number(people) },
            { head: t("Hints"), wide: true, cell: (group) => lines(factsOf(group).map((sentence) => prose(sentence))) },
            { head: t("Rule"), cell: ({ rules }) => lines(rules.map((one) => rule(one))) },
            { head: t("Decision"), wide: true, cell: (group) => decision(group, deciding, request) },
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
  return html`${made}${form(group, decided === null ? t("Decide") : t("Change the decision"), request)}`;
}

function form(
  { id, group, near, renamed_from: renamed, parents, creatable, decision: decided, evidence }: ReportedMissingGroup,
  words: string,
  request: ActorsRequest,
): Html {
  const suggested = [...new Set([...near, ...(renamed === null ? [] : [renamed.group])])];
  const alias = !creatable || suggested.length > 0;
  return html`<details>
    <summary class="nowrap" aria-label="${t("Decide on {group}", { group })}">${words}</summary>
    <form method="post" action="/missing-groups/${encodeURIComponent(id)}/approve">
      ${csrfField(request)}<input type="hidden" name="evidence" value="${evidence}" />
      <fieldset>
        <legend>${t("What should happen with this group?")}</legend>
        ${
          creatable &&
          html`<label class="pick"
            ><input type="radio" name="decision" value="create" required ${!alias && html` checked`} />${
              parents.length === 0
                ? t("A new group: the next run creates it")
                : t("A new group: the next run creates it and its missing parents")
            }</label
          >`
        }
        <label class="pick"><input type="radio" name="decision" value="alias" required />${t("Another name of an existing group")}</label>
        ${
          decided?.what === "dismiss"
            ? html`<label class="pick"
                ><input type="radio" name="decision" value="reopen" required />${t("Ask for a decision again")}</label
              >`
            : html`<label class="pick"
                ><input type="radio" name="decision" value="dismiss" required />${t("Not needed: dismiss it until more people wait")}</label
              >`
        }
      </fieldset>
      <label
        >${t("Existing group")}
        <input name="group" list="near-${id}" maxlength="600" autocomplete="off" value="${suggested[0] ?? ""}" /></label
      ><datalist id="near-${id}">${suggested.map((path) => html`<option value="${path}"></option>`)}</datalist>
      <p class="small soft">
        ${t("Another name takes effect when the line that Rollcall then shows is in the mapping. Until then nothing changes.")}
      </p>
      <label>${t("Reason")} <input name="reason" required maxlength="4000" autocomplete="off" /></label>
      <button>${t("Save the decision")}</button>
    </form>
  </details>`;
}
