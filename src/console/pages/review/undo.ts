import type { FastifyRequest } from "fastify";
import { Problem, problemFact } from "../../../domain/problem.ts";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { t } from "../../../reporting/locales/t.ts";
import { undo, type Changed } from "../../../review/change-decision.ts";
import { listDecidedWith } from "../../../store/review/decided.ts";
import { listByIds } from "../../../store/review/review-pages.ts";
import type { Removal } from "../../../store/review/removals.ts";
import type { Db } from "../../../store/schema/tables.ts";
import { field } from "../../access/form.ts";
import { unusable } from "../../answers.ts";
import { csrfField } from "../../access/csrf.ts";
import { icon } from "../../../reporting/html/icon.ts";
import type { Actor, ConsoleParts } from "../../parts.ts";
import { flag } from "../query.ts";
import { reasonChips, type Verdict } from "./reasons.ts";

/** The result of undoing: `done` is pending again, `returning` is being added back by these runs. */
interface Undone extends Changed {
  returning: Removal[];
  runs: string[];
}

/** Whether memberships that are removed already are added back. `ask`: a later run then asks for a decision again. */
type AddBack = "no" | "keep" | "ask";

/** Reads the choice from a form or a JSON body. */
export function addBackIn(request: Pick<FastifyRequest, "body">): AddBack {
  if (field(request, "add_back") === "ask") return "ask";
  return flag(request, "add_back") ? "keep" : "no";
}

/** Undoes decisions on exactly these removals. Approvals that are not sent yet are cancelled. */
export async function undoDecisions(
  { state, work, now }: ConsoleParts,
  ids: readonly string[],
  by: Actor,
  reason: string,
  addBack: AddBack,
): Promise<Undone> {
  const named = await listByIds(state.db, ids);
  const applied = named.filter(({ status, restored }) => addBack !== "no" && status === "applied" && restored === null);
  const returned = new Set(applied.map(({ id }) => id));
  const { done, refused } = await undo(
    state,
    ids.filter((id) => !returned.has(id)),
    by,
    reason,
    now(),
  );
  const undone: Undone = { done, refused, returning: [], runs: [] };
  for (const [job, theirs] of Map.groupBy(applied, (removal) => removal.job)) {
    const back = theirs.map(({ id }) => id);
    try {
      undone.runs.push(await work.addBack(job, back, by, reason, addBack === "ask"));
      undone.returning.push(...theirs);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const why = problemFact(error);
      undone.refused.push(...back.map((id) => ({ id, why })));
    }
  }
  return undone;
}

/** Returns the removals of a decision, which the form names by one of them and its time. */
export async function namedByDecision(db: Db, decision: string): Promise<string[]> {
  const [id = "", at = ""] = decision.split("@", 2);
  const time = new Date(at);
  const removals = Number.isNaN(time.getTime()) ? [] : await listDecidedWith(db, id, time);
  if (removals.length === 0) throw unusable(t("review.decision_undone_changed_meanwhile"), t("review.reload_page"));
  return removals.map((removal) => removal.id);
}

/** How many removals of a decision can be undone, and how. */
interface Undoable {
  verdict: Verdict;
  /** Not applied yet, or kept. */
  open: number;
  applied: number;
}

/** Says what undoing does. */
export function undoText({ verdict, open, applied }: Undoable): string {
  if (verdict === "rejected") return t("review.exceptions_end_removals", { n: open });
  return [
    open > 0 && t("review.not_applied_yet_removals", { n: open }),
    applied > 0 && t("review.already_applied_memberships", { n: applied }),
    applied > 0 && keepOrAsk(),
  ]
    .filter((text) => text !== false)
    .join(" ");
}

/** Says what undoing does, while the removals are being applied. */
export function undoAnyText(): string {
  return `${t("review.not_applied_yet_removal")} ${keepOrAsk()}`;
}

/** Says how the two ways to add a membership back differ. */
export function keepOrAsk(): string {
  return t("review.ask_later_run", {
    ask: t("review.add_back_ask"),
    keep: t("review.add_back_keep"),
  });
}

/** Draws the buttons that add memberships back: to decide again, or to keep them. */
export function addBackButtons(): Html {
  return html`<button class="btn primary" name="add_back" value="ask">${t("review.add_back_ask")}</button
    ><button class="btn" name="add_back" value="yes">${t("review.add_back_keep")}</button>`;
}

/** Names the decision of an outcome page in a form. */
export function outcomeField(outcome: string): Html {
  return html`<input type="hidden" name="outcome" value="${outcome}" />`;
}

/**
 * Draws the button and the sheet that undo a decision. `explanation` says what happens, where the numbers are not known;
 * `adding`: memberships may be removed already.
 */
export function undoSheet(
  request: FastifyRequest,
  { id, subject, explanation, about, adding }: { id: string; subject: HtmlValue; explanation: string; about?: string; adding: boolean },
): { button: Html; sheet: Html } {
  const reason = t("review.decided_mistake");
  return {
    button: html`<button class="btn" type="button" popovertarget="${id}">
      ${icon("undo")}${t("review.undo")}${about !== undefined && html`<span class="sr">: ${about}</span>`}
    </button>`,
    sheet: html`<div class="sheet" id="${id}" popover role="dialog" aria-labelledby="${id}-h">
      <form method="post" action="/review/undo">
        ${csrfField(request)}${subject}
        <h2 id="${id}-h">${t("review.undo_decision")}</h2>
        ${about !== undefined && html`<p><b>${data(about)}</b></p>`}
        <p class="soft">${explanation}</p>
        <div class="section stack">
          <div class="field">
            <label for="${id}-r">${t("review.reason_undoing")}</label
            ><input id="${id}-r" name="reason" required maxlength="4000" autocomplete="off" autofocus value="${reason}" />
            <p class="error late">${t("runs.enter_reason_shown")}</p>
            ${reasonChips(`${id}-r`, [reason, t("review.wrong_person_group"), t("review.hr_data_wrong")])}
          </div>
        </div>
        <div class="row">
          ${adding ? addBackButtons() : html`<button class="btn primary">${t("review.undo")}</button>`}<button
            class="btn"
            type="button"
            popovertarget="${id}"
            popovertargetaction="hide"
          >
            ${t("review.cancel")}
          </button>
        </div>
      </form>
    </div>`,
  };
}
