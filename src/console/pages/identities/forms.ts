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
      <label>${t("How do you know?")} <textarea name="reason" required maxlength="4000"></textarea></label>
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
    <label>${t("Key of the person")} <input name="key" autocomplete="off" maxlength="400" required /></label>
    ${confirmBox("sure", t("I checked in the learning service and am sure"))}`;
  return html`<form method="post" action="/identities/link">
      ${csrfField(request)}${hidden("user_id", user)}${hidden("sure", "yes")}
      ${hidden("reason", t("Looked up in the learning service by the account’s id"))}
      <p>${t("It belongs to:")}</p>
      ${creates.map(
        ({ operation, key, username }) => html`<button name="operation" value="${operation}">${data(`${key} · ${username}`)}</button> `,
      )}
    </form>
    ${folded(request, "link", t("It belongs to another person…"), other, t("Link"))}`;
}

/** Draws the form that links the account of a create. */
export function linkForm({ operation, key, candidates }: ShownUnconfirmed, request: FastifyRequest): Html {
  const choice = html`${hidden("operation", operation)}
    <fieldset>
      <legend>${tHtml("Account of {name}", { name: data(key) })}</legend>
      ${candidates.map(({ user_id: user }) => html`<label class="pick"><input type="radio" name="user_id" value="${user}" />${data(user)}</label>`)}
      <label class="pick"><input type="radio" name="user_id" value="" checked />${t("Another account:")}</label>
      <label>user_id <input name="other" autocomplete="off" maxlength="36" /></label>
      ${confirmBox("sure", t("I checked in the learning service and am sure"))}
    </fieldset>`;
  return folded(request, "link", t("It is this account…"), choice, t("Link"));
}

/** Draws the form that confirms that a create did not happen. */
export function retryForm({ operation, job, key, status }: ShownUnconfirmed, request: FastifyRequest): Html {
  const accepted = status === "unlinked";
  const sure = accepted
    ? confirmBox("deleted", t("I checked in the learning service: the account was deleted"))
    : confirmBox("sure", t("I searched the learning service by name and e-mail address: there is no account"));
  const inner = html`${hidden("job", job)}${hidden("key", key)}${hidden("operations", operation)}
    <p class="warn">${t("The next run sends the create again. If an account exists after all, the person then has two.")}</p>
    ${sure}`;
  return folded(request, "retry", accepted ? t("Its account was deleted…") : t("There is no account…"), inner, t("Create it again"));
}

/** Draws the form that says whether a blocked person is the same as another one. */
export function sameForms({ job, key, alike }: HeldPerson, request: FastifyRequest): Html {
  const fields = html`${hidden("job", job)}${hidden("key", key)}`;
  const movable = alike.filter(({ user_id: user }) => user !== null);
  const one = html`${fields}
    <fieldset>
      <legend>${tHtml("Whose account becomes that of {key}?", { key: data(key) })}</legend>
      ${movable.map(
        ({ key: from }, i) =>
          html`<label class="pick"
            ><input
              type="radio"
              name="from"
              value="${from}"
              ${i === 0 && html` checked`}
            />${tHtml("that of {key}", { key: data(from) })}</label
          >`,
      )}
      ${confirmBox("sure", t("I compared both records and am sure"))}
    </fieldset>`;
  const two = html`${fields}${alike.map((other) => hidden("others", other.key))}
    <p>${tHtml("The next run creates an account for {key}. Rollcall asks this only once.", { key: data(key) })}</p>`;
  return html`${movable.length > 0 && folded(request, "move", t("They are one person…"), one, t("Move the account"))}
  ${folded(request, "retry", t("They are different people…"), two, t("They are different people"))}`;
}

/** Draws the form that moves an account to another key, for a person whom no run has blocked. */
export function moveForm(jobs: readonly string[], request: FastifyRequest): Html {
  const names = jobs.map((name) => [name, name] as const);
  const inner = html`${select("job", t("Job"), names, null)}
    <label>${t("Key that has the account now")} <input name="from" autocomplete="off" maxlength="400" required /></label>
    <label>${t("Key that it belongs to from now on")} <input name="key" autocomplete="off" maxlength="400" required /></label>
    ${confirmBox("sure", t("I compared both people and am sure"))}`;
  return folded(request, "move", t("Move an account to another key…"), inner, t("Move the account"));
}
