import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { ListedRemoval } from "../../../reporting/removals/pending-removals.ts";
import { cutNote } from "../../../reporting/html/parts.ts";
import { removalStateText } from "../../../reporting/labels.ts";
import { storedText } from "../../../reporting/stored-text.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { RefusedRow } from "../../../review/workbook-import.ts";
import { csrfField } from "../../access/csrf.ts";
import type { RowDecision } from "../../../reporting/workbook/rows.ts";
import { banner, done, groupPath, prose, table, time } from "../parts.ts";

/** A removal with the decision of its row. */
type DecidedRow = ListedRemoval & Partial<Pick<RowDecision, "verdict">>;

/** The result of an upload, row by row. */
export interface ShownImport {
  dry_run: boolean;
  made_at: string;
  rows: number;
  left: number;
  decided: DecidedRow[];
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
      ${tHtml("Download a spreadsheet to decide in: <xlsx>workbook</xlsx>. To read only: <web>HTML</web>, <json>JSON</json>.", {
        xlsx: (words) => html`<a href="/review/export?format=xlsx">${words}</a>`,
        web: (words) => html`<a href="/review/export?format=html">${words}</a>`,
        json: (words) => html`<a href="/review/export?format=json">${words}</a>`,
      })}
    </p>
    ${
      deciding &&
      html`<form class="section" method="post" action="/review/workbook" enctype="multipart/form-data">
        ${csrfField(request)}
        <label>${t("Spreadsheet with decisions")} <input type="file" name="file" required accept=".xlsx,.ods" /></label>
        <label class="pick"><input type="checkbox" name="dry_run" value="yes" checked />${t("Only show what it would decide")}</label>
        <button class="btn">${t("Upload")}</button>
      </form>`
    }`;
}

/** Draws the result row by row. */
export function importedView({ dry_run: dry, made_at: made, rows, left, decided, waiting, before, refused, remarks }: ShownImport): Html {
  const n = decided.length;
  const sum = dry
    ? t("{n, plural, one {# removal would be decided.} other {# removals would be decided.}}", { n })
    : t("{n, plural, one {# removal was decided.} other {# removals were decided.}}", { n });
  return html`${n > 0 ? done(sum) : banner("info", "info", html`<p>${sum}</p>`)}
    ${remarks.map((sentence) => html`<p class="warn">${prose(sentence)}</p>`)}
    <p>
      ${tHtml(
        "The workbook was made {time}; of its {rows, plural, one {# row} other {# rows}}, {left, plural, one {# has} other {# have}} no decision.",
        {
          time: time(made),
          rows,
          left,
        },
      )}${dry && html` ${t("Nothing was changed; upload it again without the tick to decide.")}`}
    </p>
    ${
      decided.length > 0 &&
      html`${table<DecidedRow>(
        dry ? t("Would be decided") : t("Decided"),
        [
          { head: t("Person"), rowHeader: true, cell: ({ id, person }) => html`<a href="/review/removals/${id}">${data(person.name)}</a>` },
          { head: t("Group"), cell: ({ group }) => groupPath(group.path) },
          { head: t("Decision"), cell: decisionText },
          { head: t("Status"), cell: (row) => !dry && removalStateText(row) },
        ],
        decided.slice(0, mostListed),
      )}${cutNote(Math.min(mostListed, decided.length), decided.length)}`
    }
    ${rowsOf(t("Another reviewer is needed"), waiting)} ${rowsOf(t("Already decided from this workbook"), before)}
    ${rowsOf(t("Not accepted"), refused)}
    <p><a class="btn" href="/review">${t("Back to review")}</a></p>`;
}

function decisionText({ verdict, keep_until: end }: DecidedRow): Html | string {
  if (verdict !== "rejected") return t("Remove|advice");
  return end === null ? t("Keep|advice") : tHtml("Kept until {time}", { time: time(end) });
}

function rowsOf(title: string, rows: readonly RefusedRow[]): Html | null {
  if (rows.length === 0) return null;
  return html`<h2>${title}</h2>
    ${table<RefusedRow>(
      t("{n, plural, one {# row} other {# rows}}", { n: rows.length }),
      [
        { head: t("Row"), rowHeader: true, cell: ({ sheet, row }) => html`${row} <span class="soft">${data(sheet)}</span>` },
        { head: t("Removal"), cell: ({ id }) => data(id) },
        { head: t("Why"), wide: true, cell: ({ why }) => prose(storedText(why)) },
      ],
      rows.slice(0, mostListed),
    )}${cutNote(Math.min(mostListed, rows.length), rows.length)}`;
}
