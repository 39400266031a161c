import type { FastifyInstance, FastifyRequest } from "fastify";
import { data, html, type Html } from "../../model/html.ts";
import { listTokens, revokeToken, type ApiToken } from "../../store/api-tokens.ts";
import { appendAudit } from "../../store/audit.ts";
import { notFound, unusable } from "../answers.ts";
import { goOn, layout, sendPage } from "../layout.ts";
import type { ConsoleParts } from "../parts.ts";
import { shownTime } from "./account-page.ts";
import { csrfField } from "./csrf.ts";
import { field } from "./form.ts";
import { NAME_RULE, tokenName } from "./names.ts";
import { route } from "./route.ts";
import { createToken, isUsable } from "./tokens.ts";
import { roleChoice, roleIn } from "./users-page.ts";

const DAY = 86_400_000;
/** The longest that a token may be good for, in days. */
export const LONGEST_DAYS = 366;

/** API tokens, for administrators. */
export function addTokensPage(app: FastifyInstance, parts: ConsoleParts): void {
  const { state } = parts;
  route(app, {
    method: "GET",
    url: "/tokens",
    right: "manage tokens",
    handler: async (request, reply) => {
      const content = tokensContent(request, await listTokens(state.db), parts.now());
      return sendPage(reply, layout({ title: "Tokens", request, content }));
    },
  });
  route(app, {
    method: "POST",
    url: "/tokens/create",
    right: "manage tokens",
    handler: async (request, reply) => {
      const name = tokenName(field(request, "name"));
      if (name === null) throw unusable("This cannot be the name of a token. Nothing was created.", NAME_RULE);
      const days = Number(field(request, "days"));
      if (!Number.isInteger(days) || days < 1 || days > LONGEST_DAYS)
        throw unusable(`A token lasts from 1 to ${LONGEST_DAYS} days. Nothing was created.`);
      const now = parts.now();
      const expiresAt = new Date(now.getTime() + days * DAY);
      const made = await createToken(state, { name, role: roleIn(request), expiresAt, by: request.actor.name }, now);
      // The one page that answers a form itself: the token is shown here, and can be asked for nowhere else.
      const content = html`<p>This is the token ${data(name)}. It is shown this once:</p>
        <p class="secret">${made.token}</p>
        <p>
          Good until ${shownTime(expiresAt)}. Send it as <code>Authorization: Bearer …</code>, or set it as <code>ROLLCALL_TOKEN</code>.
        </p>
        <p><a class="button" href="/tokens">I have copied it</a></p>`;
      return sendPage(reply, layout({ title: "A new token", request, content }));
    },
  });
  route(app, {
    method: "POST",
    url: "/tokens/revoke",
    right: "manage tokens",
    handler: async (request, reply) => {
      const ended = await revokeToken(state.db, field(request, "id"), parts.now());
      if (ended === undefined) throw notFound("This token has ended already.");
      await appendAudit(
        state,
        { actor: request.actor.name, action: "token_revoked", detail: { id: ended.id, name: ended.name } },
        parts.now(),
      );
      return goOn(reply, "/tokens");
    },
  });
}

function tokensContent(request: FastifyRequest, tokens: readonly ApiToken[], now: Date): Html {
  const rows = tokens.map(
    (token) =>
      html`<tr>
        <td>${data(token.name)}<br /><span class="soft">${token.id}</span></td>
        <td>${token.role}</td>
        <td>${shownTime(token.created_at)} by ${data(token.created_by)}</td>
        <td>${token.used_at === null ? "never" : shownTime(token.used_at)}</td>
        <td>${token.revoked_at !== null ? "revoked" : token.expires_at <= now ? "expired" : shownTime(token.expires_at)}</td>
        <td>
          ${isUsable(token, now) && html`<form method="post" action="/tokens/revoke">${csrfField(request)}<input type="hidden" name="id" value="${token.id}" /><button class="quiet">Revoke ${data(token.name)}</button></form>`}
        </td>
      </tr>`,
  );
  return html`<p class="soft">A token lets a machine in by the JSON interface, or says who decides on the command line.</p>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th scope="col">Token</th>
            <th scope="col">Role</th>
            <th scope="col">Created</th>
            <th scope="col">Last used</th>
            <th scope="col">Good until</th>
            <th scope="col"><span class="soft">End it</span></th>
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
        >Name of the machine, or of the user who uses it
        <input name="name" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="64" required
      /></label>
      ${roleChoice("viewer", "Role")}
      <label>Good for so many days <input name="days" type="number" min="1" max="${LONGEST_DAYS}" value="90" required /></label>
      <button>Create</button>
    </form>`;
}
