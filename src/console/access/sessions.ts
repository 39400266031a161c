/**
 * Sessions of our own on @fastify/cookie instead of @fastify/session: a session holds nothing but who it is, so there
 * is no state to save after each request (which could bring a revoked one back), and the database keeps only the hash
 * of the id. The cookie's name, `Secure` and the `__Host-` prefix follow from the url that people use.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import { findSession, insertSession, lockSession, revokeSessions, setSessionSeen, type OpenSession } from "../../store/console/sessions.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Actor, Role } from "../../actions/access/rights.ts";
import type { Db } from "../../store/schema/tables.ts";
import { asRole, may } from "../../actions/access/rights.ts";
import { newSecret, secretHash } from "../../actions/access/secrets.ts";

export type Via = "password" | "oidc" | "link";

/** Who a session belongs to. */
export interface SessionOf {
  actor: Actor;
  /** The display name of the account. */
  display: string;
  via: Via;
  idHash: string;
  /** Signs the tokens of this session's forms: needs the cookie and the database. */
  csrfKey: string;
  /** Language and time zone that the account chose; `null`: none. */
  reads: { language: string | null; timeZone: string | null };
  seenAt: Date;
}

type SessionParts = Pick<ConsoleParts, "state" | "url" | "settings" | "now">;

const ID = /^[A-Za-z0-9_-]{43}$/;

/** The cookie's name: `__Host-` where the browser can hold it to https, this host and no other path. */
export function cookieName(url: string, what = "session"): string {
  const { protocol, port } = new URL(url);
  return protocol === "https:" ? `__Host-rollcall-${what}` : `rollcall-${what}-${port === "" ? "80" : port}`;
}

/** Options of all our cookies. */
export function cookieOptions(url: string): { path: "/"; httpOnly: true; sameSite: "lax"; secure: boolean } {
  return { path: "/", httpOnly: true, sameSite: "lax", secure: url.startsWith("https:") };
}

/** Opens a session for a person who was just authenticated, and ends the browser's earlier session. @returns its hash */
export async function openSession(
  parts: SessionParts,
  request: FastifyRequest,
  reply: FastifyReply,
  who: { name: string; role: Role; via: Via },
): Promise<string> {
  const { db } = parts.state;
  const now = parts.now();
  if (request.session !== null) await revokeSessions(db, { idHash: request.session.idHash }, now);
  const id = newSecret();
  const idHash = secretHash(id);
  await insertSession(db, {
    id_hash: idHash,
    user_name: who.name,
    role: who.role,
    via: who.via,
    csrf: newSecret(),
    created_at: now,
    seen_at: now,
    expires_at: new Date(now.getTime() + parts.settings.session.longest),
    revoked_at: null,
  });
  // Without a date: it also ends with the browser.
  reply.setCookie(cookieName(parts.url), id, cookieOptions(parts.url));
  return idHash;
}

/** Ends the session of a request. */
export async function closeSession(
  parts: Pick<ConsoleParts, "state" | "url" | "now">,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (request.session !== null) await revokeSessions(parts.state.db, { idHash: request.session.idHash }, parts.now());
  reply.clearCookie(cookieName(parts.url), cookieOptions(parts.url));
}

/** The session that a request's cookie names; `null` where there is none that counts at this moment. */
export async function sessionOf(parts: SessionParts, request: FastifyRequest): Promise<SessionOf | null> {
  const id = request.cookies[cookieName(parts.url)];
  if (id === undefined || !ID.test(id)) return null;
  const idHash = secretHash(id);
  const find = async (db: Db): Promise<{ session: OpenSession; role: Role } | null> => {
    const session = await findSession(db, idHash);
    if (session === undefined || !isAlive(session, parts.now(), parts.settings.session.idle)) return null;
    const role = roleOf(session);
    return role === null ? null : { session, role };
  };
  const found = await find(parts.state.db);
  if (found === null) return null;
  const { session, role } = found;
  const via = viaOf(session.via);
  const stillMay: Actor["stillMay"] = async (db, right) => {
    await lockSession(db, idHash);
    const current = await find(db);
    return current !== null && may(current, right);
  };
  const actor: Actor = { name: session.user_name, role, via: "session", proof: via, stillMay };
  const user = via === "link" ? null : session.user;
  const reads = { language: user?.language ?? null, timeZone: user?.time_zone ?? null };
  return { actor, display: user?.display ?? actor.name, via, idHash, csrfKey: `${id}.${session.csrf}`, reads, seenAt: session.seen_at };
}

/** Stores that a session was used, so that it does not end by itself. */
export async function markSessionUsed({ state, settings, now }: SessionParts, { idHash, seenAt }: SessionOf): Promise<void> {
  const at = now();
  // Once a minute is often enough, and spares a write on every page.
  if (at.getTime() - seenAt.getTime() > Math.min(60_000, settings.session.idle / 10)) await setSessionSeen(state.db, idHash, at);
}

/** Whether a session was neither revoked nor left alone for too long, and is not too old. */
export function isAlive(session: Pick<OpenSession, "revoked_at" | "expires_at" | "seen_at">, now: Date, idle: number): boolean {
  return session.revoked_at === null && session.expires_at > now && session.seen_at.getTime() + idle > now.getTime();
}

/** The role as it is now: of a user from the list of users, of a link from the link. */
function roleOf({ via, user, role }: OpenSession): Role | null {
  if (via === "link") return asRole(role);
  const source = via === "oidc" ? "oidc" : "local";
  return user === null || user.disabled_at !== null || user.source !== source ? null : asRole(user.role);
}

function viaOf(text: string): Via {
  return text === "oidc" || text === "link" ? text : "password";
}
