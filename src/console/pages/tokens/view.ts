import { command, time } from "../../../reporting/html/parts.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { MAX_TOKEN_DAYS, type MadeToken } from "../../../actions/tokens.ts";
import { actionForm } from "../form.ts";

/** The one page that answers a form itself: the token is shown here, and can be asked for nowhere else. */
export function madeView({ name, token, expires_at: until }: MadeToken): Html {
  return html`<p>${tHtml("users.token_name_copy", { name: data(name) })}</p>
    <p class="secret">${token}</p>
    <p>
      ${tHtml("users.valid_until_send", {
        at: time(until),
        header: command("Authorization: Bearer …"),
        variable: command("ROLLCALL_TOKEN"),
      })}
    </p>
    <p><a class="button" href="/tokens">${t("users.done")}</a></p>`;
}

/** The form for another token. */
export function tokenForm(request: ActorsRequest): Html {
  return html`<h2>${t("users.create_token")}</h2>
    ${actionForm(request, "/tokens/create", {
      fields: {
        name: { label: t("users.name_program_user"), hint: false },
        role: { value: "viewer" },
        days: { label: t("users.valid_days"), type: "number", value: 90, more: html` min="1" max="${MAX_TOKEN_DAYS}" required` },
      },
      button: t("users.create"),
    })}`;
}
