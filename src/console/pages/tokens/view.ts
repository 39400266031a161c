import { command, time } from "../../../reporting/html/parts.ts";
import { roleLabel } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { csrfField } from "../../access/csrf.ts";
import type { TokenSort } from "../../../store/console/api-tokens.ts";
import type { Sort } from "../../../store/sort.ts";
import { table } from "../parts.ts";
import { roleChoice } from "../users/view.ts";

/** The longest that a token may be good for, in days. */
export const MAX_TOKEN_DAYS = 366;

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

/** A new token with its text, which is shown once. */
export interface MadeToken {
  id: string;
  name: string;
  role: string;
  expires_at: string;
  token: string;
}

/** The one page that answers a form itself: the token is shown here, and can be asked for nowhere else. */
export function madeView({ name, token, expires_at: until }: MadeToken): Html {
  return html`<p>${tHtml("This is the token {name}. Copy it now; it is not shown again:", { name: data(name) })}</p>
    <p class="secret">${token}</p>
    <p>
      ${tHtml("Valid until {at}. Send it as {header}, or set it as {variable}.", {
        at: time(until),
        header: command("Authorization: Bearer …"),
        variable: command("ROLLCALL_TOKEN"),
      })}
    </p>
    <p><a class="button" href="/tokens">${t("Done")}</a></p>`;
}

/** The tokens and a form for another one. */
export function tokensView({ tokens, sort }: { tokens: readonly ShownToken[]; sort: Sort<TokenSort> }, request: FastifyRequest): Html {
  return html`${
      tokens.length > 0 &&
      table<ShownToken>(
        "",
        [
          { head: t("Token"), sort: "name", rowHeader: true, cell: ({ name, id }) => html`${data(name)}<small>${id}</small>` },
          { head: t("Role"), sort: "role", cell: ({ role }) => roleLabel(role) },
          {
            head: t("Created"),
            sort: "created",
            cell: ({ created_at: at, created_by: by }) => tHtml("{at} by {name}", { at: time(at), name: data(by) }),
          },
          { head: t("Last used"), sort: "used", cell: ({ used_at: at }) => (at === null ? t("never") : time(at)) },
          { head: t("Valid until"), sort: "expires", cell: endOf },
          { head: t("Actions"), cell: (token) => token.usable && revokeForm(token, request) },
        ],
        tokens,
        { ...sort, url: request.url },
      )
    }
    <h2>${t("Create a token")}</h2>
    <form method="post" action="/tokens/create" class="act">
      ${csrfField(request)}
      <label
        >${t("Name of the program, or of the user who uses it")}
        <input name="name" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" required
      /></label>
      ${roleChoice("viewer", t("Role"))}
      <label>${t("Valid for (days)")} <input name="days" type="number" min="1" max="${MAX_TOKEN_DAYS}" value="90" required /></label>
      <button>${t("Create")}</button>
    </form>`;
}

function endOf({ revoked_at: revoked, usable, expires_at: at }: ShownToken): Html | string {
  if (revoked !== null) return t("revoked");
  return usable ? time(at) : t("expired");
}

function revokeForm({ id, name }: ShownToken, request: FastifyRequest): Html {
  return html`<form method="post" action="/tokens/revoke">
    ${csrfField(request)}<input type="hidden" name="id" value="${id}" /><button class="quiet">
      <span>${tHtml("Revoke {name}", { name: data(name) })}</span>
    </button>
  </form>`;
}
