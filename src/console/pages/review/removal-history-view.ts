/** Comments on a removal, and the earlier removals of the same person and group. */
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { assigneeLabel, removalStateText } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { storedText } from "../../../reporting/stored-text.ts";
import { icon } from "../../icon.ts";
import { prose, table, time } from "../parts.ts";
import type { ShownRemoval, WholeRemoval } from "./removal-data.ts";

/** Says who said or changed something. */
function remark({ by, kind, to }: WholeRemoval["remarks"][number]): Html {
  const name = html`<b>${data(by)}</b>`;
  if (kind === "handed_over") return tHtml("{name} reassigned this to {to}.", { name, to: data(assigneeLabel(to ?? "")) });
  if (kind === "undone") return tHtml("{name} undid the decision.", { name });
  if (kind === "exception_ended") return tHtml("{name} ended the exception.", { name });
  return tHtml("{name} commented.", { name });
}
/** Draws the comments. */
export function talk({ remarks }: WholeRemoval): Html | null {
  if (remarks.length === 0) return null;
  return html`<section class="section" aria-labelledby="history">
    <h2 id="history">${t("Comments")}</h2>
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
  return html`<h2>${t("Earlier removals of this person and group")}</h2>
    ${table<ShownRemoval>(
      t("Earlier removals"),
      [
        { head: t("Removal"), rowHeader: true, cell: ({ id }) => html`<a href="/review/removals/${id}">${id}</a>` },
        { head: t("Since"), cell: ({ since }) => time(since) },
        { head: t("Status"), cell: removalStateText },
        { head: t("By|decision"), cell: ({ decided_by: by }) => data(by) },
        { head: t("Reason"), wide: true, cell: ({ decision_reason: reason }) => data(reason) },
        { head: t("Outcome"), wide: true, cell: ({ outcome }) => prose(outcome === null ? null : storedText(outcome)) },
      ],
      removals,
    )}`;
}
