import { data, html, type Html } from "../../../reporting/html/html.ts";
import { number } from "../../../reporting/labels.ts";
import { t, type Message } from "../../../reporting/locales/t.ts";
import { decisionText, factsOf, type ReportedMissingGroup } from "../../../reporting/missing-groups.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { actionForm } from "../form.ts";
import { emptyState, groupPath, jobLink, lines, prose, rule, table } from "../parts.ts";

/** Draws the link to the list for the administrators of the service. */
export function downloadLink(job: string | null): Html {
  const file = job === null ? "/missing-groups.csv" : `/missing-groups.csv?job=${encodeURIComponent(job)}`;
  return html`<a class="btn" href="${file}">${icon("download")}${t("missing_groups.download_list_csv")}</a>`;
}

/** Draws the groups that rules assign and the service doesn't have, with what is known and the decision. */
export function missingGroupsView({ groups }: { groups: ReportedMissingGroup[] }, request: ActorsRequest): Html {
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
            { head: t("workbook.decision"), wide: true, cell: (group) => decision(group, request) },
          ],
          groups,
        )}`
  }`;
}

function decision(group: ReportedMissingGroup, request: ActorsRequest): Html {
  const { decision: decided, mapping_line: line } = group;
  const made =
    decided !== null &&
    html`<p>${prose(decisionText(group))}</p>
      ${line !== null && html`<pre><code>${data(line)}</code></pre>`}
      <p class="small soft">${data(decided.reason)}</p>`;
  return html`${made}${form(group, request)}`;
}

function form(
  { id, group, near, renamed_from: renamed, parents, creatable, decision: decided, evidence }: ReportedMissingGroup,
  request: ActorsRequest,
): Html | null {
  const suggested = [...new Set([...near, ...(renamed === null ? [] : [renamed.group])])];
  const choices: (readonly [value: string, words: Message])[] = [
    ["create", parents.length === 0 ? "missing_groups.new_group_next_run_creates" : "missing_groups.new_group_next_run_creates_missing"],
    ["alias", "missing_groups.another_name_existing"],
    decided?.what === "dismiss" ? ["reopen", "missing_groups.ask_decision_again"] : ["dismiss", "missing_groups.not_needed_dismiss"],
  ];
  const chosen = creatable && suggested.length === 0 ? "create" : null;
  const picks = choices
    .filter(([value]) => creatable || value !== "create")
    .map(
      ([value, words]) =>
        html`<label class="pick"
          ><input type="radio" name="decision" value="${value}" required ${value === chosen && html` checked`} />${t(words)}</label
        >`,
    );
  return actionForm(request, "/missing-groups/:id/approve", {
    given: { id, evidence },
    fields: {
      decision: html`<fieldset>
        <legend>${t("missing_groups.what_should_happen")}</legend>
        ${picks}
      </fieldset>`,
      group: {
        label: t("missing_groups.existing_group"),
        hint: html`${t("missing_groups.another_name_takes")}<datalist id="near-${id}">
            ${suggested.map((path) => html`<option value="${path}"></option>`)}
          </datalist>`,
        value: suggested[0] ?? "",
        more: html` list="near-${id}" maxlength="600"`,
      },
    },
    button: t("missing_groups.save_decision"),
    kind: "",
    fold: decided === null ? t("missing_groups.decide") : t("missing_groups.change_decision"),
    foldLabel: t("missing_groups.decide_group", { group }),
  });
}
