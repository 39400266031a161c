import { t, tHtml } from "../../../reporting/locales/t.ts";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { actionForm, type FormParts } from "../form.ts";
import type { AccountToIdentify, HeldPerson, ShownUnconfirmed } from "./shapes.ts";

/** Draws a form behind a closed question, so that it is not sent by accident. */
function folded(request: ActorsRequest, action: "link" | "retry" | "move", { fields, ...parts }: FormParts): Html | null {
  return actionForm(request, `/identities/${action}`, {
    ...parts,
    kind: "",
    fields: { ...fields, reason: { label: t("identities.how_you_know") } },
  });
}

/** A box to select before the button is pressed. */
const box = (label: string) => ({ label });

function radio(name: string, value: string, words: HtmlValue, checked = false): Html {
  return html`<label class="pick"><input type="radio" name="${name}" value="${value}" ${checked && html` checked`} />${words}</label>`;
}

/** Draws the forms that say whose an account is: a button for each person who may be its owner, and a form for another one. */
export function identifyForms({ user_id: user, job, creates }: AccountToIdentify, request: ActorsRequest): Html {
  return html`${actionForm(request, "/identities/link", {
    given: { user_id: user, sure: "yes", reason: t("identities.looked_up_learning") },
    text: html`<p>${t("identities.belongs")}</p>`,
    button: creates.map(
      ({ operation, key, username }) => html`<button name="operation" value="${operation}">${data(`${key} · ${username}`)}</button> `,
    ),
    kind: "",
  })}
  ${folded(request, "link", {
    given: { user_id: user, job },
    fields: {
      key: { label: t("identities.key_person"), more: html` maxlength="400" required` },
      sure: box(t("identities.i_checked_learning_service_am")),
    },
    button: t("identities.link"),
    fold: t("identities.belongs_another_person"),
  })}`;
}

/** Draws the form that links the account of a create. */
export function linkForm({ operation, key, candidates }: ShownUnconfirmed, request: ActorsRequest): Html | null {
  return folded(request, "link", {
    given: { operation },
    fields: {
      user_id: html`<fieldset>
        <legend>${tHtml("shell.account_name", { name: data(key) })}</legend>
        ${candidates.map(({ user_id: user }) => radio("user_id", user, data(user)))}
        ${radio("user_id", "", t("identities.another_account"), true)}
      </fieldset>`,
      other: { label: "user_id", more: html` maxlength="36"` },
      sure: box(t("identities.i_checked_learning_service_am")),
    },
    button: t("identities.link"),
    fold: t("identities.account"),
  });
}

/** Draws the form that confirms that a create did not happen. */
export function retryForm({ operation, job, key, status }: ShownUnconfirmed, request: ActorsRequest): Html | null {
  const accepted = status === "unlinked";
  return folded(request, "retry", {
    given: { job, key, operations: operation },
    text: html`<p class="warn">${t("identities.next_run_sends")}</p>`,
    fields: accepted
      ? { deleted: box(t("identities.i_checked_learning_service_account")) }
      : { sure: box(t("identities.i_searched_learning")) },
    button: t("identities.create_again"),
    fold: accepted ? t("identities.account_deleted") : t("identities.no_account"),
  });
}

/** Draws the forms that say whether a blocked person is the same as another one. */
export function sameForms({ job, key, alike }: HeldPerson, request: ActorsRequest): Html {
  const movable = alike.filter(({ user_id: user }) => user !== null);
  const one: FormParts = {
    given: { job, key },
    fields: {
      from: html`<fieldset>
        <legend>${tHtml("identities.whose_account_becomes", { key: data(key) })}</legend>
        ${movable.map(({ key: from }, i) => radio("from", from, tHtml("identities.key", { key: data(from) }), i === 0))}
      </fieldset>`,
      sure: box(t("identities.i_compared_both_records")),
    },
    button: t("identities.move_account"),
    fold: t("identities.one_person"),
  };
  return html`${movable.length > 0 && folded(request, "move", one)}
  ${folded(request, "retry", {
    given: { job, key, others: alike.map((other) => other.key) },
    text: html`<p>${tHtml("identities.next_run_creates_account_key", { key: data(key) })}</p>`,
    button: t("identities.different_people_2"),
    fold: t("identities.different_people"),
  })}`;
}

/** Draws the form that moves an account to another key, for a person whom no run has blocked. */
export function moveForm(jobs: readonly string[], request: ActorsRequest): Html | null {
  const key = html` maxlength="400"`;
  return folded(request, "move", {
    fields: {
      job: { label: t("labels.job"), choices: jobs.map((name) => [name, name] as const) },
      from: { label: t("identities.key_account_now"), more: key },
      key: { label: t("identities.key_belongs_now"), more: key },
      sure: box(t("identities.i_compared_both_people")),
    },
    button: t("identities.move_account"),
    fold: t("identities.move_account_another"),
  });
}
