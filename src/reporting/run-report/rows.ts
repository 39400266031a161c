import { data, html, type Html } from "../html/html.ts";
import { factText } from "../fact-text.ts";
import type { ReportData } from "./data.ts";
import { listing, number } from "../labels.ts";
import { t } from "../locales/t.ts";
import { overdueLeaversText } from "../overdue-leavers.ts";
import { cutNote, folded, place, prose, table } from "../html/parts.ts";

/** Draws the rejected rows, each with its reason. */
export function rejects({ rejects: listed, result }: ReportData): Html | null {
  if (listed.length === 0) return null;
  const caption = t("report.reasons", { n: Math.max(result.rejects.length, listed.length) });
  const body = table<(typeof listed)[number]>(
    caption,
    [
      { head: t("workbook.row"), cell: place, rowHeader: true },
      { head: t("report.hr_key"), cell: ({ key }) => data(key) },
      { head: t("workbook.column"), cell: ({ column }) => data(column) },
      { head: t("setup.why"), wide: true, cell: ({ fact, code }) => html`${prose(factText(fact))}<small><code>${code}</code></small>` },
    ],
    listed,
  );
  return html`<h3>${t("overview.rejected_rows")}</h3>
    <p>${t("report.rows_file_could", { n: result.counts["rejected"] ?? 0 })}</p>
    ${folded(caption, listed.length, body)}${cutNote(listed.length, result.rejects.length)}`;
}

/** Draws the notes about rows that are not rejected: used ones, and those out of scope or not due yet. */
export function notesTable({ notes }: ReportData): Html | null {
  if (notes.length === 0) return null;
  const caption = t("report.remarks", { n: notes.length });
  const body = table<(typeof notes)[number]>(
    caption,
    [
      {
        head: t("report.remark"),
        cell: ({ fact, code }) => html`${prose(factText(fact))}<small><code>${code}</code></small>`,
        rowHeader: true,
      },
      { head: t("workbook.column"), cell: ({ column }) => data(column) },
      { head: t("setup.rows_2"), cell: ({ rows }) => rows > 0 && number(rows), numeric: true },
      {
        head: t("report.which"),
        cell: ({ rows, examples }) =>
          rows > examples.length && examples.length > 0 ? `${examples.join(", ")} …` : listing(examples.map(String)),
      },
    ],
    notes,
  );
  return html`<h3>${t("report.remarks_about_rows")}</h3>
    <p>${t("report.values_could_not")}</p>
    ${folded(caption, notes.length, body)}`;
}

/** Draws the people of earlier files who are missing from this one. */
export function absent({ absent: listed, absentSuspended, result: { counts } }: ReportData): Html | null {
  if (absentSuspended) {
    return html`<h3>${t("report.absent_people")}</h3>
      <p>
        <strong>${t("report.nobody_treated_absent")}</strong>
        ${t("report.least_one_row")}
      </p> `;
  }
  if (listed.length === 0) return null;
  const all = Math.max(counts["absent"] ?? 0, listed.length);
  const caption = t("labels.people", { n: all });
  const off = counts["absent_deactivated"] ?? 0;
  const done = off === 0 ? t("report.policy_job_changes") : t("report.policy_job_deactivates", { n: off });
  const body = table<(typeof listed)[number]>(
    caption,
    [
      { head: t("report.hr_key"), cell: ({ key }) => data(key), rowHeader: true },
      { head: t("labels.username"), cell: ({ username }) => data(username) },
    ],
    listed,
  );
  return html`<h3>${t("report.absent_people")}</h3>
    <p>${t("report.people_earlier_files", { n: all })} ${done}</p>
    ${folded(caption, listed.length, body)}${cutNote(listed.length, all)}`;
}

/** Draws the leavers whose account should be closed already. */
export function overdueLeavers({ overdueLeavers: { people, first } }: ReportData): Html | null {
  if (people === 0) return null;
  const caption = t("labels.people", { n: people });
  const body = table<(typeof first)[number]>(
    caption,
    [
      { head: t("report.hr_key"), cell: ({ key }) => data(key), rowHeader: true },
      { head: t("labels.username"), cell: ({ username }) => data(username) },
      { head: t("report.due_since"), cell: ({ due }) => due },
    ],
    first,
  );
  return html`<h3>${t("report.leavers_active_account")}</h3>
    <p>${overdueLeaversText(people)}</p>
    ${folded(caption, first.length, body)}${cutNote(first.length, people)}`;
}
