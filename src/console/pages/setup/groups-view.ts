import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { GroupsView, RuleView } from "../../../setup/types.ts";
import { banner, table } from "../parts.ts";
import { missingGroups } from "./missing-view.ts";
import { control, errorLine, field, options, quietLabel, stepForm, textInput, type StepContext } from "./parts.ts";
import { number } from "../../../reporting/locales/formats.ts";
import type { PlainMessage } from "../../../reporting/locales/messages.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";

/** Who gets which groups, with the number of people. */
export function groupsStep(context: StepContext, view: GroupsView): Html {
  return html`<p class="soft">${t("A rule gives groups to people. The names in braces are columns of the file.")}</p>
    ${
      view.missing.length > 0 &&
      banner(
        "warn",
        "alert",
        html`<p>
          ${tHtml(
            "<link>{n, plural, one {# group is} other {# groups are}} missing</link> in the learning service, and {people, plural, one {# membership waits} other {# memberships wait}} for them.",
            {
              n: view.missing.length,
              people: view.missing.reduce((sum, { people }) => sum + people, 0),
              link: (inside) => html`<a href="#missing">${inside}</a>`,
            },
          )}
        </p>`,
      )
    }
    ${stepForm(
      context,
      html`${field(
          context,
          "root",
          t("Group of the learning service that contains HR’s groups"),
          textInput(context, "root", view.root, null, true),
          t("A path such as HR. All groups below are relative to it; empty is the top."),
        )}
        <div class="section">
          ${table<RuleView>(
            t("Rules"),
            [
              {
                head: t("Rule"),
                rowHeader: true,
                cell: ({ name, on }) =>
                  html`<label class="pick"
                    ><input type="checkbox" name="rule.${name}" value="yes" ${on && html` checked`} /> ${data(ruleName(name))}</label
                  >`,
              },
              {
                head: t("Group"),
                cell: ({ name, group }) =>
                  html`${quietLabel(`group.${name}`, t("Group of the rule {name}", { name: ruleName(name) }))}${textInput(context, `group.${name}`, group)}
                  ${errorLine(context, `group.${name}`)}`,
              },
              { head: t("People"), numeric: true, cell: ({ on, people }) => (on ? number(people) : null) },
              { head: t("Groups"), numeric: true, cell: ({ on, groups }) => (on ? number(groups) : null) },
              {
                head: t("Unclear"),
                numeric: true,
                cell: ({ undecided }) =>
                  undecided === 0 ? null : html`${number(undecided)} <small>${t("blank cell: stay as they are")}</small>`,
              },
            ],
            view.rules,
          )}
        </div>
        <div class="section">
          ${field(
            context,
            "more",
            t("Add a rule: one group for each value of a column"),
            html`<select ${control(context, "more")}>
              ${options([["", t("No further rule")], ...view.columns.map(({ place, name }) => [String(place), name] as const)], "")}
            </select>`,
          )}
        </div>
        <fieldset class="section">
          <legend>${t("Which groups may Rollcall remove people from?")}</legend>
          <label class="pick"
            ><input type="radio" name="remove" value="no" ${!view.remove && html` checked`} /> ${t("None: rules only add people")}</label
          >
          <label class="pick"
            ><input type="radio" name="remove" value="yes" ${view.remove && html` checked`} />
            ${t("The group above and all groups below it, after a review")}</label
          >
        </fieldset>`,
      html`<button class="btn primary">${t("Save and continue")}</button>
        <button class="btn" name="count" value="yes">${t("Save and count again")}</button>`,
    )}
    ${missingGroups(context, view)}`;
}

function ruleName(name: string): string {
  const names: Readonly<Record<string, PlainMessage>> = {
    everyone: "Everyone",
    department: "By department",
    site: "By site",
    managers: "Managers",
    listed: "Listed in a column",
  };
  const known = names[name];
  if (known !== undefined) return t(known);
  return name.startsWith("by ") ? t("By {column}", { column: name.slice(3) }) : name;
}
