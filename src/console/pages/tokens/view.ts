import { command, time } from "../../../reporting/html/parts.ts";
import { roleLabel } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { TokenSort } from "../../../store/console/api-tokens.ts";
import { MAX_TOKEN_DAYS, type MadeToken } from "../../../actions/tokens.ts";
import type { Sort } from "../../../store/sort.ts";
import { actionForm } from "../form.ts";
import { table } from "../parts.ts";

/** A token without its text and digest. */
export interface ShownToken {
  id: string;
  name: string;
  role: string;
  created_at: string;
  created_by: string;
  expires_at: string;
  used_at: string | null;
  revoked_at: string | null;
  /** Neither revoked nor expired. */
  usable: boolean;
}

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

/** The tokens and a form for another one. */
export function tokensView({ tokens, sort }: { tokens: readonly ShownToken[]; sort: Sort<TokenSort> }, request: ActorsRequest): Html {
  return html`${
      tokens.length > 0 &&
      table<ShownToken>(
        "",
        [
          { head: t("users.token"), sort: "name", rowHeader: true, cell: ({ name, id }) => html`${data(name)}<small>${id}</small>` },
          { head: t("users.role"), sort: "role", cell: ({ role }) => roleLabel(role) },
          {
            head: t("users.created"),
            sort: "created",
            cell: ({ created_at: at, created_by: by }) => tHtml("users.name", { at: time(at), name: data(by) }),
          },
          { head: t("users.last_used"), sort: "used", cell: ({ used_at: at }) => (at === null ? t("users.never") : time(at)) },
          { head: t("users.valid_until"), sort: "expires", cell: endOf },
          { head: t("access.actions"), cell: (token) => token.usable && revokeForm(token, request) },
        ],
        tokens,
        { ...sort, url: request.url },
      )
    }
    <h2>${t("users.create_token")}</h2>
    ${actionForm(request, "/tokens/create", {
      fields: {
        name: { label: t("users.name_program_user"), hint: false },
        role: { value: "viewer" },
        days: { label: t("users.valid_days"), type: "number", value: 90, more: html` min="1" max="${MAX_TOKEN_DAYS}" required` },
      },
      button: t("users.create"),
    })}`;
}

function endOf({ revoked_at: revoked, usable, expires_at: at }: ShownToken): Html | string {
  if (revoked !== null) return t("users.revoked");
  return usable ? time(at) : t("users.expired");
}

function revokeForm({ id, name }: ShownToken, request: ActorsRequest): Html | null {
  const button = html`<button class="quiet"><span>${tHtml("users.revoke_name", { name: data(name) })}</span></button>`;
  return actionForm(request, "/tokens/revoke", { given: { id }, button, kind: "" });
}
