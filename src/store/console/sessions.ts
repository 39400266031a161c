import { sql, type Insertable, type Selectable } from "kysely";
import type { ConsoleSessionTable, SignInLinkTable } from "../schema/console.ts";
import type { Db } from "../schema/tables.ts";

export type ConsoleSession = Selectable<ConsoleSessionTable>;

/** A session with the current data of its user; a session by link has no user. */
export interface OpenSession extends ConsoleSession {
  user: {
    name: string;
    display: string;
    role: string;
    source: string;
    disabled_at: Date | null;
    language: string | null;
    time_zone: string | null;
  } | null;
}

export async function insertSession(db: Db, session: Insertable<ConsoleSessionTable>): Promise<void> {
  await db.insertInto("console_session").values(session).execute();
}

/** Keeps a session and its user as they are until the end of the transaction. */
export async function lockSession(db: Db, idHash: string): Promise<void> {
  await sql`SELECT 1 FROM console_session WHERE id_hash = ${idHash} FOR SHARE`.execute(db);
  await sql`SELECT 1 FROM console_user WHERE name IN (SELECT user_name FROM console_session WHERE id_hash = ${idHash}) FOR SHARE`.execute(
    db,
  );
}

export async function findSession(db: Db, idHash: string): Promise<OpenSession | undefined> {
  const row = await db
    .selectFrom("console_session as session")
    .leftJoin("console_user as person", "person.name", "session.user_name")
    .selectAll("session")
    .select([
      "person.name as u_name",
      "person.display as u_display",
      "person.role as u_role",
      "person.source as u_source",
      "person.disabled_at as u_disabled",
      "person.language",
      "person.time_zone",
    ])
    .where("session.id_hash", "=", idHash)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { u_name: name, u_display: display, u_role: role, u_source: source, u_disabled: disabled, language, time_zone, ...session } = row;
  return {
    ...session,
    user:
      name === null || role === null || source === null
        ? null
        : { name, display: display || name, role, source, disabled_at: disabled, language, time_zone },
  };
}

export async function setSessionSeen(db: Db, idHash: string, at: Date): Promise<void> {
  await db.updateTable("console_session").set({ seen_at: at }).where("id_hash", "=", idHash).execute();
}

/** Returns sessions that are neither expired nor revoked, latest first; of one user, or of all. */
export async function listSessions(db: Db, filter: { user?: string; after: Date }): Promise<ConsoleSession[]> {
  let query = db
    .selectFrom("console_session")
    .selectAll()
    .where("revoked_at", "is", null)
    .where("expires_at", ">", filter.after)
    .orderBy("seen_at", "desc");
  if (filter.user !== undefined) query = query.where("user_name", "=", filter.user);
  return query.execute();
}

/**
 * Revokes sessions.
 * @returns how many
 */
export async function revokeSessions(
  db: Db,
  which: { idHash?: string; user?: string; via?: string; except?: string },
  at: Date,
): Promise<number> {
  let query = db.updateTable("console_session").set({ revoked_at: at }).where("revoked_at", "is", null);
  if (which.idHash !== undefined) query = query.where("id_hash", "=", which.idHash);
  if (which.user !== undefined) query = query.where("user_name", "=", which.user);
  if (which.via !== undefined) query = query.where("via", "=", which.via);
  if (which.except !== undefined) query = query.where("id_hash", "!=", which.except);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

/** Deletes sessions and sign-in links that expired before a moment. */
export async function dropEndedSessions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("console_session").where("expires_at", "<", before).execute();
  await db.deleteFrom("sign_in_link").where("expires_at", "<", before).execute();
}

export async function insertLink(db: Db, link: Insertable<SignInLinkTable>): Promise<void> {
  await db.insertInto("sign_in_link").values(link).execute();
}

/** Marks a usable link as used. One statement, so that only one of two concurrent uses succeeds. */
export async function useLink(db: Db, hash: string, at: Date): Promise<{ role: string } | undefined> {
  return db
    .updateTable("sign_in_link")
    .set({ used_at: at })
    .where("hash", "=", hash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returning("role")
    .executeTakeFirst();
}

/** Returns whether a link can still be used. */
export async function isLinkOpen(db: Db, hash: string, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom("sign_in_link")
    .select("hash")
    .where("hash", "=", hash)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Invalidates all open links, which belong to an earlier start. */
export async function endLinks(db: Db, at: Date): Promise<void> {
  await db.updateTable("sign_in_link").set({ used_at: at }).where("used_at", "is", null).execute();
}
