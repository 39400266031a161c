import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { GroupsView, RuleView } from "../../../setup/types.ts";
import { banner, table } from "../parts.ts";
import { missingGroups } from "./missing-view.ts";
import { control, errorLine, field, options, quietLabel, stepForm, textInput, type StepContext } from "./parts.ts";
import { number } from "../../../reporting/locales/formats.ts";
import { t, tHtml, type Message } from "../../../reporting/locales/t.ts";

/** Who gets which groups, with the number of people. */
export function groupsStep(context: StepContext, view: GroupsView): Html {
  return html`<p class="soft">${t("setup.rule_gives_groups")}</p>
    ${
      view.missing.length > 0 &&
      banner(
        "warn",
        "alert",
        html`<p>
          ${tHtml("setup.groups_missing_learning_service_people", {
            n: view.missing.length,
            people: view.missing.reduce((sum, { people }) => sum + people, 0),
            link: (inside) => html`<a href="#missing">${inside}</a>`,
          })}
        </p>`,
      )
    }
    ${stepForm(
      context,
      html`${field(
          context,
          "root",
          t("setup.group_learning_service"),
          textInput(context, "root", view.root, null, true),
          t("setup.path_such_hr"),
        )}
        <div class="section">
          ${table<RuleView>(
            t("setup.rules"),
            [
              {
                head: t("setup.rule"),
                rowHeader: true,
                cell: ({ name, on }) =>
                  html`<label class="pick"
                    ><input type="checkbox" name="rule.${name}" value="yes" ${on && html` checked`} /> ${data(ruleName(name))}</label
                  >`,
              },
              {
                head: t("labels.group"),
                cell: ({ name, group }) =>
                  html`${quietLabel(`group.${name}`, t("setup.group_rule_name", { name: ruleName(name) }))}${textInput(context, `group.${name}`, group)}
                  ${errorLine(context, `group.${name}`)}`,
              },
              { head: t("shell.people"), numeric: true, cell: ({ on, people }) => (on ? number(people) : null) },
              { head: t("identities.groups"), numeric: true, cell: ({ on, groups }) => (on ? number(groups) : null) },
              {
                head: t("setup.unclear"),
                numeric: true,
                cell: ({ undecided }) => (undecided === 0 ? null : html`${number(undecided)} <small>${t("setup.blank_cell_stay")}</small>`),
              },
            ],
            view.rules,
          )}
        </div>
        <div class="section">
          ${field(
            context,
            "more",
            t("setup.add_rule_one"),
            html`<select ${control(context, "more")}>
              ${options([["", t("setup.no_further_rule")], ...view.columns.map(({ place, name }) => [String(place), name] as const)], "")}
            </select>`,
          )}
        </div>
        <fieldset class="section">
          <legend>${t("setup.which_groups_may")}</legend>
          <label class="pick"
            ><input type="radio" name="remove" value="no" ${!view.remove && html` checked`} /> ${t("setup.none_rules_only")}</label
          >
          <label class="pick"
            ><input type="radio" name="remove" value="yes" ${view.remove && html` checked`} /> ${t("setup.group_above_all")}</label
          >
        </fieldset>`,
      html`<button class="btn primary">${t("setup.save_continue")}</button>
        <button class="btn" name="count" value="yes">${t("setup.save_count_again")}</button>`,
    )}
    ${missingGroups(context, view)}`;
}

function ruleName(name: string): string {
  const names: Readonly<Record<string, Message>> = {
    everyone: "setup.everyone",
    department: "setup.department",
    site: "setup.site",
    managers: "setup.managers",
    listed: "setup.listed_column",
  };
  const known = names[name];
  if (known !== undefined) return t(known);
  return name.startsWith("by ") ? t("setup.column", { column: name.slice(3) }) : name;
}
