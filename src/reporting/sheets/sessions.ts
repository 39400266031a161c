import { capitalised, moment } from "../labels.ts";
import { t, type Message } from "../locales/t.ts";
import { data, table, time, type Block, type Words } from "../sheet/sheet.ts";

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

const WAYS: Readonly<Record<string, Message>> = {
  password: "access.password_3",
  oidc: "access.identity_provider",
  link: "access.one_time_link",
};

/**
 * Describes sessions, each with a button that ends it.
 * @param url the action that ends one
 * @param named whether to say whose they are
 */
export function sessionsTable(sessions: readonly ShownSession[], url: string, named: boolean): Block {
  return table<ShownSession>(
    "",
    [
      ...(named ? [{ head: t("users.user"), kind: "row" as const, words: ({ user }: ShownSession) => data(user) }] : []),
      { head: t("access.since"), ...(named ? {} : { kind: "row" as const }), words: ({ since }) => time(since) },
      { head: t("access.last_seen"), words: ({ seen }) => time(seen) },
      { head: t("access.signed"), words: signedIn },
      {
        head: t("access.actions"),
        words: ({ session, user, seen: at }) => ({
          as: "action",
          url,
          given: { session },
          button: t("labels.end"),
          label: named ? t("access.end_session_user", { user, at: moment(at) }) : t("access.end_session_last", { at: moment(at) }),
        }),
      },
    ],
    sessions,
  );
}

function signedIn({ via, here }: ShownSession): Words {
  const label = WAYS[via];
  const way = label === undefined ? via : capitalised(t(label));
  return here ? t("access.way_one", { way }) : way;
}
