import { data, html, type Html } from "../../../reporting/html/html.ts";
import { capitalised, removalStateText, viaLabel } from "../../../reporting/labels.ts";
import { removalReason } from "../../../reporting/removals/why.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { t } from "../../../reporting/locales/t.ts";
import type { AppliedProgress } from "../../../store/review/review-progress.ts";
import { listRemovals } from "../../../store/review/removals.ts";
import type { Db } from "../../../store/schema/tables.ts";
import type { DrawnPage } from "../page-route.ts";
import { personLink, prose, table, time } from "../parts.ts";
import { applyingCard, applyingOf, lastFailure } from "../review/applying.ts";
import { shownRemovals, type ShownRemoval } from "../review/removal-data.ts";

/** Recent decisions lists all. */
const MAX_LISTED = 100;

/** A cause that has no pending removal left. */
export interface DecidedCause {
  cause: null;
  id: string;
  removals: [ShownRemoval, ...ShownRemoval[]];
  applying: AppliedProgress | null;
}

/** Returns the decisions on a cause; `null`: it never had a removal. */
export async function findDecidedCause(db: Db, id: string, now: Date): Promise<DecidedCause | null> {
  const found = await listRemovals(db, { cause: id, limit: MAX_LISTED });
  const [first, ...others] = await shownRemovals(db, found);
  if (first === undefined) return null;
  const approved = found.filter(({ status }) => status === "approved" || status === "applied").map((removal) => removal.id);
  return { cause: null, id, removals: [first, ...others], applying: await applyingOf(db, approved, now) };
}

/** Draws who decided what, for those who come back by an earlier link. */
export function decidedCausePage({ id, removals, applying }: DecidedCause): DrawnPage {
  const [{ group }] = removals;
  return {
    title: t("review.cause_needs_no"),
    lead: prose(
      removalReason(
        group.path,
        removals.map(({ evidence }) => evidence),
      ),
    ),
    crumbs: [["/review", t("labels.pending_removals")]],
    content: html`${applyingCard(applying, `/review/causes/${encodeURIComponent(id)}`)}
      <div class="section" data-part="decided">${list(removals)}</div>
      <p class="buttons">
        <a class="btn" href="/review">${t("review.back_review")}</a
        ><a class="btn" href="/review/decided">${t("review.recent_decisions")}</a>
      </p>`,
  };
}

function list(removals: readonly ShownRemoval[]): Html {
  return table<ShownRemoval>(
    t("review.removals", { n: removals.length }),
    [
      { head: t("labels.person"), rowHeader: true, cell: ({ job, person }) => personLink({ job, ...person }) },
      {
        head: t("labels.status"),
        cell: (removal) =>
          html`${capitalised(removalStateText(removal))}${removal.status === "superseded" && html`<small>${prose(removal.outcome_fact && factText(removal.outcome_fact))}</small>`}${removal.last_failure_fact !== null && html`<small>${lastFailure(removal)}</small>`}`,
      },
      {
        head: t("exceptions.decided"),
        cell: ({ decided_by: by, decided_at: at, decided_how: how }) =>
          by !== null && html`${data(by)}, ${viaLabel(how ?? "")}${at !== null && html`<small>${time(at)}</small>`}`,
      },
      { head: t("labels.reason"), wide: true, cell: ({ decision_reason: reason }) => data(reason) },
      {
        head: t("review.evidence"),
        cell: ({ id, person }) =>
          html`<a href="/review/removals/${id}">${t("review.evidence")}<span class="sr">: ${data(person.name)}</span></a>`,
      },
    ],
    removals,
  );
}
