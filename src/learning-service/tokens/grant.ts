import { createHash } from "node:crypto";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { EXIT } from "../../domain/problem.ts";
import type { AuthSettings } from "../../domain/settings.ts";
import type { AccessData } from "../contract/oauth2.ts";
import type { Answer } from "../errors/errors.ts";
import { ServiceProblem } from "../errors/errors.ts";
import type { ReadTokens } from "./token-answer.ts";
import { readTokens } from "./token-answer.ts";
import type { Grant } from "./tokens.ts";

/** Returns the SHA-256 of the configured credentials, in hex; it is stored instead of them. */
export function configuredDigest(auth: Pick<AuthSettings, "refreshToken" | "client">): string {
  const { client } = auth;
  const credentials = client === null ? auth.refreshToken : JSON.stringify(["client_credentials", client.id, client.secret, client.scope]);
  return createHash("sha256").update(credentials).digest("hex");
}

/** Sends a refresh token. */
export type Refresh = (refreshToken: string) => Promise<Answer>;
/** Called with the missing or wrongly typed fields of a token answer. */
export type Deviation = (fields: readonly string[]) => void;

/** Returns the grant of the documented refresh (interface: "POST /oauth2/token/refresh"). It starts with the configured token. */
export function refreshGrant(configuredToken: string, refresh: Refresh, deviates: Deviation): Grant {
  return {
    configured: configuredDigest({ refreshToken: configuredToken, client: null }),
    async obtain(stored) {
      const used = stored?.refreshToken ?? configuredToken;
      const answer = await refresh(used).catch((error: unknown) => {
        throw explainRefresh(error);
      });
      const read = readRefresh(answer.text);
      if (read === null) throw refreshLost(answer.status, noTokens(answer));
      if (read.deviating.length > 0) deviates(read.deviating);
      return {
        accessToken: read.accessToken,
        // Without rotation, the service may omit the refresh token (RFC 6749, 6).
        refreshToken: read.refreshToken ?? used,
        accessLifetime: read.accessLifetime ?? DEFAULT_LIFETIME_MS,
        refreshLifetime: read.refreshLifetime,
      };
    },
  };
}

/** Returns `null` if nothing is readable, or a damaged answer may have lost a refresh token. */
function readRefresh(text: string): ReadTokens | null {
  const read = readTokens(text, "documented");
  return read.refreshToken === null && (read.accessToken === null || read.damaged) ? null : read;
}

/**
 * Returns the answer of `oauth2.refresh` in its documented shape, despite minor deviations. `access_token` is "" if
 * only the refresh token is readable. Returns `null` if nothing is readable.
 */
export function accessDataOf(text: string, used: string, deviates: Deviation): AccessData | null {
  const read = readRefresh(text);
  if (read === null) return null;
  if (read.deviating.length > 0) deviates(read.deviating);
  const { access_token_type: type } = read.fields;
  return {
    ...read.fields,
    access_token: read.accessToken ?? "",
    refresh_token: read.refreshToken ?? used,
    access_token_lifetime: read.accessLifetime ?? DEFAULT_LIFETIME_MS,
    refresh_token_lifetime: read.refreshLifetime ?? DEFAULT_LIFETIME_MS,
    access_token_type: typeof type === "string" ? type : "Bearer",
  };
}

/** The lifetime of a token whose answer names none. */
const DEFAULT_LIFETIME_MS = 300_000;

/** A token request: a form, and a header if the client uses HTTP Basic. */
export interface TokenRequest {
  form: Record<string, string>;
  headers: Record<string, string>;
}

/**
 * Returns the grant of client credentials (RFC 6749, 4.4). The interface does not document the answer, so both forms
 * are accepted: that of the RFC (`expires_in`, seconds) and that of the refresh (`access_token_lifetime`,
 * milliseconds).
 */
export function clientCredentialsGrant(
  client: NonNullable<AuthSettings["client"]>,
  requestToken: (request: TokenRequest) => Promise<Answer>,
  deviates: Deviation,
): Grant {
  const { scope } = client;
  const shown = clientAuthentication(client);
  const request = { ...shown, form: { grant_type: "client_credentials", ...(scope === null ? {} : { scope }), ...shown.form } };
  return {
    configured: configuredDigest({ refreshToken: "", client }),
    async obtain() {
      const { text } = await requestToken(request).catch((error: unknown) => {
        throw explainToken(error);
      });
      const read = readTokens(text, "standard");
      if (read.accessToken === null) throw unreadable();
      if (read.deviating.length > 0) deviates(read.deviating);
      return {
        accessToken: read.accessToken,
        refreshToken: null,
        accessLifetime: read.accessLifetime ?? DEFAULT_LIFETIME_MS,
        refreshLifetime: null,
      };
    },
  };
}

/** Returns a client's credentials as form fields or HTTP Basic (RFC 6749, 2.3.1). */
export function clientAuthentication({ id, secret, authentication }: NonNullable<AuthSettings["client"]>): TokenRequest {
  if (authentication === "body") return { form: { client_id: id, client_secret: secret }, headers: {} };
  // The RFC form-encodes both before joining them.
  const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  return { form: {}, headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
}

const REFUSED = new Set([400, 401, 403, 412, 422]);
const CREATE_TOKEN = fact("service.create_token", {});

function explainRefresh(error: unknown): unknown {
  if (!(error instanceof ServiceProblem)) return error;
  if (error.status !== null && REFUSED.has(error.status))
    return refused(error, "service.refresh_token_rejected", error.status, CREATE_TOKEN);
  if (error.code === "answer_lost" || error.code === "answer_unreadable" || (error.code === "stopped" && error.sent === "maybe")) {
    return refreshLost(error.status, error);
  }
  return notSent(error);
}

/** Returns the problem for an answer without tokens, such as a proxy's page; it keeps the answer. */
function noTokens({ status, headers, text }: Answer): ServiceProblem {
  return new ServiceProblem(fact("service.token_answer_empty", {}), {
    code: "answer_unreadable",
    status,
    sent: "yes",
    answer: { headers, body: text },
  });
}

function refreshLost(status: number | null, cause: ServiceProblem): ServiceProblem {
  return new ServiceProblem(fact("service.refresh_answer_lost", {}), {
    code: "refresh_answer_lost",
    effect: "stop",
    exit: EXIT.service,
    audience: "admin",
    status,
    sent: "maybe",
    cause,
    next: fact("service.try_token_again", { advice: CREATE_TOKEN }),
  });
}

/** A lost token is harmless: the next request gets another. */
function explainToken(error: unknown): unknown {
  if (!(error instanceof ServiceProblem)) return error;
  if (error.status !== null && REFUSED.has(error.status))
    return refused(error, "service.client_rejected", error.status, fact("service.check_client", {}));
  return notSent(error);
}

type Refused = "service.refresh_token_rejected" | "service.client_rejected";

function refused(error: ServiceProblem, what: Refused, status: number, next: Fact): ServiceProblem {
  return error.derive(fact(what, { status }), {
    code: "credentials_refused",
    effect: "stop",
    exit: EXIT.service,
    audience: "admin",
    retryable: false,
    retryAfterMs: null,
    sent: "yes",
    next,
  });
}

/** The call that needed the token was never sent, even if the token request was. */
function notSent(error: ServiceProblem): ServiceProblem {
  return error.derive(error.fact, { sent: "no" });
}

function unreadable(): ServiceProblem {
  return new ServiceProblem(fact("service.access_token_missing", {}), {
    code: "answer_unreadable",
    exit: EXIT.service,
    audience: "service",
    sent: "no",
    next: fact("service.set_grant_refresh", {}),
  });
}
