import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { csrfField } from "../../access/csrf.ts";
import { shownTime } from "../account/sessions-view.ts";
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
  return html`<p>This is the token ${data(name)}. Copy it now; it is not shown again:</p>
    <p class="secret">${token}</p>
    <p>Valid until ${shownTime(until)}. Send it as <code>Authorization: Bearer …</code>, or set it as <code>ROLLCALL_TOKEN</code>.</p>
    <p><a class="button" href="/tokens">Done</a></p>`;
}

/** The tokens and a form for another one. */
export function tokensView({ tokens }: { tokens: readonly ShownToken[] }, request: FastifyRequest): Html {
  const rows = tokens.map(
    (token) =>
      html`<tr>
        <td>${data(token.name)}<br /><span class="soft">${token.id}</span></td>
        <td>${token.role}</td>
        <td>${shownTime(token.created_at)} by ${data(token.created_by)}</td>
        <td>${token.used_at === null ? "never" : shownTime(token.used_at)}</td>
        <td>${token.revoked_at !== null ? "revoked" : token.usable ? shownTime(token.expires_at) : "expired"}</td>
        <td>
          ${token.usable && html`<form method="post" action="/tokens/revoke">${csrfField(request)}<input type="hidden" name="id" value="${token.id}" /><button class="quiet">Revoke ${data(token.name)}</button></form>`}
        </td>
      </tr>`,
  );
  return html`<p class="soft">A token gives a program access to the JSON API, or names the person who decides on the command line.</p>
    <div class="scroll" tabindex="0">
      <table>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Role</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">Valid until</th>
            <th scope="col"><span class="sr">Actions</span></th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
    <h2>Create a token</h2>
    <form method="post" action="/tokens/create">
      ${csrfField(request)}
      <label
        >Name of the program, or of the user who uses it
        <input name="name" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" required
      /></label>
      ${roleChoice("viewer", "Role")}
      <label>Valid for (days) <input name="days" type="number" min="1" max="${MAX_TOKEN_DAYS}" value="90" required /></label>
      <button>Create</button>
    </form>`;
}
