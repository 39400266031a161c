import { listSessions } from "../../../store/console/sessions.ts";
import type { ShownSession } from "../../../reporting/sheets/sessions.ts";
import type { ConsoleParts } from "../../parts.ts";
import { isAlive, type SessionOf } from "../../access/sessions.ts";

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
