import { time } from "../../../reporting/html/parts.ts";
import { capitalised, moment } from "../../../reporting/labels.ts";
import type { PlainMessage } from "../../../reporting/locales/messages.ts";
import { t } from "../../../reporting/locales/t.ts";
import type { FastifyRequest } from "fastify";
import { table } from "../parts.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { listSessions } from "../../../store/console/sessions.ts";
import type { ConsoleParts } from "../../parts.ts";
import { csrfField } from "../../access/csrf.ts";
import { isAlive, type SessionOf } from "../../access/sessions.ts";

/** A session for pages and JSON, without its cookie and its form key. */
export interface ShownSession {
  /** The hash of its cookie; names the session to end. */
  session: string;
  user: string;
  via: string;
  since: string;
  seen: string;
  ends: string;
  /** Whether it is the one that asks. */
  here: boolean;
}

/** Sessions that are valid now. */
export async function openSessions({ state, settings, now }: ConsoleParts, here: SessionOf | null, user?: string): Promise<ShownSession[]> {
  const at = now();
  const sessions = await listSessions(state.db, { after: at, ...(user === undefined ? {} : { user }) });
  return sessions
    .filter((session) => isAlive(session, at, settings.session.idle))
    .map((session) => ({
      session: session.id_hash,
      user: session.user_name,
      via: session.via,
      since: session.created_at.toISOString(),
      seen: session.seen_at.toISOString(),
      ends: session.expires_at.toISOString(),
      here: session.id_hash === here?.idHash,
    }));
}

/** Sessions as a table, each with a button that ends it; `named` also says whose it is. */
export function sessionTable(request: FastifyRequest, sessions: readonly ShownSession[], action: string, named: boolean): Html {
  return table<ShownSession>(
    "",
    [
      ...(named ? [{ head: t("User"), rowHeader: true, cell: ({ user }: ShownSession) => data(user) }] : []),
      { head: t("Since"), rowHeader: !named, cell: ({ since }) => time(since) },
      { head: t("Last seen"), cell: ({ seen }) => time(seen) },
      { head: t("Signed in by"), cell: ({ via, here }) => (here ? t("{way} (this one)", { way: wayLabel(via) }) : wayLabel(via)) },
      {
        head: t("Actions"),
        cell: ({ session, user, seen }) =>
          html`<form method="post" action="${action}">
            ${csrfField(request)}<input type="hidden" name="session" value="${session}" /><button
              class="quiet"
              aria-label="${named ? t("End the session of {user}, last seen {at}", { user, at: moment(seen) }) : t("End the session last seen {at}", { at: moment(seen) })}"
            >
              ${t("End")}
            </button>
          </form>`,
      },
    ],
    sessions,
  );
}

const WAYS: Readonly<Record<string, PlainMessage>> = { password: "password", oidc: "identity provider", link: "one-time link" };

function wayLabel(via: string): string {
  const label = WAYS[via];
  return label === undefined ? via : capitalised(t(label));
}
