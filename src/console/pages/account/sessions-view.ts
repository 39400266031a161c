import { time } from "../../../reporting/html/parts.ts";
import { capitalised, moment } from "../../../reporting/labels.ts";
import { t, type Message } from "../../../reporting/locales/t.ts";
import { actionForm } from "../form.ts";
import { table } from "../parts.ts";
import { data, type Html } from "../../../reporting/html/html.ts";
import { listSessions } from "../../../store/console/sessions.ts";
import type { ConsoleParts } from "../../parts.ts";
import type { ActorsRequest } from "../../access/route.ts";
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
export function sessionTable(request: ActorsRequest, sessions: readonly ShownSession[], action: string, named: boolean): Html {
  return table<ShownSession>(
    "",
    [
      ...(named ? [{ head: t("users.user"), rowHeader: true, cell: ({ user }: ShownSession) => data(user) }] : []),
      { head: t("access.since"), rowHeader: !named, cell: ({ since }) => time(since) },
      { head: t("access.last_seen"), cell: ({ seen }) => time(seen) },
      { head: t("access.signed"), cell: ({ via, here }) => (here ? t("access.way_one", { way: wayLabel(via) }) : wayLabel(via)) },
      {
        head: t("access.actions"),
        cell: ({ session, user, seen }) =>
          actionForm(request, action, {
            given: { session },
            button: t("labels.end"),
            label: named ? t("access.end_session_user", { user, at: moment(seen) }) : t("access.end_session_last", { at: moment(seen) }),
            tone: "quiet",
            kind: "",
          }),
      },
    ],
    sessions,
  );
}

const WAYS: Readonly<Record<string, Message>> = {
  password: "access.password_3",
  oidc: "access.identity_provider",
  link: "access.one_time_link",
};

function wayLabel(via: string): string {
  const label = WAYS[via];
  return label === undefined ? via : capitalised(t(label));
}
