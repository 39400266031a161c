import { html, type Html } from "../html/html.ts";
import { changeGroups, changeHtml, changesOf, type ChangeGroup } from "../changes.ts";
import type { ReportData } from "./data.ts";
import type { ReportedOperation } from "../operation.ts";
import { capitalised, kindLabel, number, operationStatusLabel } from "../labels.ts";
import { t } from "../locales/t.ts";
import { createdGroups } from "./missing-groups.ts";
import { cutNote, folded, lines, person, place, factProse, table, type Column } from "../html/parts.ts";

/** Draws the changes by kind. */
export function changes(report: ReportData): Html | null {
  const groups = changeGroups(report);
  const created = createdGroups(report);
  if (groups.length === 0 && created === null) return null;
  return html`<section id="changes" aria-labelledby="changes-h">
    <h2 id="changes-h">${t("runs.changes_person")}</h2>
    ${created}${groups.map(group)}
  </section> `;
}

function group({ kind, title, total, statuses, mixed, people }: ChangeGroup): Html {
  const caption = t("history.name_value", { name: `${number(total)} ${kindLabel(kind, people[0]?.status, total)}`, value: statuses });
  return html`<h3>${title}</h3>
    ${people.length > 0 ? folded(caption, people.length, table(caption, columnsFor(mixed), people)) : html`<p>${caption}.</p>`}${cutNote(people.length, total)}`;
}

function columnsFor(mixed: boolean): Column<ReportedOperation>[] {
  return [
    { head: t("labels.person"), cell: ({ name, key }) => person(name, key), rowHeader: true },
    { head: t("workbook.row"), cell: place, numeric: true },
    {
      head: t("labels.changes_2"),
      wide: true,
      // The title of the table says what happened to the account.
      cell: (operation) =>
        lines(
          changesOf(operation)
            .filter(({ what }) => what !== "account")
            .map((change) => html`<b>${change.sign}</b> ${changeHtml(change)}`),
        ),
    },
    { head: t("labels.status"), cell: ({ status }) => mixed && capitalised(operationStatusLabel(status)) },
    { head: t("report.remark"), wide: true, cell: ({ fact }) => factProse(fact) },
  ];
}
