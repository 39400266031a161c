import type { FastifyInstance, FastifyRequest } from "fastify";
import { data, html, type Html, type HtmlValue } from "../../model/html.ts";
import { appendAudit } from "../../store/audit.ts";
import { listSessions, revokeSessions, type ConsoleSession } from "../../store/sessions.ts";
import { findUser } from "../../store/users.ts";
import { notFound, Refusal, unusable } from "../answers.ts";
import { goOn, layout, sendPage } from "../layout.ts";
import type { ConsoleParts } from "../parts.ts";
import { setPassword } from "./accounts.ts";
import { csrfField } from "./csrf.ts";
import { field, rawField } from "./form.ts";
import { checkPassword, PASSWORD_RULE, SHORTEST } from "./passwords.ts";
import { route, type ActorsRequest } from "./route.ts";
import { isAlive } from "./sessions.ts";
import { BY_NAME, Throttle } from "./throttle.ts";

/** One's own sessions and password. */
export function addAccountPage(app: FastifyInstance, parts: ConsoleParts): void {
  const { db } = parts.state;
  const attempts = new Throttle(BY_NAME);

  route(app, {
    method: "GET",
    url: "/account",
    right: "own account",
    handler: async (request, reply) => {
      const sessions = await aliveSessions(parts, request.actor.name);
      return sendPage(reply, layout({ title: "My account", request, content: accountContent(request, sessions) }));
    },
  });

  route(app, {
    method: "POST",
    url: "/account/sessions/revoke",
    right: "own account",
    handler: async (request, reply) => {
      const idHash = field(request, "session");
      // Only one's own: the name stands in the condition.
      const ended = idHash === "" ? 0 : await revokeSessions(db, { idHash, user: request.actor.name }, parts.now());
      if (ended === 0) throw notFound("This session has ended already.");
      await appendAudit(
        parts.state,
        { actor: request.actor.name, action: "session_revoked", detail: { user: request.actor.name } },
        parts.now(),
      );
      return goOn(reply, "/account");
    },
  });

  route(app, {
    method: "POST",
    url: "/account/password",
    right: "own account",
    handler: async (request, reply) => {
      const { actor, session } = request;
      if (session?.via !== "password") throw unusable("You did not sign in with a password. Nothing was changed.");
      const now = parts.now();
      const wait = attempts.wait(actor.name, now.getTime());
      if (wait > 0) throw tooMany(wait);
      attempts.count(actor.name, now.getTime());
      const user = await findUser(db, actor.name);
      const { right } = await checkPassword(rawField(request, "current"), user?.password_hash ?? null);
      if (!right) throw unusable("The current password is wrong. Nothing was changed.");
      attempts.forget(actor.name);
      await setPassword({ state: parts.state, by: actor.name, now }, actor.name, rawField(request, "password"), session.idHash);
      return goOn(reply, "/account?changed=password");
    },
  });
}

function tooMany(wait: number): Refusal {
  const seconds = Math.ceil(wait / 1000);
  return new Refusal(429, {
    code: "too_many_requests",
    message: "Too many attempts. Nothing was changed.",
    next: `Wait ${seconds} s, then try again.`,
    headers: { "retry-after": String(seconds) },
  });
}

/** Sessions that could be used at this moment. */
export async function aliveSessions({ state, settings, now }: ConsoleParts, user?: string): Promise<ConsoleSession[]> {
  const at = now();
  const sessions = await listSessions(state.db, { after: at, ...(user === undefined ? {} : { user }) });
  return sessions.filter((session) => isAlive(session, at, settings.session.idle));
}

/** A time as people read it, in UTC: the server does not know where they are. */
export function shownTime(at: Date): Html {
  const iso = at.toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")} UTC</time>`;
}

/** Sessions as a table; `row` may add a cell. */
export function sessionTable(
  sessions: readonly ConsoleSession[],
  here: string | undefined,
  revoke: (session: ConsoleSession) => HtmlValue,
  named: boolean,
): Html {
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          ${named && html`<th scope="col">User</th>`}
          <th scope="col">Since</th>
          <th scope="col">Last seen</th>
          <th scope="col">By</th>
          <th scope="col"><span class="soft">End it</span></th>
        </tr>
      </thead>
      <tbody>
        ${sessions.map(
          (session) =>
            html`<tr>
              ${named && html`<td>${data(session.user_name)}</td>`}
              <td>${shownTime(session.created_at)}</td>
              <td>${shownTime(session.seen_at)}</td>
              <td>${VIA[session.via] ?? session.via}${session.id_hash === here && " (this one)"}</td>
              <td>${revoke(session)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const VIA: Readonly<Record<string, string>> = { password: "password", oidc: "identity provider", link: "one-time link" };

function accountContent(request: ActorsRequest, sessions: readonly ConsoleSession[]): Html {
  const changed = Reflect.get(Object(request.query), "changed") === "password";
  return html`${changed && html`<p class="done" role="status">The password is changed; your other sessions have ended.</p>`}
    <p>You are ${data(request.actor.name)}, ${request.actor.role}.</p>
    <h2>My sessions</h2>
    ${sessionTable(sessions, request.session?.idHash, ({ id_hash }) => revokeForm(request, "/account/sessions/revoke", id_hash), false)}
    ${request.session?.via === "password" && passwordForm(request)}`;
}

/** A button that ends a session. */
export function revokeForm(request: FastifyRequest, action: string, idHash: string): Html {
  return html`<form method="post" action="${action}">
    ${csrfField(request)}<input type="hidden" name="session" value="${idHash}" /><button class="quiet">End</button>
  </form>`;
}

function passwordForm(request: FastifyRequest): Html {
  return html`<h2>Password</h2>
    <form method="post" action="/account/password">
      ${csrfField(request)}
      <label>Current password <input name="current" type="password" autocomplete="current-password" maxlength="256" required /></label>
      <label
        >New password
        <input
          name="password"
          type="password"
          autocomplete="new-password"
          minlength="${SHORTEST}"
          maxlength="256"
          required
          aria-describedby="rule"
      /></label>
      <p id="rule" class="soft">${PASSWORD_RULE}</p>
      <button>Change it</button>
    </form>`;
}
