import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { FastifyRequest } from "fastify";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { csrfField } from "../../access/csrf.ts";
import type { AccountToIdentify, HeldPerson, ShownUnconfirmed } from "./shapes.ts";
import { select } from "../parts.ts";

/** Draws a form behind a closed question, so that it is not sent by accident. */
function folded(request: FastifyRequest, action: string, question: string, inner: HtmlValue, button: string): Html {
  return html`<details>
    <summary>${question}</summary>
    <form method="post" action="/identities/${action}">
      ${csrfField(request)}${inner}
      <label>${t("identities.how_you_know")} <textarea name="reason" required maxlength="4000"></textarea></label>
      <button>${button}</button>
    </form>
  </details>`;
}

function hidden(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

function confirmBox(name: string, words: HtmlValue): Html {
  return html`<label class="pick"><input type="checkbox" name="${name}" value="yes" />${words}</label>`;
}

/** Draws the forms that say whose an account is: a button for each person who may be its owner, and a form for another one. */
export function identifyForms({ user_id: user, job, creates }: AccountToIdentify, request: FastifyRequest): Html {
  const other = html`${hidden("user_id", user)}${hidden("job", job)}
    <label>${t("identities.key_person")} <input name="key" autocomplete="off" maxlength="400" required /></label>
    ${confirmBox("sure", t("identities.i_checked_learning_service_am"))}`;
  return html`<form method="post" action="/identities/link">
      ${csrfField(request)}${hidden("user_id", user)}${hidden("sure", "yes")} ${hidden("reason", t("identities.looked_up_learning"))}
      <p>${t("identities.belongs")}</p>
      ${creates.map(
        ({ operation, key, username }) => html`<button name="operation" value="${operation}">${data(`${key} · ${username}`)}</button> `,
      )}
    </form>
    ${folded(request, "link", t("identities.belongs_another_person"), other, t("identities.link"))}`;
}

/** Draws the form that links the account of a create. */
export function linkForm({ operation, key, candidates }: ShownUnconfirmed, request: FastifyRequest): Html {
  const choice = html`${hidden("operation", operation)}
    <fieldset>
      <legend>${tHtml("shell.account_name", { name: data(key) })}</legend>
      ${candidates.map(({ user_id: user }) => html`<label class="pick"><input type="radio" name="user_id" value="${user}" />${data(user)}</label>`)}
      <label class="pick"><input type="radio" name="user_id" value="" checked />${t("identities.another_account")}</label>
      <label>user_id <input name="other" autocomplete="off" maxlength="36" /></label>
      ${confirmBox("sure", t("identities.i_checked_learning_service_am"))}
    </fieldset>`;
  return folded(request, "link", t("identities.account"), choice, t("identities.link"));
}

/** Draws the form that confirms that a create did not happen. */
export function retryForm({ operation, job, key, status }: ShownUnconfirmed, request: FastifyRequest): Html {
  const accepted = status === "unlinked";
  const sure = accepted
    ? confirmBox("deleted", t("identities.i_checked_learning_service_account"))
    : confirmBox("sure", t("identities.i_searched_learning"));
  const inner = html`${hidden("job", job)}${hidden("key", key)}${hidden("operations", operation)}
    <p class="warn">${t("identities.next_run_sends")}</p>
    ${sure}`;
  return folded(
    request,
    "retry",
    accepted ? t("identities.account_deleted") : t("identities.no_account"),
    inner,
    t("identities.create_again"),
  );
}

/** Draws the form that says whether a blocked person is the same as another one. */
export function sameForms({ job, key, alike }: HeldPerson, request: FastifyRequest): Html {
  const fields = html`${hidden("job", job)}${hidden("key", key)}`;
  const movable = alike.filter(({ user_id: user }) => user !== null);
  const one = html`${fields}
    <fieldset>
      <legend>${tHtml("identities.whose_account_becomes", { key: data(key) })}</legend>
      ${movable.map(
        ({ key: from }, i) =>
          html`<label class="pick"
            ><input
              type="radio"
              name="from"
              value="${from}"
              ${i === 0 && html` checked`}
            />${tHtml("identities.key", { key: data(from) })}</label
          >`,
      )}
      ${confirmBox("sure", t("identities.i_compared_both_records"))}
    </fieldset>`;
  const two = html`${fields}${alike.map((other) => hidden("others", other.key))}
    <p>${tHtml("identities.next_run_creates_account_key", { key: data(key) })}</p>`;
  return html`${movable.length > 0 && folded(request, "move", t("identities.one_person"), one, t("identities.move_account"))}
  ${folded(request, "retry", t("identities.different_people"), two, t("identities.different_people_2"))}`;
}

/** Draws the form that moves an account to another key, for a person whom no run has blocked. */
export function moveForm(jobs: readonly string[], request: FastifyRequest): Html {
  const names = jobs.map((name) => [name, name] as const);
  const inner = html`${select("job", t("labels.job"), names, null)}
    <label>${t("identities.key_account_now")} <input name="from" autocomplete="off" maxlength="400" required /></label>
    <label>${t("identities.key_belongs_now")} <input name="key" autocomplete="off" maxlength="400" required /></label>
    ${confirmBox("sure", t("identities.i_compared_both_people"))}`;
  return folded(request, "move", t("identities.move_account_another"), inner, t("identities.move_account"));
}
