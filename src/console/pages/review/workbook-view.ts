import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { cutNote } from "../../../reporting/html/parts.ts";
import type { ListedRemoval } from "../../../reporting/removals/pending-removals.ts";
import { counted, removalStateText } from "../../../reporting/labels.ts";
import type { RefusedRow } from "../../../review/workbook-import.ts";
import { csrfField } from "../../access/csrf.ts";
import { done, groupPath, prose, table, time } from "../parts.ts";

/** The result of an upload, row by row. */
export interface ShownImport {
  dry_run: boolean;
  made_at: string;
  rows: number;
  left: number;
  decided: ListedRemoval[];
  waiting: RefusedRow[];
  before: RefusedRow[];
  refused: RefusedRow[];
  /** Reasons why decisions cannot be applied at once; the decisions are kept. */
  remarks: string[];
}

const mostListed = 200;

/** Draws the links to the spreadsheet, and the form that uploads it with decisions. */
export function workbookForms(request: FastifyRequest, deciding: boolean): Html {
  return html`<p>
      Download a spreadsheet to decide in: <a href="/review/export?format=xlsx">workbook</a>. To read only:
      <a href="/review/export?format=html">HTML</a>, <a href="/review/export?format=json">JSON</a>.
    </p>
    ${
      deciding &&
      html`<form class="section" method="post" action="/review/workbook" enctype="multipart/form-data">
        ${csrfField(request)}
        <label>Spreadsheet with decisions <input type="file" name="file" required accept=".xlsx,.ods" /></label>
        <label class="pick"><input type="checkbox" name="dry_run" value="yes" checked />Only show what it would decide</label>
        <button class="btn">Upload</button>
      </form>`
    }`;
}

/** Draws the result row by row. */
export function importedView({ dry_run: dry, made_at: made, rows, left, decided, waiting, before, refused, remarks }: ShownImport): Html {
  const words = dry ? "would be decided" : decided.length === 1 ? "was decided" : "were decided";
  return html`${done(`${counted(decided.length, "removal")} ${words}.`)}
    ${remarks.map((sentence) => html`<p class="warn">${prose(sentence)}</p>`)}
    <p>
      The workbook was made ${time(made)}; of its ${counted(rows, "row")} ${left} ${left === 1 ? "has" : "have"} no
      decision.${dry && " Nothing was changed; upload it again without the tick to decide."}
    </p>
    ${
      decided.length > 0 &&
      html`${table<ListedRemoval>(
        dry ? "Would be decided" : "Decided",
        [
          { head: "Person", rowHeader: true, cell: ({ id, person }) => html`<a href="/review/removals/${id}">${data(person.name)}</a>` },
          { head: "Group", cell: ({ group }) => groupPath(group.path) },
          { head: "Status", cell: removalStateText },
        ],
        decided.slice(0, mostListed),
      )}${cutNote(Math.min(mostListed, decided.length), decided.length, "removals")}`
    }
    ${rowsOf("Another reviewer is needed", waiting)} ${rowsOf("Already decided from this workbook", before)}
    ${rowsOf("Not accepted", refused)}
    <p><a class="btn" href="/review">Back to review</a></p>`;
}

function rowsOf(title: string, rows: readonly RefusedRow[]): Html | null {
  if (rows.length === 0) return null;
  return html`<h2>${title}</h2>
    ${table<RefusedRow>(
      counted(rows.length, "row"),
      [
        { head: "Row", rowHeader: true, cell: ({ sheet, row }) => html`${row} <span class="soft">${data(sheet)}</span>` },
        { head: "Removal", cell: ({ id }) => data(id) },
        { head: "Why", wide: true, cell: ({ why }) => prose(why) },
      ],
      rows.slice(0, mostListed),
    )}${cutNote(Math.min(mostListed, rows.length), rows.length, "rows")}`;
}
