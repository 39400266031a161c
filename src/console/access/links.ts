import { command } from "../../reporting/html/parts.ts";
import { t, tHtml } from "../../reporting/locales/t.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { html, type Html } from "../../reporting/html/html.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import { endLinks, insertLink, isLinkOpen, revokeSessions, useLink } from "../../store/console/sessions.ts";
import type { State } from "../../state/state.ts";
import { goOn, layout, sendPage } from "../layout.ts";
import type { ConsoleParts } from "../parts.ts";
import { csrfField } from "./csrf.ts";
import { asRole } from "../../actions/access/rights.ts";
import { route } from "./route.ts";
import { newSecret, secretHash } from "../../actions/access/secrets.ts";
import { openSession } from "./sessions.ts";

/** A link expires after this time, in ms. */
const LINK_VALID_MS = 15 * 60_000;

/** Ends the sessions that earlier starts opened by link: it is unknown who can reach this one. */
export async function endEarlierLinks({ db }: Pick<State, "db">, now: Date): Promise<void> {
  await endLinks(db, now);
  await revokeSessions(db, { via: "link" }, now);
}

/** Makes a link that signs in the reader of standard output, once, as administrator. */
export async function makeSignInLink({ db }: Pick<State, "db">, url: string, now: Date): Promise<string> {
  const secret = newSecret();
  await insertLink(db, { hash: secretHash(secret), role: "admin", expires_at: new Date(now.getTime() + LINK_VALID_MS), used_at: null });
  return `${url}/sign-in/${secret}`;
}

/** @param owner the user of the link's session: the person who started the console */
export function addLinks(app: FastifyInstance, parts: ConsoleParts, owner: string): void {
  // A link is used by a form, not by being opened: a preview or a virus scanner that follows it uses nothing up.
  route(app, {
    method: "GET",
    url: "/sign-in/:link",
    right: "anyone",
    handler: async (request, reply) => {
      if (!parts.settings.loopback || !(await isLinkOpen(parts.state.db, hashOf(request), parts.now()))) {
        return sendPage(reply.code(410), layout({ title: t("access.link_ended"), request, content: ended() }));
      }
      const content = html`<p>${t("access.you_can_sign")}</p>
        <form method="post" action="${request.url}">${csrfField(request)}<button>${t("access.sign")}</button></form>`;
      return sendPage(reply, layout({ title: t("access.sign"), request, content }));
    },
  });
  route(app, {
    method: "POST",
    url: "/sign-in/:link",
    right: "anyone",
    handler: async (request, reply) => {
      const now = parts.now();
      const used = parts.settings.loopback ? await useLink(parts.state.db, hashOf(request), now) : undefined;
      const role = asRole(used?.role);
      if (role === null) return sendPage(reply.code(410), layout({ title: t("access.link_ended"), request, content: ended() }));
      await appendAudit(parts.state, { actor: owner, action: "signed_in", detail: { via: "link", role } }, now);
      await openSession(parts, request, reply, { name: owner, role, via: "link" });
      return goOn(reply, "/");
    },
  });
}

const ended = (): Html =>
  html`<p>${t("access.used_older_than")}</p>
    <p>
      ${tHtml("access.start_serve_again", {
        serve: command("rollcall serve"),
        link: command("rollcall serve --link"),
      })}
    </p>
    <p><a href="/sign-in">${t("access.sign_password")}</a></p>`;

function hashOf({ params }: FastifyRequest): string {
  return secretHash(String(Reflect.get(Object(params), "link")));
}
