import type { FastifyInstance } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { roleLabel } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { ConsoleParts } from "../../parts.ts";
import { readerForm } from "../../reader-form.ts";
import { actionForm } from "../form.ts";
import { addPageRoute } from "../page-route.ts";
import { sheetHtml } from "../../../reporting/sheet/html.ts";
import { sessionsTable, type ShownSession } from "../../../reporting/sheets/sessions.ts";
import { mediumOf } from "../sheet-page.ts";
import { openSessions } from "./open-sessions.ts";

/** Who asks, and the open sessions of that name. */
interface Account {
  name: string;
  role: string;
  via: string;
  sessions: ShownSession[];
}

/** One's own sessions and password. */
export function addAccountPage(app: FastifyInstance, parts: ConsoleParts): void {
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
}

function drawAccount({ name, role, sessions }: Account, request: ActorsRequest): Html {
  return html`<p>${tHtml("access.you_name_role", { name: data(name), role: roleLabel(role) })}</p>
    ${readerForm(request)}
    <h2>${t("access.my_sessions")}</h2>
    ${sheetHtml([sessionsTable(sessions, "/account/sessions/revoke", false)], mediumOf(request))}
    ${request.session?.via === "password" && passwordForm(request)}`;
}

function passwordForm(request: ActorsRequest): Html {
  return html`<h2>${t("access.password_2")}</h2>
    ${actionForm(request, "/account/password", {
      fields: {
        current: { label: t("access.current_password"), type: "password", more: html` autocomplete="current-password" maxlength="256"` },
        password: { label: t("access.new_password") },
      },
      button: t("access.change_password"),
    })}`;
}
