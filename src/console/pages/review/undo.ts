import type { FastifyRequest } from "fastify";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { t } from "../../../reporting/locales/t.ts";
import { csrfField } from "../../access/csrf.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { reasonChips, type Verdict } from "./reasons.ts";

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
function keepOrAsk(): string {
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

/** Draws the form that adds one person back to one group. */
export function addBackForm(request: FastifyRequest, removal: string, { name, group }: { name: string; group: string }): Html {
  return html`<form method="post" action="/review/add-back" class="card section">
    ${csrfField(request)}<input type="hidden" name="removal" value="${removal}" />
    <p>${t("review.name_added_group", { name, group })} ${keepOrAsk()}</p>
    <div class="field">
      <label for="add-back-reason">${t("labels.reason")}</label
      ><input id="add-back-reason" name="reason" required maxlength="4000" autocomplete="off" />
      <p class="error late">${t("runs.enter_reason_shown")}</p>
    </div>
    <p class="buttons">${addBackButtons()}</p>
  </form>`;
}
