import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { capitalised, removalStateText } from "../../../reporting/labels.ts";
import { storedText } from "../../../reporting/stored-text.ts";
import { t } from "../../../reporting/locales/t.ts";
import type { DecidedImpact } from "../../../domain/explanation.ts";
import { decidedImpactText } from "../../../reporting/removals/decided-impact.ts";
import type { AppliedProgress } from "../../../store/review/review-progress.ts";
import type { Outcome } from "./outcomes.ts";
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
      return t("{n, plural, one {# membership will be removed.} other {# memberships will be removed.}}", { n });
    case "rejected":
      return t("{n, plural, one {# membership is kept.} other {# memberships are kept.}}", { n });
    case "undone":
      return t(
        "{n, plural, one {# decision to remove was undone: the removal is pending again.} other {# decisions to remove were undone: the removals are pending again.}}",
        { n },
      );
    case "keep_undone":
      return t(
        "{n, plural, one {# decision to keep was undone: the removal is pending again.} other {# decisions to keep were undone: the removals are pending again.}}",
        { n },
      );
    case "handed_over":
      return t("{n, plural, one {# removal was reassigned.} other {# removals were reassigned.}}", { n });
    case "commented":
      return t("{n, plural, one {# removal has the comment.} other {# removals have the comment.}}", { n });
  }
}

/** Says what came of a decision; `null`: none of it is in force. */
function decisionText({ what }: Outcome, { open, removed, kept }: Record<"open" | "removed" | "kept", number>): string | null {
  if (what === "rejected") return kept === 0 ? null : summary(what, kept);
  if (open > 0) return summary("approved", open + removed);
  return removed === 0 ? null : t("{n, plural, one {# membership was removed.} other {# memberships were removed.}}", { n: removed });
}

/** Returns the title of the result page: a page on which everything is refused says so. */
export function outcomeTitle({ what, done: all, returning, waiting }: Outcome): string {
  const nothing = all.length + returning.length + waiting.length === 0;
  if (what.endsWith("undone")) return nothing ? t("Nothing undone") : t("Decisions undone");
  return nothing ? t("Nothing decided") : t("Decisions saved");
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
  const saved =
    waiting.length > 0 &&
    done(
      t(
        "{n, plural, one {Your approval is saved.} other {Your # approvals are saved.}} Nothing is removed before another reviewer approves too.",
        { n: waiting.length },
      ),
    );
  if (all.length + returning.length === 0 && saved !== false) return saved;
  if (all.length + returning.length === 0)
    return banner("warn", "alert", html`<p>${undone ? t("Nothing was undone.") : t("Nothing was changed.")}</p>`);
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
  ${text === null && back.length === 0 && addingBack.size === 0 && banner("info", "info", html`<p>${t("This decision was undone or changed since.")}</p>`)}`;
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
      html`<h2>${t("Another reviewer is needed")}</h2>
        ${reasons(t("Approved by you; one more person must approve"), waiting, of)}`
    }
    ${
      refused.length > 0 &&
      html`<h2>${t("Not changed")}</h2>
        ${reasons(t("Not changed, and why"), refused, of)}`
    }
    <div class="section" data-part="undo">${undoSection(page, what, undoable, request)}</div>`;
}

function undoSection(page: string, what: Outcome["what"], undoable: readonly ShownRemoval[], request: FastifyRequest): Html | null {
  if (undoable.length === 0 || (what !== "approved" && what !== "rejected")) return null;
  const applied = undoable.filter(({ status }) => status === "applied").length;
  const counts = { verdict: what, open: undoable.length - applied, applied };
  const n = undoable.length;
  const label =
    what === "rejected"
      ? t("{n, plural, one {Undo keeping} other {Undo keeping # people}}", { n })
      : t("{n, plural, one {Undo the removal} other {Undo # removals}}", { n });
  return html`<h2>${t("Undo")}</h2>
    <p>${undoText(counts)}</p>
    ${undoForm(request, outcomeField(page), label, applied > 0 ? addBackButtons() : null)}`;
}

/** Says that a list is cut; `null` where it is whole. */
function cut(all: number): Html | null {
  if (all <= MAX_LISTED) return null;
  return html`<p class="note">
    ${t("The first {shown} of {all} are shown. The audit trail has all of them.", { shown: MAX_LISTED, all })}
  </p>`;
}

function list(removals: readonly ShownRemoval[], impacts: ReadonlyMap<string, DecidedImpact>, addingBack: ReadonlySet<string>): Html {
  return table<ShownRemoval>(
    t("Removals"),
    [
      { head: t("Person"), rowHeader: true, cell: ({ job, person }) => personLink({ job, ...person }) },
      { head: t("Group"), cell: ({ group }) => groupPath(group.path) },
      {
        head: t("Impact"),
        cell: ({ id }) => {
          const impact = impacts.get(id);
          return impact === undefined ? null : (lostItems(impact) ?? decidedImpactText(impact));
        },
      },
      {
        head: t("Status"),
        cell: (removal) =>
          html`${addingBack.has(removal.id) ? t("Being added back") : capitalised(removalStateText(removal))}${removal.status === "superseded" && html`<small>${prose(storedText(removal.outcome ?? ""))}</small>`}${removal.last_failure !== null && html`<small>${lastFailure(removal)}</small>`}`,
      },
      {
        head: t("Evidence"),
        cell: ({ id, person }) => html`<a href="/review/removals/${id}">${t("Evidence")}<span class="sr">: ${data(person.name)}</span></a>`,
      },
    ],
    removals,
  );
}

function reasons(caption: string, entries: Outcome["refused"], of: ReadonlyMap<string, ShownRemoval>): Html {
  // A reason that all share is shown once.
  const shared = entries.length > 1 && entries.every(({ why }) => why === entries[0]?.why) ? (entries[0]?.why ?? "") : null;
  return html`${shared !== null && html`<p>${prose(shared)}</p>`}${table<Outcome["refused"][number]>(
    caption,
    [
      {
        head: t("Removal"),
        rowHeader: true,
        cell: ({ id }) => {
          const removal = of.get(id);
          return removal === undefined
            ? html`<a href="/review/causes/${id}">${data(id)}</a>`
            : html`<a href="/review/removals/${id}">${data(removal.person.name)}</a><small>${groupPath(removal.group.path)}</small>`;
        },
      },
      { head: t("Why"), wide: true, cell: ({ why }) => (shared === null ? prose(why) : null) },
    ],
    entries.slice(0, MAX_LISTED),
  )}${cut(entries.length)}`;
}
