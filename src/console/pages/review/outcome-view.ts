import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { capitalised, removalStateText } from "../../../reporting/labels.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { t } from "../../../reporting/locales/t.ts";
import type { DecidedImpact } from "../../../domain/explanation.ts";
import { decidedImpactText } from "../../../reporting/removals/decided-impact.ts";
import type { AppliedProgress } from "../../../store/review/review-progress.ts";
import type { Outcome } from "../../../actions/review/outcome.ts";
import type { ShownRemoval } from "./removal-data.ts";
import { addedBackText, addingBackCard, applyingCard, lastFailure } from "./applying.ts";
import { nextCard, type NextQuestion } from "./next-question.ts";
import { undoForm } from "./decide-form.ts";
import { lostItems } from "./impact-view.ts";
import { banner, done, groupPath, personLink, prose, table } from "../parts.ts";
import { canUndo } from "./removal-view.ts";
import { addBackButtons, outcomeField, undoText } from "./undo.ts";

/** The audit trail has all of them. */
const MAX_LISTED = 100;

/** Returns whether a membership is removed, and neither added back nor being added back. */
const isRemoved = ({ id, status, restored }: ShownRemoval, addingBack: ReadonlySet<string>): boolean =>
  status === "applied" && restored === null && !addingBack.has(id);

/** Says what a request did, with the number of removals. */
function summary(what: Outcome["what"], n: number): string {
  switch (what) {
    case "approved":
      return t("removal.some_are_approved", { n });
    case "rejected":
      return t("removal.some_are_kept", { n });
    case "undone":
      return t("removal.approvals_are_undone", { n });
    case "keep_undone":
      return t("removal.keeping_is_undone", { n });
    case "handed_over":
      return t("review.removals_reassigned", { n });
    case "commented":
      return t("review.removals_comment", { n });
  }
}

/** Says what came of a decision; `null`: none of it is in force. */
function decisionText({ what }: Outcome, { open, removed, kept }: Record<"open" | "removed" | "kept", number>): string | null {
  if (what === "rejected") return kept === 0 ? null : summary(what, kept);
  if (open > 0) return summary("approved", open + removed);
  return removed === 0 ? null : t("review.memberships_removed", { n: removed });
}

/** Returns the title of the result page: a page on which everything is refused says so. */
export function outcomeTitle({ what, done: all, returning, waiting }: Outcome): string {
  const nothing = all.length + returning.length + waiting.length === 0;
  if (what.endsWith("undone")) return nothing ? t("review.nothing_undone_2") : t("review.decisions_undone");
  return nothing ? t("review.nothing_decided") : t("review.decisions_saved");
}

/** Names the decision, and whether it still counts. If all of it was undone, the message of the action reports that. */
function result(outcome: Outcome, of: ReadonlyMap<string, ShownRemoval>, addingBack: ReadonlySet<string>): Html | null {
  const { what, done: all, returning, refused } = outcome;
  const undone = what.endsWith("undone");
  // The message of the action reports what was undone.
  if (undone && refused.length === 0)
    return all.length === 0 && returning.length > 0 && addingBack.size === 0
      ? done(addedBackText(returning.flatMap(({ id }) => of.get(id) ?? [])))
      : null;
  const { waiting } = outcome;
  const saved = waiting.length > 0 && done(t("review.your_approvals_saved", { n: waiting.length }));
  if (all.length + returning.length === 0 && saved !== false) return saved;
  if (all.length + returning.length === 0)
    return banner("warn", "alert", html`<p>${undone ? t("review.nothing_undone") : t("review.nothing_changed")}</p>`);
  const now = all.flatMap(({ id }) => of.get(id) ?? []);
  const count = (is: (removal: ShownRemoval) => boolean): number => now.filter(is).length;
  const counts = {
    open: count(({ status }) => status === "approved"),
    removed: count((removal) => isRemoved(removal, addingBack)),
    kept: count(({ status }) => status === "rejected"),
  };
  // The card below follows those that are being added back.
  const back = returning.flatMap(({ id }) => (addingBack.has(id) ? [] : (of.get(id) ?? [])));
  const deciding = what === "approved" || what === "rejected";
  const text = deciding ? decisionText(outcome, counts) : all.length > 0 ? summary(what, all.length) : null;
  return html`${text !== null && done(text)} ${saved} ${back.length > 0 && done(addedBackText(back))}
  ${text === null && back.length === 0 && addingBack.size === 0 && banner("info", "info", html`<p>${t("review.decision_undone_changed_since")}</p>`)}`;
}

export interface OutcomeData extends NextQuestion {
  id: string;
  outcome: Outcome;
  now: ShownRemoval[];
  /** The ids of the memberships that a run is adding back now. */
  addingBack: ReadonlySet<string>;
  applying: AppliedProgress | null;
}

/** Draws what was decided, what was not and why, and how to undo it. It follows approved removals until they are applied. */
export function outcomeView({ id: page, outcome, now, addingBack, applying, next, left }: OutcomeData, request: FastifyRequest): Html {
  const { what, waiting, refused, remarks } = outcome;
  const of = new Map(now.map((removal) => [removal.id, removal]));
  const names = [...outcome.done, ...outcome.returning].flatMap(({ id }) => of.get(id) ?? []);
  const undoable = now
    .filter((removal) => canUndo(removal) || isRemoved(removal, addingBack))
    .filter(({ id }) => [...outcome.done, ...waiting].some((settled) => settled.id === id));
  // The card that follows an undo says how it ended.
  return html`<div ${!what.endsWith("undone") && html`data-part="result"`}>${result(outcome, of, addingBack)}</div>
    ${remarks.map((remark) => html`<p class="warn">${prose(remark)}</p>`)} ${nextCard({ next, left })}
    ${
      addingBack.size > 0
        ? addingBackCard(addingBack.size, `/review/done/${page}`)
        : now.some((removal) => removal.status === "approved" || isRemoved(removal, addingBack)) &&
          applyingCard(applying, `/review/done/${page}`)
    }
    ${names.length > 0 && html`<div class="section settled" data-part="done">${list(names.slice(0, MAX_LISTED), outcome.impacts ?? new Map(), addingBack)}${cut(names.length)}</div>`}
    ${
      waiting.length > 0 &&
      html`<h2>${t("review.another_reviewer_needed")}</h2>
        ${reasons(t("review.approved_you_one"), waiting, of)}`
    }
    ${
      refused.length > 0 &&
      html`<h2>${t("review.not_changed")}</h2>
        ${reasons(t("review.not_changed_why"), refused, of)}`
    }
    <div class="section" data-part="undo">${undoSection(page, what, undoable, request)}</div>`;
}

function undoSection(page: string, what: Outcome["what"], undoable: readonly ShownRemoval[], request: FastifyRequest): Html | null {
  if (undoable.length === 0 || (what !== "approved" && what !== "rejected")) return null;
  const applied = undoable.filter(({ status }) => status === "applied").length;
  const counts = { verdict: what, open: undoable.length - applied, applied };
  const n = undoable.length;
  const label = what === "rejected" ? t("review.undo_keeping_people", { n }) : t("review.undo_removals", { n });
  return html`<h2>${t("review.undo")}</h2>
    <p>${undoText(counts)}</p>
    ${undoForm(request, outcomeField(page), label, applied > 0 ? addBackButtons() : null)}`;
}

/** Says that a list is cut; `null` where it is whole. */
function cut(all: number): Html | null {
  if (all <= MAX_LISTED) return null;
  return html`<p class="note">${t("review.first_shown_all", { shown: MAX_LISTED, all })}</p>`;
}

function list(removals: readonly ShownRemoval[], impacts: ReadonlyMap<string, DecidedImpact>, addingBack: ReadonlySet<string>): Html {
  return table<ShownRemoval>(
    t("operation.removals"),
    [
      { head: t("labels.person"), rowHeader: true, cell: ({ job, person }) => personLink({ job, ...person }) },
      { head: t("labels.group"), cell: ({ group }) => groupPath(group.path) },
      {
        head: t("workbook.impact"),
        cell: ({ id }) => {
          const impact = impacts.get(id);
          return impact === undefined ? null : (lostItems(impact) ?? decidedImpactText(impact));
        },
      },
      {
        head: t("labels.status"),
        cell: (removal) =>
          html`${addingBack.has(removal.id) ? t("review.being_added_back") : capitalised(removalStateText(removal))}${removal.status === "superseded" && html`<small>${prose(removal.outcome_fact && factText(removal.outcome_fact))}</small>`}${removal.last_failure_fact !== null && html`<small>${lastFailure(removal)}</small>`}`,
      },
      {
        head: t("review.evidence"),
        cell: ({ id, person }) =>
          html`<a href="/review/removals/${id}">${t("review.evidence")}<span class="sr">: ${data(person.name)}</span></a>`,
      },
    ],
    removals,
  );
}

function reasons(caption: string, entries: Outcome["refused"], of: ReadonlyMap<string, ShownRemoval>): Html {
  // A reason that all share is shown once.
  const [first] = entries;
  const same = new Set(entries.map(({ fact }) => JSON.stringify(fact))).size === 1;
  const shared = first !== undefined && entries.length > 1 && same ? factText(first.fact) : null;
  return html`${shared !== null && html`<p>${prose(shared)}</p>`}${table<Outcome["refused"][number]>(
    caption,
    [
      {
        head: t("workbook.removal"),
        rowHeader: true,
        cell: ({ id }) => {
          const removal = of.get(id);
          return removal === undefined
            ? html`<a href="/review/causes/${id}">${data(id)}</a>`
            : html`<a href="/review/removals/${id}">${data(removal.person.name)}</a><small>${groupPath(removal.group.path)}</small>`;
        },
      },
      { head: t("setup.why"), wide: true, cell: ({ fact }) => (shared === null ? prose(factText(fact)) : null) },
    ],
    entries.slice(0, MAX_LISTED),
  )}${cut(entries.length)}`;
}
