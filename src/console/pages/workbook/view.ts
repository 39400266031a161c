import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { DecidedRow, ShownImport } from "../../../actions/review/workbook.ts";
import { cutNote } from "../../../reporting/html/parts.ts";
import { removalStateText } from "../../../reporting/labels.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { csrfField } from "../../access/csrf.ts";
import type { RefusedRowJson } from "../../../reporting/workbook/rows.ts";
import { banner, done, groupPath, prose, table, time } from "../parts.ts";

const mostListed = 200;

/** Draws the links to the spreadsheet, and the form that uploads it with decisions. */
export function workbookForms(request: FastifyRequest, deciding: boolean): Html {
  return html`<p>
      ${tHtml("review.download_spreadsheet_decide", {
        xlsx: (words) => html`<a href="/review/export?format=xlsx">${words}</a>`,
        web: (words) => html`<a href="/review/export?format=html">${words}</a>`,
        json: (words) => html`<a href="/review/export?format=json">${words}</a>`,
      })}
    </p>
    ${
      deciding &&
      html`<form class="section" method="post" action="/review/workbook" enctype="multipart/form-data">
        ${csrfField(request)}<input type="hidden" name="dry_run" value="yes" />
        <label>${t("review.spreadsheet_decisions")} <input type="file" name="file" required accept=".xlsx,.ods" /></label>
        <p class="soft">${t("review.see_before_apply")}</p>
        <button class="btn">${t("setup.upload")}</button>
      </form>`
    }`;
}

/**
 * Draws the result row by row.
 * @param workbook names the workbook of a preview, which a button applies; `null`: there is nothing to apply
 */
export function importedView(imported: ShownImport, workbook: string | null, request: FastifyRequest): Html {
  const { dry_run: dry, made_at: made, rows, left, unreadable, decided, waiting, before, refused, remarks } = imported;
  const n = decided.length;
  const sum = dry ? t("review.removals_would_decided", { n }) : t("review.removals_decided", { n });
  return html`${n > 0 && !dry ? done(sum) : banner("info", "info", html`<p>${sum}</p>`)}
    ${remarks.map((sentence) => html`<p class="warn">${prose(sentence)}</p>`)}
    <p>
      ${tHtml("review.workbook_made_time", {
        time: time(made),
        rows,
        left,
        unreadable,
      })}${dry && html` ${t("review.nothing_changed_yet")}`}
    </p>
    ${workbook !== null && applyForm(workbook, imported, request)}
    ${
      decided.length > 0 &&
      html`${table<DecidedRow>(
        dry ? t("review.would_decided") : t("identities.decided"),
        [
          {
            head: t("labels.person"),
            rowHeader: true,
            cell: ({ id, person }) => html`<a href="/review/removals/${id}">${data(person.name)}</a>`,
          },
          { head: t("labels.group"), cell: ({ group }) => groupPath(group.path) },
          { head: t("workbook.decision"), cell: decisionText },
          { head: t("labels.status"), cell: (row) => !dry && removalStateText(row) },
        ],
        decided.slice(0, mostListed),
      )}${cutNote(Math.min(mostListed, decided.length), decided.length)}`
    }
    ${rowsOf(t("review.another_reviewer_needed"), waiting)} ${rowsOf(t("review.already_decided_workbook"), before)}
    ${rowsOf(t("review.not_accepted"), refused)}
    <p><a class="btn" href="/review">${t("review.back_review")}</a></p>`;
}

/** Draws the button that applies what the preview shows. */
function applyForm(workbook: string, { decided, waiting }: ShownImport, request: FastifyRequest): Html {
  const keep = decided.filter(({ verdict }) => verdict === "rejected").length;
  const remove = decided.length - keep + waiting.length;
  const label =
    keep === 0
      ? t("review.remove", { n: remove })
      : remove === 0
        ? t("review.keep_n", { n: keep })
        : t("review.remove_and_keep", { remove, keep });
  return html`<form method="post" action="/review/workbook" class="row">
    ${csrfField(request)}<input type="hidden" name="workbook" value="${workbook}" />
    <button class="btn primary">${label}</button>
  </form>`;
}

function decisionText({ verdict, keep_until: end }: DecidedRow): Html | string {
  if (verdict !== "rejected") return t("review.remove_advice");
  return end === null ? t("review.keep_advice") : tHtml("review.kept_until_time", { time: time(end) });
}

function rowsOf(title: string, rows: readonly RefusedRowJson[]): Html | null {
  if (rows.length === 0) return null;
  return html`<h2>${title}</h2>
    ${table<RefusedRowJson>(
      t("setup.rows", { n: rows.length }),
      [
        { head: t("workbook.row"), rowHeader: true, cell: ({ sheet, row }) => html`${row} <span class="soft">${data(sheet)}</span>` },
        { head: t("workbook.removal"), cell: ({ id }) => data(id) },
        { head: t("setup.why"), wide: true, cell: ({ fact }) => prose(factText(fact)) },
      ],
      rows.slice(0, mostListed),
    )}${cutNote(Math.min(mostListed, rows.length), rows.length)}`;
}
