import { roleLabel } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { html, type Html, data } from "../../../reporting/html/html.ts";
import { appendAudit } from "../../../store/audit/audit.ts";
import { revokeSessions } from "../../../store/console/sessions.ts";
import { findUser } from "../../../store/console/users.ts";
import { notFound, Refusal, unusable } from "../../answers.ts";
import { doneAt } from "../../flash.ts";
import { pageAction, addPageRoute } from "../page-route.ts";
import type { ConsoleParts } from "../../parts.ts";
import { readerForm } from "../../reader-form.ts";
import { setPassword } from "../../access/accounts.ts";
import { madeVia } from "../../../review/possible-actors.ts";
import { csrfField } from "../../access/csrf.ts";
import { field, rawField } from "../../access/form.ts";
import { checkPassword, passwordRule, PASSWORD_LENGTHS } from "../../access/passwords.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { openSessions, sessionTable, type ShownSession } from "./sessions-view.ts";
import { BY_NAME, Throttle } from "../../access/throttle.ts";

/** Who asks, and the open sessions of that name. */
interface Account {
  name: string;
  role: string;
  via: string;
  sessions: ShownSession[];
}

/** One's own sessions and password. */
export function addAccountPage(app: FastifyInstance, parts: ConsoleParts): void {
  const { db } = parts.state;
  const attempts = new Throttle(BY_NAME);

  addPageRoute<Account>(app, {
    url: "/account",
    right: "own account",
    load: async ({ actor, session }) => ({
      name: actor.name,
      role: actor.role,
      via: session?.via ?? actor.via,
      sessions: await openSessions(parts, session, actor.name),
    }),
    draw: (account, request) => ({ title: t("shell.my_account"), content: drawAccount(account, request) }),
  });

  pageAction(app, {
    url: "/account/sessions/revoke",
    right: "own account",
    act: async (request) => {
      const idHash = field(request, "session");
      // Only your own: the name is in the condition.
      const ended = idHash === "" ? 0 : await revokeSessions(db, { idHash, user: request.actor.name }, parts.now());
      if (ended === 0) throw notFound(t("access.session_ended_already"));
      await appendAudit(
        parts.state,
        { actor: request.actor.name, action: "session_revoked", detail: { user: request.actor.name } },
        parts.now(),
      );
      return { ended: { user: request.actor.name } };
    },
    next: ({ ended: { user } }) => doneAt("/account", "session_ended", { name: user }),
  });

  pageAction(app, {
    url: "/account/password",
    right: "own password",
    act: async (request) => {
      const { actor, session } = request;
      if (session?.via !== "password") throw unusable(t("access.you_not_sign"));
      const now = parts.now();
      const wait = attempts.wait(actor.name, now.getTime());
      if (wait > 0) throw tooMany(wait);
      attempts.count(actor.name, now.getTime());
      const user = await findUser(db, actor.name);
      const { right } = await checkPassword(rawField(request, "current"), user?.password_hash ?? null);
      if (!right) throw unusable(t("access.current_password_wrong"));
      attempts.reset(actor.name);
      await setPassword(
        { state: parts.state, by: actor.name, via: madeVia(actor), now },
        actor.name,
        rawField(request, "password"),
        session.idHash,
      );
      return { changed: "password" };
    },
    next: () => doneAt("/account", "password_changed"),
  });
}

function tooMany(wait: number): Refusal {
  const seconds = Math.ceil(wait / 1000);
  return new Refusal(429, {
    code: "too_many_requests",
    message: t("access.too_many_attempts_nothing"),
    next: t("access.wait_seconds_then", { n: seconds }),
    headers: { "retry-after": String(seconds) },
  });
}

function drawAccount({ name, role, sessions }: Account, request: ActorsRequest): Html {
  return html`<p>${tHtml("access.you_name_role", { name: data(name), role: roleLabel(role) })}</p>
    ${readerForm(request)}
    <h2>${t("access.my_sessions")}</h2>
    ${sessionTable(request, sessions, "/account/sessions/revoke", false)} ${request.session?.via === "password" && passwordForm(request)}`;
}

function passwordForm(request: FastifyRequest): Html {
  return html`<h2>${t("access.password_2")}</h2>
    <form method="post" action="/account/password">
      ${csrfField(request)}
      <label
        >${t("access.current_password")} <input name="current" type="password" autocomplete="current-password" maxlength="256" required
      /></label>
      <label
        >${t("access.new_password")}
        <input
          name="password"
          type="password"
          autocomplete="new-password"
          minlength="${PASSWORD_LENGTHS.min}"
          maxlength="256"
          required
          aria-describedby="rule"
      /></label>
      <p id="rule" class="soft">${passwordRule()}</p>
      <button>${t("access.change_password")}</button>
    </form>`;
}
