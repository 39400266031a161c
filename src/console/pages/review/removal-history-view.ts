/** Comments on a removal, and the earlier removals of the same person and group. */
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { assigneeLabel, removalStateText } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { prose, table, time } from "../parts.ts";
import type { ShownRemoval, WholeRemoval } from "./removal-data.ts";

/** Says who said or changed something. */
function remark({ by, kind, to }: WholeRemoval["remarks"][number]): Html {
  const name = html`<b>${data(by)}</b>`;
  if (kind === "handed_over") return tHtml("review.name_reassigned", { name, to: data(assigneeLabel(to ?? "")) });
  if (kind === "undone") return tHtml("review.name_undid_decision", { name });
  if (kind === "exception_ended") return tHtml("review.name_ended_exception", { name });
  return tHtml("review.name_commented", { name });
}
/** Draws the comments. */
export function talk({ remarks }: WholeRemoval): Html | null {
  if (remarks.length === 0) return null;
  return html`<section class="section" aria-labelledby="history">
    <h2 id="history">${t("workbook.comments")}</h2>
    <ol class="timeline">
      ${remarks.map(
        (one) =>
          html`<li>
            ${icon("chat")}
            <p>${remark(one)} ${time(one.at)}</p>
            <blockquote>${data(one.text)}</blockquote>
          </li>`,
      )}
    </ol>
  </section>`;
}

/** Draws the earlier removals. */
export function earlier(removals: readonly ShownRemoval[]): Html | null {
  if (removals.length === 0) return null;
  return html`<h2>${t("review.earlier_removals_person")}</h2>
    ${table<ShownRemoval>(
      t("review.earlier_removals"),
      [
        { head: t("workbook.removal"), rowHeader: true, cell: ({ id }) => html`<a href="/review/removals/${id}">${id}</a>` },
        { head: t("access.since"), cell: ({ since }) => time(since) },
        { head: t("labels.status"), cell: removalStateText },
        { head: t("review.by_decision"), cell: ({ decided_by: by }) => data(by) },
        { head: t("labels.reason"), wide: true, cell: ({ decision_reason: reason }) => data(reason) },
        { head: t("report.outcome"), wide: true, cell: ({ outcome_fact: outcome }) => prose(outcome && factText(outcome)) },
      ],
      removals,
    )}`;
}
