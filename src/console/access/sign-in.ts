import { t } from "../../reporting/locales/t.ts";
import { languageForm } from "../reader-form.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { html, type Html } from "../../reporting/html/html.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import { revokeSessions } from "../../store/console/sessions.ts";
import { findUser, replacePasswordHash, type ConsoleUser } from "../../store/console/users.ts";
import { icon } from "../../reporting/html/icon.ts";
import { goOn, layout, sendPage } from "../layout.ts";
import { emit } from "../../domain/telemetry/events.ts";
import type { ConsoleParts } from "../parts.ts";
import { csrfField } from "./csrf.ts";
import { field, rawField } from "./form.ts";
import { normalName } from "../../actions/access/names.ts";
import { safeNext } from "./origin.ts";
import { checkPassword, hashPassword } from "../../actions/access/passwords.ts";
import { asRole } from "../../actions/access/rights.ts";
import { route } from "./route.ts";
import { closeSession, openSession } from "./sessions.ts";
import { addressKey, BY_ADDRESS, BY_NAME, Throttle } from "./throttle.ts";

/** The same for a name that is not there, one that is disabled, and a wrong password. */
/** Signing in with a password, and out. */
export function addSignIn(app: FastifyInstance, parts: ConsoleParts): void {
  const names = new Throttle(BY_NAME);
  const addresses = new Throttle(BY_ADDRESS);

  route(app, {
    method: "GET",
    url: "/sign-in",
    right: "anyone",
    handler: async (request, reply) => {
      const next = safeNext(nextOf(request), parts.url);
      return request.actor === null ? sendPage(reply, signInPage(request, parts, next, null)) : goOn(reply, next);
    },
  });

  route(app, {
    method: "POST",
    url: "/sign-in",
    right: "anyone",
    handler: async (request, reply) => {
      const next = safeNext(field(request, "next"), parts.url);
      const name = normalName(field(request, "name"));
      const address = addressKey(request.ip);
      const now = parts.now();
      const wait = Math.max(names.wait(name, now.getTime()), addresses.wait(address, now.getTime()));
      if (wait > 0) {
        const seconds = Math.ceil(wait / 1000);
        reply.code(429).header("retry-after", String(seconds));
        return sendPage(reply, signInPage(request, parts, next, t("access.too_many_attempts_wait", { n: seconds })));
      }
      names.count(name, now.getTime());
      addresses.count(address, now.getTime());
      const user = await userWith(parts, name, rawField(request, "password"));
      const role = asRole(user?.role);
      const refused = (): FastifyReply => {
        emit("sign_in_refused", { request: request.id });
        return sendPage(reply.code(401), signInPage(request, parts, next, t("access.name_password_wrong")));
      };
      if (user === null || role === null) return refused();
      const idHash = await openSession(parts, request, reply, { name: user.name, role, via: "password" });
      // A password that was changed during the check ended all sessions, but not this one.
      if ((await findUser(parts.state.db, name))?.password_hash !== user.password_hash) {
        await revokeSessions(parts.state.db, { idHash }, now);
        return refused();
      }
      try {
        await appendAudit(parts.state, { actor: user.name, action: "signed_in", detail: { via: "password", role } }, now);
      } catch (error) {
        await revokeSessions(parts.state.db, { idHash }, now);
        throw error;
      }
      names.reset(name);
      addresses.takeBack(address);
      return goOn(reply, next);
    },
  });

  route(app, {
    method: "POST",
    url: "/sign-out",
    right: "own account",
    handler: async (request, reply) => {
      const byProvider = request.session?.via === "oidc";
      await closeSession(parts, request, reply);
      return goOn(reply, byProvider ? "/signed-out?provider=1" : "/signed-out");
    },
  });

  route(app, {
    method: "GET",
    url: "/signed-out",
    right: "anyone",
    handler: async (request, reply) => {
      const provider = parts.settings.oidc !== null && Reflect.get(Object(request.query), "provider") === "1";
      const content = html`<p>${t("access.your_session_here")}</p>
        ${provider && html`<p><a href="/oidc/sign-out">${t("access.sign_out_identity")}</a></p>`}
        <p><a class="button" href="/sign-in">${t("access.sign_again")}</a></p>`;
      return sendPage(reply, layout({ title: t("access.signed_out"), request, content }));
    },
  });
}

async function userWith({ state }: ConsoleParts, name: string, password: string): Promise<ConsoleUser | null> {
  const user = name === "" ? undefined : await findUser(state.db, name);
  const { right, outdated } = await checkPassword(password, user?.password_hash ?? null);
  if (user === undefined || !right || user.source !== "local" || user.disabled_at !== null) return null;
  if (!outdated) return user;
  const hash = await hashPassword(password);
  // Another password may have been set since. It stays, and this sign-in is refused.
  await replacePasswordHash(state.db, name, user.password_hash, hash);
  return { ...user, password_hash: hash };
}

function nextOf(request: FastifyRequest): unknown {
  return Reflect.get(Object(request.query), "next");
}

function signInPage(request: FastifyRequest, { settings }: ConsoleParts, next: string, problem: string | null): Html {
  const company = settings.oidc !== null;
  const content = html`${
      company &&
      html`<p>
          <a class="btn primary block" href="/oidc/start?next=${encodeURIComponent(next)}"
            >${icon("lock")}${t("access.sign_your_organisation_account")}</a
          >
        </p>
        <hr />
        <h2 class="small">${t("access.password")}</h2>`
    }
    <form class="stack" method="post" action="/sign-in">
      ${csrfField(request)}<input type="hidden" name="next" value="${next}" />
      <label
        >${t("access.user_name")}
        <input name="name" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="256" required
      /></label>
      <label
        >${t("access.password_2")} <input name="password" type="password" autocomplete="current-password" maxlength="256" required
      /></label>
      ${problem !== null && html`<p class="error">${icon("alert")}<span role="alert">${problem}</span></p>`}
      <button class="${company ? "btn block" : "btn primary block"}">${t("access.sign")}</button>
    </form>`;
  const after = html`<p class="section soft small">${t("access.no_account_ask")}</p>
    ${languageForm(request)}`;
  return layout({ title: t("access.sign"), request, content, after });
}
