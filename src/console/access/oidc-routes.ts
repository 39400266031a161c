import { t } from "../../reporting/locales/t.ts";
import { createCipheriv, createDecipheriv, hash, randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { appendAudit } from "../../store/audit/audit.ts";
import { clearUserAccess, findUserBySubject, insertUser, setUser } from "../../store/console/users.ts";
import { Refusal } from "../answers.ts";
import { goOn } from "../layout.ts";
import { emit } from "../../domain/telemetry/events.ts";
import type { ConsoleParts, OidcSettings } from "../parts.ts";
import { Provider, type Identity, type Transaction } from "./oidc.ts";
import { safeNext } from "./origin.ts";
import { route } from "./route.ts";
import { cookieName, cookieOptions, openSession } from "./sessions.ts";

/** The time limit for signing in at the identity provider, in ms. */
const SIGN_IN_VALID_MS = 10 * 60_000;

/** Sign-in at the identity provider of the organisation. */
export function addOidc(app: FastifyInstance, parts: ConsoleParts, settings: OidcSettings): void {
  const provider = new Provider(settings, parts.url);
  const seal = new Seal();
  const cookie = cookieName(parts.url, "oidc");

  route(app, {
    method: "GET",
    url: "/oidc/start",
    right: "anyone",
    handler: async (request, reply) => {
      const next = safeNext(Reflect.get(Object(request.query), "next"), parts.url);
      const { url, transaction } = await provider.start(next, parts.now()).catch((error: unknown) => refuse(request, error, "unreachable"));
      reply.setCookie(cookie, seal.close(transaction), { ...cookieOptions(parts.url), maxAge: SIGN_IN_VALID_MS / 1000 });
      return reply.redirect(url.href, 303);
    },
  });

  route(app, {
    method: "GET",
    url: "/oidc/callback",
    right: "anyone",
    handler: async (request, reply) => {
      const transaction = seal.open(request.cookies[cookie] ?? "");
      // Usable once, also if it fails.
      reply.clearCookie(cookie, cookieOptions(parts.url));
      if (transaction === null || transaction.at + SIGN_IN_VALID_MS < parts.now().getTime()) throw failed();
      const query = new URL(request.url, parts.url).search;
      const identity = await provider.finish(query, transaction).catch((error: unknown) => refuse(request, error, "failed"));
      await letIn(parts, identity, request, reply);
      return goOn(reply, transaction.next);
    },
  });

  route(app, {
    method: "GET",
    url: "/oidc/sign-out",
    right: "anyone",
    handler: async (request, reply) => {
      const target = await provider.signOutUrl(`${parts.url}/signed-out`).catch((error: unknown) => refuse(request, error, "unreachable"));
      return target === null ? goOn(reply, "/signed-out") : reply.redirect(target.href, 303);
    },
  });
}

async function letIn(parts: ConsoleParts, identity: Identity, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { state } = parts;
  const now = parts.now();
  const { subject, display, email, role } = identity;
  const known = await findUserBySubject(state.db, "oidc", subject);
  if (known !== undefined && known.disabled_at !== null) {
    throw new Refusal(403, {
      code: "not_allowed",
      message: t("access.account_disabled_rollcall"),
      next: t("access.ask_administrator_rollcall_2"),
    });
  }
  const name = known?.name ?? (await addIdentity(parts, identity, now));
  if (known !== undefined) {
    if (known.role !== role)
      await appendAudit(state, { actor: name, action: "user_role", detail: { name, from: known.role, to: role } }, now);
    await setUser(state.db, name, { role, display, email, was_admin: known.was_admin || known.role === "admin" || role === "admin" });
  }
  await clearUserAccess(state.db, name);
  await appendAudit(state, { actor: name, action: "signed_in", detail: { via: "oidc", role } }, now);
  await openSession(parts, request, reply, { name, role, via: "oidc" });
}

/** Returns a free name: a name that another user has gets a mark. */
async function addIdentity({ state }: ConsoleParts, { name, subject, display, email, role }: Identity, now: Date): Promise<string> {
  for (const candidate of [name, `${name}+${hash("sha256", subject).slice(0, 12)}`]) {
    const user = {
      name: candidate,
      display,
      email,
      source: "oidc",
      subject,
      password_hash: null,
      role,
      created_at: now,
      disabled_at: null,
      was_admin: role === "admin",
    };
    if (!(await insertUser(state.db, user))) continue;
    await appendAudit(state, { actor: candidate, action: "user_added", detail: { name: candidate, role, subject } }, now);
    return candidate;
  }
  // Two sign-ins of one person at once: the other one has added it.
  const added = await findUserBySubject(state.db, "oidc", subject);
  if (added === undefined) throw failed();
  return added.name;
}

function refuse(request: FastifyRequest, error: unknown, what: "failed" | "unreachable"): never {
  if (error instanceof Refusal) throw error;
  emit("sign_in_failed", { request: request.id }, { error });
  throw what === "failed" ? failed() : unreachable();
}

function failed(): Refusal {
  return new Refusal(401, {
    code: "oidc_failed",
    message: t("access.sign_your_organisation_not"),
    next: t("access.begin_again_sign"),
  });
}

function unreachable(): Refusal {
  return new Refusal(503, {
    code: "oidc_unreachable",
    message: t("access.your_organisation_identity"),
    next: t("access.try_again_later"),
  });
}

/** Seals what the browser carries to the identity provider and back, with a key that lives as long as this process. */
class Seal {
  readonly #key = randomBytes(32);

  close(transaction: Transaction): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce);
    const text = Buffer.concat([cipher.update(JSON.stringify(transaction), "utf8"), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
  }

  /** `null` where it is not ours, or was touched. */
  open(sealed: string): Transaction | null {
    const bytes = Buffer.from(sealed, "base64url");
    if (bytes.length < 29) return null;
    try {
      const decipher = createDecipheriv("aes-256-gcm", this.#key, bytes.subarray(0, 12), { authTagLength: 16 });
      decipher.setAuthTag(bytes.subarray(12, 28));
      const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
      return JSON.parse(text) as Transaction;
    } catch {
      return null;
    }
  }
}
