import { data, html, type Html } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import { listing, number } from "../labels.ts";
import { t } from "../locales/t.ts";
import { overdueLeaversText } from "../overdue-leavers.ts";
import { cutNote, folded, place, storedProse, table } from "../html/parts.ts";

/** Draws the rejected rows, each with its reason. */
export function rejects({ rejects: listed, result }: ReportData): Html | null {
  if (listed.length === 0) return null;
  const caption = t("{n, plural, one {# reason} other {# reasons}}", { n: Math.max(result.rejects.length, listed.length) });
  const body = table<(typeof listed)[number]>(
    caption,
    [
      { head: t("Row"), cell: place, rowHeader: true },
      { head: t("HR key"), cell: ({ key }) => data(key) },
      { head: t("Column"), cell: ({ column }) => data(column) },
      { head: t("Why"), wide: true, cell: ({ message, code }) => html`${storedProse(message)}<small><code>${code}</code></small>` },
    ],
    listed,
  );
  return html`<h3>${t("Rejected rows")}</h3>
    <p>
      ${t(
        "{n, plural, one {# row} other {# rows}} of the file could not be used. These people stay unchanged in the learning service until HR corrects the rows.",
        { n: result.counts["rejected"] ?? 0 },
      )}
    </p>
    ${folded(caption, listed.length, body)}${cutNote(listed.length, result.rejects.length)}`;
}

/** Draws the notes about rows that are not rejected: used ones, and those out of scope or not due yet. */
export function notesTable({ notes }: ReportData): Html | null {
  if (notes.length === 0) return null;
  const caption = t("{n, plural, one {# remark} other {# remarks}}", { n: notes.length });
  const body = table<(typeof notes)[number]>(
    caption,
    [
      { head: t("Remark"), cell: ({ message, code }) => html`${storedProse(message)}<small><code>${code}</code></small>`, rowHeader: true },
      { head: t("Column"), cell: ({ column }) => data(column) },
      { head: t("Rows"), cell: ({ rows }) => rows > 0 && number(rows), numeric: true },
      {
        head: t("Which"),
        cell: ({ rows, examples }) =>
          rows > examples.length && examples.length > 0 ? `${examples.join(", ")} …` : listing(examples.map(String)),
      },
    ],
    notes,
  );
  return html`<h3>${t("Remarks about rows")}</h3>
    <p>${t("Values that could not be read changed nothing and removed nothing.")}</p>
    ${folded(caption, notes.length, body)}`;
}

/** Draws the people of earlier files who are missing from this one. */
export function absent({ absent: listed, absentSuspended, result: { counts } }: ReportData): Html | null {
  if (absentSuspended) {
    return html`<h3>${t("Absent people")}</h3>
      <p>
        <strong>${t("Nobody was treated as absent in this run.")}</strong>
        ${t("At least one row has no readable key and may belong to anyone who seems to be missing. Correct the rows without a key; the next run checks again.")}
      </p> `;
  }
  if (listed.length === 0) return null;
  const all = Math.max(counts["absent"] ?? 0, listed.length);
  const caption = t("{n, plural, one {# person} other {# people}}", { n: all });
  const off = counts["absent_deactivated"] ?? 0;
  const done =
    off === 0
      ? t("The policy of the job changes nothing for them.")
      : t("The policy of the job deactivates {n, plural, one {the account of # of them} other {the accounts of # of them}}.", { n: off });
  const body = table<(typeof listed)[number]>(
    caption,
    [
      { head: t("HR key"), cell: ({ key }) => data(key), rowHeader: true },
      { head: t("Username"), cell: ({ username }) => data(username) },
    ],
    listed,
  );
  return html`<h3>${t("Absent people")}</h3>
    <p>
      ${t("{n, plural, one {# person of an earlier file is} other {# people of earlier files are}} missing from this one.", { n: all })}
      ${done}
    </p>
    ${folded(caption, listed.length, body)}${cutNote(listed.length, all)}`;
}

/** Draws the leavers whose account should be closed already. */
export function overdueLeavers({ overdueLeavers: { people, first } }: ReportData): Html | null {
  if (people === 0) return null;
  const caption = t("{n, plural, one {# person} other {# people}}", { n: people });
  const body = table<(typeof first)[number]>(
    caption,
    [
      { head: t("HR key"), cell: ({ key }) => data(key), rowHeader: true },
      { head: t("Username"), cell: ({ username }) => data(username) },
      { head: t("Due since"), cell: ({ due }) => due },
    ],
    first,
  );
  return html`<h3>${t("Leavers with an active account")}</h3>
    <p>${overdueLeaversText(people)}</p>
    ${folded(caption, first.length, body)}${cutNote(first.length, people)}`;
}
