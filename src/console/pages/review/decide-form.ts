import type { FastifyRequest } from "fastify";
import { html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { assigneeLabel } from "../../../reporting/labels.ts";
import { number } from "../../../reporting/locales/formats.ts";
import { t } from "../../../reporting/locales/t.ts";
import { csrfField } from "../../access/csrf.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { prose } from "../parts.ts";
import { reasonChips, type Verdict } from "./reasons.ts";

export interface DecideForm {
  request: FastifyRequest;
  /** The people to select, or hidden fields that name the removal. */
  subject: HtmlValue;
  /** True where people are selected in the form, so that the buttons need a selection. */
  selecting: boolean;
  /** All people of the cause, for "Remove 19 of 21". */
  people?: number;
  /** How many of them are selected at first. */
  selected?: number;
  /** False where something else than removing is recommended, so that the button does not stand out. */
  recommended?: boolean;
  reviewers: readonly string[];
  /** Reasons that fit: to remove, then to keep. The field starts empty, because it serves both buttons. */
  suggested: readonly string[];
  /** Recent reasons that fit. */
  recent: readonly string[];
  now: Date;
}

/** Draws the form that decides, reassigns or comments. Its bar stays in sight. The evidence that was shown goes along with it. */
export function decideForm({
  request,
  subject,
  selecting,
  people = 0,
  selected = 0,
  recommended = true,
  reviewers,
  suggested,
  recent,
  now,
}: DecideForm): Html {
  const needs = selecting && html` data-needs="yes"`;
  const remove = t("review.remove_advice");
  const removeSome = (n: string): string => (people > 1 ? t("review.remove_total", { n, total: people }) : remove);
  return html`<form class="section" method="post" action="/review/decide" data-decide="yes">
    <button class="sr" disabled hidden>${t("review.enter_decides_nothing")}</button>
    ${csrfField(request)}${subject}
    <div class="bar" role="group" aria-label="${t("workbook.decision")}">
      ${selecting && html`<span class="count" role="status" data-js>${counted(selected, (n) => t("review.selected_2", { n }), t("review.select_least_one"))}</span>`}
      <div class="field">
        <label for="reason">${t("labels.reason")}</label
        ><input
          id="reason"
          name="reason"
          required
          maxlength="4000"
          autocomplete="off"
          placeholder="${t("review.example_department_renamed")}"
          aria-describedby="reason-hint"
        />
        <p class="error late" id="reason-hint">${t("runs.enter_reason_shown")}</p>
        ${reasonChips("reason", suggested, recent)}
      </div>
      <div class="row">
        <button class="${recommended ? "btn primary" : "btn"}" name="verdict" value="approved" ${needs}>
          ${selecting ? html`<span data-nojs>${t("review.remove_selected_people")}</span><span data-js>${counted(selected, removeSome, remove)}</span>` : remove}
        </button>
        <button class="btn" name="verdict" value="rejected" ${needs}>${t("review.keep_advice")}</button>
        <button class="btn" type="button" popovertarget="more-actions">
          ${icon("down")}<span class="sr">${t("review.more_keep_until")}</span>
        </button>
      </div>
      <p
        class="sr"
        id="status"
        role="status"
        data-reason="${t("review.enter_reason_then", { button: "{button}" })}"
        data-confirm="${t("review.press_enter_confirm", { button: "{button}" })}"
      ></p>
    </div>
    ${moreActions(reviewers, suggested.slice(1), needs, now)}
  </form>`;
}

/** Draws a text with the number of selected people, which the script keeps current. */
function counted(selected: number, text: (n: string) => string, none: string): Html {
  const shown = selected === 0 ? none : text(number(selected));
  return html`<span data-count="${text("{n}")}" data-none="${none}">${shown}</span>`;
}

/** Draws the less usual actions. They have a field of their own for the reason, because the sheet covers the bar. */
function moreActions(reviewers: readonly string[], suggested: readonly string[], needs: HtmlValue, now: Date): Html {
  return html`<div class="sheet" id="more-actions" popover role="dialog" aria-labelledby="more-h">
    <h2 id="more-h">${t("review.keep_until_date_reassign")}</h2>
    <div class="section stack">
      <div class="field">
        <label for="more-reason">${t("review.reason_comment")}</label
        ><input id="more-reason" name="more_reason" maxlength="4000" autocomplete="off" autofocus />
        <p class="error late">${t("runs.enter_reason_shown")}</p>
        ${reasonChips("more-reason", [...suggested, t("review.not_clear_yet")])}
      </div>
      <div class="field">
        <label for="more-until">${t("workbook.keep_until")}</label
        ><input id="more-until" type="date" name="more_until" min="${dayAfter(now, 1)}" />
        <p class="error late">${t("review.choose_date")}</p>
        ${untilChips("more-until", now)}
        <p class="hint">${t("review.person_stays_group")}</p>
      </div>
      <div class="row">
        <button class="btn primary" name="verdict" value="rejected_until" formnovalidate data-fields="more-reason more-until" ${needs}>
          ${t("review.keep_until_date")}
        </button>
      </div>
      <hr />
      <div class="field">
        <label for="to">${t("review.reassign_person_role")}</label
        ><input id="to" name="to" list="reviewers" autocomplete="off" maxlength="64" />
        <p class="error late">${t("review.choose_who_decides")}</p>
        <datalist id="reviewers">${reviewers.map((name) => html`<option value="${name}">${assigneeLabel(name)}</option>`)}</datalist>
      </div>
      <div class="row">
        <button class="btn" formaction="/review/hand-over" formnovalidate data-fields="more-reason to" ${needs}>
          ${t("review.reassign")}
        </button>
        <button class="btn" formaction="/review/comment" formnovalidate data-fields="more-reason" ${needs}>
          ${t("review.only_comment")}
        </button>
        <button class="btn quiet" type="button" popovertarget="more-actions" popovertargetaction="hide">${t("setup.close")}</button>
      </div>
    </div>
  </div>`;
}

const CHOICES_IN_DAYS = [30, 90] as const;

/** Draws dates to choose, for keeping a membership until then. They work with the script. */
function untilChips(field: string, now: Date): Html {
  return html`<p class="chips reasons" data-reasons="${field}" data-js>
    ${CHOICES_IN_DAYS.map((n) => html`<button class="btn chip" type="button" value="${dayAfter(now, n)}">${t("review.days_2", { n })}</button>`)}
  </p>`;
}

function dayAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

export interface DecideSheet {
  request: FastifyRequest;
  /** Makes ids unique on the page. */
  id: string;
  verdict: Verdict;
  /** The button that opens the sheet; `about` names the question for screen readers. */
  label: string;
  about: string;
  question: string;
  explanation: string;
  /** Hidden fields that name what is decided. */
  subject: HtmlValue;
  /** The recommended action of its card, which is tinted. */
  recommended: boolean;
  /** Reasons that fit. */
  suggested: readonly string[];
  recent: readonly string[];
  /** The first suggested reason is in the field already. */
  prefilled: boolean;
  now: Date;
}

/** Draws a button that opens a sheet, which asks for the reason and decides. */
export function decideSheet({
  request,
  id,
  verdict,
  label,
  about,
  question,
  explanation,
  subject,
  recommended,
  suggested,
  recent,
  prefilled,
  now,
}: DecideSheet): {
  button: Html;
  sheet: Html;
} {
  const button = html`<button class="${recommended ? "btn rec" : "btn"}" type="button" popovertarget="${id}">
    ${label}<span class="sr">: ${about}</span>
  </button>`;
  const sheet = html`<div class="sheet" id="${id}" popover role="dialog" aria-labelledby="${id}-h">
    <form method="post" action="/review/decide">
      ${csrfField(request)}${subject}${back(request)}
      <h2 id="${id}-h">${question}</h2>
      <p class="soft">${prose(explanation)}</p>
      <div class="section stack">
        <div class="field">
          <label for="${id}-r">${t("labels.reason")}</label
          ><input
            id="${id}-r"
            name="reason"
            required
            maxlength="4000"
            autocomplete="off"
            autofocus
            ${prefilled && suggested[0] !== undefined && html` value="${suggested[0]}"`}
          />
          <p class="error late">${t("runs.enter_reason_shown")}</p>
          ${!(prefilled && new Set([...suggested, ...recent]).size === 1) && reasonChips(`${id}-r`, suggested, recent)}
        </div>
        ${
          verdict === "rejected" &&
          html`<div class="field">
            <label for="${id}-u">${t("review.keep_until_optional")}</label
            ><input id="${id}-u" name="until" type="date" min="${dayAfter(now, 1)}" />
            ${untilChips(`${id}-u`, now)}
          </div>`
        }
      </div>
      <div class="row">
        <button class="btn primary" name="verdict" value="${verdict}">${label}</button
        ><button class="btn" type="button" popovertarget="${id}" popovertargetaction="hide">${t("review.cancel")}</button>
      </div>
    </form>
  </div>`;
  return { button, sheet };
}

/** Names the list with its filter, to which a decision leads back. A person is left out, who may have no pending removal then. */
function back({ url }: FastifyRequest): Html | null {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  searchParams.delete("person");
  return pathname === "/review" && searchParams.size > 0
    ? html`<input type="hidden" name="back" value="${pathname}?${searchParams.toString()}" />`
    : null;
}

/** Draws the form that undoes a decision. Without `buttons`, it has one with the label. */
export function undoForm(request: FastifyRequest, subject: HtmlValue, label: string, buttons: Html | null = null): Html {
  return html`<form method="post" action="/review/undo" class="card section">
    ${csrfField(request)}${subject}
    <div class="field">
      <label for="undo-reason">${t("review.reason_undoing")}</label
      ><input id="undo-reason" name="reason" required maxlength="4000" autocomplete="off" />
      <p class="error late">${t("runs.enter_reason_shown")}</p>
    </div>
    <p class="buttons">${buttons ?? html`<button class="btn">${icon("undo")}${label}</button>`}</p>
  </form>`;
}

/** Draws what each key does, and the switch that turns the keys off. */
export function keyHelp(): Html {
  const keys: readonly (readonly [string, string])[] = [
    ["j", t("shell.next")],
    ["k", t("shell.previous")],
    ["x", t("review.select_clear")],
    ["o", t("review.open_key")],
    ["r", t("review.remove_moves_reason")],
    ["e", t("review.keep_moves_reason")],
    ["/", t("shell.search")],
    ["?", t("review.show_help")],
  ];
  return html`<button type="button" id="open-keys" class="btn quiet" data-js>${icon("keyboard")}${t("review.keyboard_shortcuts")}</button>
    <dialog id="keys" aria-labelledby="keys-h">
      <h2 id="keys-h">${t("review.keyboard_shortcuts")}</h2>
      <dl class="kv">
        ${keys.map(
          ([key, meaning]) =>
            html`<dt><kbd>${key}</kbd></dt>
              <dd>${meaning}</dd>`,
        )}
      </dl>
      <label class="pick"><input type="checkbox" id="keys-on" />${t("review.enable_keyboard_shortcuts")}</label>
      <form method="dialog"><button class="btn">${t("setup.close")}</button></form>
    </dialog>`;
}
