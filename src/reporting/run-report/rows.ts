import { data, html, type Html } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import { counted, listing, number } from "../labels.ts";
import { cutNote, folded, place, prose, table } from "../html/parts.ts";

/** Draws the rejected rows, each with its reason. */
export function rejects({ rejects: listed, result }: ReportData): Html | null {
  if (listed.length === 0) return null;
  const caption = counted(Math.max(result.rejects.length, listed.length), "reason", "reasons");
  const body = table<(typeof listed)[number]>(
    caption,
    [
      { head: "Row", cell: place, rowHeader: true },
      { head: "HR key", cell: ({ key }) => data(key) },
      { head: "Column", cell: ({ column }) => data(column) },
      { head: "Reason", wide: true, cell: ({ message, code }) => html`${prose(message)}<small><code>${code}</code></small>` },
    ],
    listed,
  );
  return html`<h3>Rejected rows</h3>
    <p>
      ${counted(result.counts["rejected"] ?? 0, "row")} of the file could not be used. These people stay unchanged in the learning service
      until HR corrects the rows.
    </p>
    ${folded(caption, listed.length, body)}${cutNote(listed.length, result.rejects.length, "reasons")}`;
}

/** Draws the notes about rows that were used. */
export function notesTable({ notes }: ReportData): Html | null {
  if (notes.length === 0) return null;
  const caption = counted(notes.length, "remark");
  const body = table<(typeof notes)[number]>(
    caption,
    [
      { head: "Remark", cell: ({ message, code }) => html`${prose(message)}<small><code>${code}</code></small>`, rowHeader: true },
      { head: "Column", cell: ({ column }) => data(column) },
      { head: "Rows", cell: ({ rows }) => number(rows), numeric: true },
      {
        head: "Which",
        cell: ({ rows, examples }) =>
          rows > examples.length && examples.length > 0 ? `${examples.join(", ")} …` : listing(examples.map(String)),
      },
    ],
    notes,
  );
  return html`<h3>Remarks about rows</h3>
    <p>These rows were used. Values that could not be read changed nothing and removed nothing.</p>
    ${folded(caption, notes.length, body)}`;
}

/** Draws the people of earlier files who are missing from this one. */
export function absent({ absent: listed, absentSuspended, result: { counts } }: ReportData): Html | null {
  if (absentSuspended) {
    return html`<h3>Absent people</h3>
      <p>
        <strong>Nobody was treated as absent in this run.</strong> At least one row has no readable key and may belong to anyone who seems
        to be missing. Correct the rows without a key; the next run checks again.
      </p> `;
  }
  if (listed.length === 0) return null;
  const all = Math.max(counts["absent"] ?? 0, listed.length);
  const caption = counted(all, "person", "people");
  const off = counts["absent_deactivated"] ?? 0;
  const done =
    off === 0 ? "The job's policy changes nothing for them." : `The job's policy deactivates the accounts of ${number(off)} of them.`;
  const body = table<(typeof listed)[number]>(
    caption,
    [
      { head: "HR key", cell: ({ key }) => data(key), rowHeader: true },
      { head: "Username", cell: ({ username }) => data(username) },
    ],
    listed,
  );
  return html`<h3>Absent people</h3>
    <p>${caption} ${all === 1 ? "was" : "were"} in an earlier file and ${all === 1 ? "is" : "are"} not in this one. ${done}</p>
    ${folded(caption, listed.length, body)}${cutNote(listed.length, all, "people")}`;
}
