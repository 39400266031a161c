import { isDeepStrictEqual } from "node:util";
import { unknownManager } from "../../../domain/header.ts";
import type { Cell, Explanation } from "../../../domain/explanation.ts";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { fieldLabel } from "../../../reporting/field-labels.ts";
import { fileName } from "../../../reporting/labels.ts";
import { compareTexts, list, number } from "../../../reporting/locales/formats.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { usernameStepText } from "../../../reporting/username-steps.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { facts, groupPath, lines, more, personValue, prose, rule, table, time, withoutPlace } from "../parts.ts";

/** Draws what the row of a person says and what the mapping makes of it. */
export function explanation(of: Explanation): Html {
  return html`<h2>${t("history.what_row_says")}</h2>
    <p class="soft">${where(of)}</p>
    ${
      of.cells.length > 0 &&
      html`<details>
        <summary>${t("history.cells_mapping_reads")}</summary>
        ${table<Cell>(
          t("history.cells_row"),
          [
            { head: t("workbook.column"), rowHeader: true, cell: ({ column }) => data(column) },
            { head: t("common.value"), wide: true, cell: shown },
          ],
          of.cells,
        )}
      </details>`
    }
    ${
      of.origins.length > 0 &&
      html`<details>
        <summary>${t("history.mapped_fields")}</summary>
        ${table<Explanation["origins"][number]>(
          t("setup.fields"),
          [
            { head: t("identities.field"), rowHeader: true, cell: ({ field }) => data(fieldLabel(field)) },
            {
              head: t("common.value"),
              wide: true,
              cell: ({ value, fact }) =>
                value === null
                  ? html`<i>${t("common.unchanged")}</i>${fact !== null && html`<small>${prose(factText(fact))}</small>`}`
                  : personValue(value),
            },
            { head: t("history.from_cells"), cell: ({ cells }) => lines(cells.map(({ column }) => data(column))) },
            { head: t("history.line"), cell: ({ at }) => html`<code>${data(at)}</code>` },
          ],
          of.origins,
        )}
      </details>`
    }
    ${
      of.usernames !== null &&
      html`<details>
        <summary>${t("labels.username")}</summary>
        <ul>
          ${of.usernames.steps.map((step) => html`<li>${data(usernameStepText(step))}</li>`)}
        </ul>
      </details>`
    } `;
}

/** Draws the current groups with the rules that give them, and the effect of the next run. */
export function next(of: Explanation): Html {
  return html`${groups(of)}
    <section class="card" aria-labelledby="next">
      <h2 id="next">${t("history.next_run")}</h2>
      <p>${withoutPlace(of.nextFact)}</p>
      ${changes(of)} ${rejected(of)}
    </section>`;
}

function where({ file, row, rows, conflict, nearestKey }: Explanation): HtmlValue {
  const named = data(fileName(file));
  if (rows.length === 0)
    return html`${tHtml("history.no_row_file", { file: named })}${nearestKey !== null && html` ${tHtml("history.closest_key_key", { key: data(nearestKey) })}`}`;
  if (conflict)
    return tHtml("history.rows_rows_file", {
      rows: list(rows.map((one) => number(one))),
      file: named,
    });
  return tHtml("history.row_row_file", { row: row ?? rows[0], file: named });
}

function shown({ column, value }: Cell): HtmlValue {
  if (value === null) return html`<i>${unknownManager(column) === null ? t("history.row_ends_before") : t("report.not_known")}</i>`;
  return value === "" ? html`<i>${t("setup.blank")}</i>` : personValue(value);
}

function rejected({ rejects, notes, undecided, outcome }: Explanation): Html {
  return html`${rejects.map(({ fact }) => html`<p class="problem">${withoutPlace(fact)}</p>`)}
  ${notes.filter(({ fact }) => !isDeepStrictEqual(fact, outcome?.fact)).map(({ fact }) => html`<p class="warn">${withoutPlace(fact)}</p>`)}
  ${undecided.map(
    (one) =>
      html`<p class="warn">
        ${tHtml("history.rule_rule_cannot", {
          rule: html`<b title="${one.at}">${data(one.rule)}</b>`,
          why: withoutPlace(one.fact),
        })}
      </p>`,
  )}`;
}

function changes({ outcome }: Explanation): Html | null {
  if (outcome === null) return null;
  const all = [
    ...outcome.fields.map(
      ({ field, from, to }) =>
        html`${tHtml("history.field", {
          field: data(fieldLabel(field)),
          from: from === null ? html`<i>${t("report.not_known")}</i>` : quoted(from),
          to: quoted(to),
        })}`,
    ),
    ...outcome.gains.map((group) => tHtml("report.joins_group", { group: groupPath(group) })),
    ...outcome.losses.map((group) => tHtml("history.leaves_group_after", { group: groupPath(group) })),
  ];
  return all.length === 0
    ? null
    : html`<ul class="marked">
        ${all.map((one) => html`<li>${one}</li>`)}
      </ul>`;
}

const quoted = (text: string): Html => tHtml("history.text", { text: personValue(text) });

function groups({ groups: given, current, readAt }: Explanation): Html {
  const now = new Map(current.map(({ group, managed }) => [group, managed]));
  const rows = [
    ...given.map((one) => ({ ...one, is: now.has(one.group), managed: now.get(one.group) ?? true })),
    ...current
      .filter(({ group }) => !given.some((one) => one.group === group))
      .toSorted((a, b) => compareTexts(a.group, b.group))
      .map(({ group, managed }) => ({ group, rule: null, at: "", known: true, cells: [] as Cell[], is: true, managed })),
  ];
  return html`${
    rows.length === 0
      ? html`<p class="soft">${t("history.no_group_no")}</p>`
      : table<(typeof rows)[number]>(
          t("history.groups_now"),
          [
            { head: t("labels.group"), rowHeader: true, cell: ({ group }) => groupPath(group) },
            { head: t("history.because"), wide: true, cell: because },
            { head: t("history.service"), cell: inService },
          ],
          rows,
          null,
          given.length > 0 &&
            html`<div class="foot">
              ${more(t("setup.rules"), facts(given.map(({ group, rule: name, at }) => [group, rule({ rule: name, at })])))}
            </div>`,
        )
  }${readAt !== null && html`<p class="soft small">${tHtml("history.memberships", { at: time(readAt) })}</p>`}`;
}

/** Says which of HR's values gives a group. */
function because({ rule: name, cells }: { rule: string | null; cells: readonly Cell[] }): HtmlValue {
  if (name === null) return t("history.no_rule");
  return cells.length === 0
    ? t("history.everyone_gets")
    : lines(cells.map((cell) => tHtml("history.name_value", { name: data(cell.column), value: shown(cell) })));
}

/** Says where a membership is not as usual. */
function inService({ is, known, managed }: { is: boolean; known: boolean; managed: boolean }): string | null {
  if (is) return managed ? null : t("history.yes_not_managed");
  return known ? t("common.no") : t("history.service_no_such");
}
