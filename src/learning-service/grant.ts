import { createHash } from "node:crypto";
import { EXIT } from "../model/problem.ts";
import type { AuthSettings } from "../model/settings.ts";
import type { AccessData } from "./contract/oauth2.ts";
import type { Answer } from "./errors.ts";
import { ServiceProblem } from "./errors.ts";
import type { ReadTokens } from "./token-answer.ts";
import { readTokens } from "./token-answer.ts";
import type { Grant } from "./tokens.ts";

/** How configured credentials are remembered without keeping them: sha256, in hex. */
export function configuredDigest(auth: Pick<AuthSettings, "refreshToken" | "client">): string {
  const { client } = auth;
  const credentials = client === null ? auth.refreshToken : JSON.stringify(["client_credentials", client.id, client.secret, client.scope]);
  return createHash("sha256").update(credentials).digest("hex");
}

/** Sends a refresh token. */
export type Refresh = (refreshToken: string) => Promise<Answer>;
/** Hears which fields of an answer that brought tokens are missing or of another type. */
export type Deviation = (fields: readonly string[]) => void;

/** The documented refresh (interface: "POST /oauth2/token/refresh"), from the configured token on. */
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
        // A service that does not rotate its refresh tokens need not repeat them (RFC 6749, 6).
        refreshToken: read.refreshToken ?? used,
        accessLifetime: read.accessLifetime ?? UNTOLD,
        refreshLifetime: read.refreshLifetime,
      };
    },
  };
}

/** `null`: nothing can be read, or the answer was cut before a refresh token that it may have brought. */
function readRefresh(text: string): ReadTokens | null {
  const read = readTokens(text, "documented");
  return read.refreshToken === null && (read.accessToken === null || read.damaged) ? null : read;
}

/**
 * Returns what `oauth2.refresh` answers to its caller: the documented shape, also where the service's answer deviates a
 * little. `access_token` is "" where none can be read beside a refresh token. `null`: nothing can be read.
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
    access_token_lifetime: read.accessLifetime ?? UNTOLD,
    refresh_token_lifetime: read.refreshLifetime ?? UNTOLD,
    access_token_type: typeof type === "string" ? type : "Bearer",
  };
}

/** A token whose lifetime nobody told is asked for again after five minutes. */
const UNTOLD = 300_000;

/** What `requestToken` sends: a form, and a header where the client shows itself by HTTP Basic. */
export interface TokenRequest {
  form: Record<string, string>;
  headers: Record<string, string>;
}

/**
 * Client credentials (RFC 6749, 4.4). The answer, which the interface does not show, is read as the RFC has it
 * (`expires_in`, seconds) or like that of the refresh (`access_token_lifetime`, milliseconds).
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
      return { accessToken: read.accessToken, refreshToken: null, accessLifetime: read.accessLifetime ?? UNTOLD, refreshLifetime: null };
    },
  };
}

/** How a client shows who it is: fields of a form, or HTTP Basic (RFC 6749, 2.3.1). */
export function clientAuthentication({ id, secret, authentication }: NonNullable<AuthSettings["client"]>): TokenRequest {
  if (authentication === "body") return { form: { client_id: id, client_secret: secret }, headers: {} };
  // Both are form-encoded before they are joined.
  const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  return { form: {}, headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
}

const REFUSED = new Set([400, 401, 403, 412, 422]);
const RENEW =
  "Create a new refresh token in the learning service and put it into the job file, or into the environment variable that the job file names; a changed token there is used instead of the stored one.";

function explainRefresh(error: unknown): unknown {
  if (!(error instanceof ServiceProblem)) return error;
  if (error.status !== null && REFUSED.has(error.status)) return refused(error, "the refresh token", RENEW);
  if (error.code === "answer_lost" || error.code === "answer_unreadable" || (error.code === "stopped" && error.sent === "maybe")) {
    return refreshLost(error.status, error);
  }
  return notSent(error);
}

/** Tells an answer that something else gave, such as a page, from one that never came. */
function noTokens({ status, headers, text }: Answer): ServiceProblem {
  return new ServiceProblem("POST /oauth2/token/refresh: the answer holds no token that can be read.", {
    code: "answer_unreadable",
    status,
    sent: "yes",
    answer: { headers, body: text },
  });
}

function refreshLost(status: number | null, cause: ServiceProblem): ServiceProblem {
  return new ServiceProblem(
    "The answer to a token refresh was lost. The service may have replaced the refresh token, and then the stored one is dead; nothing else was changed.",
    {
      code: "refresh_answer_lost",
      exit: EXIT.service,
      audience: "admin",
      status,
      sent: "maybe",
      cause,
      next: `Try again; if the service then refuses the token: ${RENEW}`,
    },
  );
}

/** A token that was asked for and lost hurts nobody: the next request gets another. */
function explainToken(error: unknown): unknown {
  if (!(error instanceof ServiceProblem)) return error;
  if (error.status !== null && REFUSED.has(error.status)) {
    return refused(
      error,
      "the client's credentials",
      "Check service.auth.client_id and client_secret, and client_authentication: body or basic.",
    );
  }
  return notSent(error);
}

function refused(error: ServiceProblem, what: string, next: string): ServiceProblem {
  return error.derive(`The learning service refuses ${what} (status ${error.status}); nothing was changed.`, {
    code: "credentials_refused",
    exit: EXIT.service,
    audience: "admin",
    retryable: false,
    retryAfterMs: null,
    sent: "yes",
    next,
  });
}

/** The call that needed the token was never sent, whatever became of the request for the token. */
function notSent(error: ServiceProblem): ServiceProblem {
  return error.derive(error.message, { sent: "no" });
}

function unreadable(): ServiceProblem {
  return new ServiceProblem("POST /oauth2/token: the answer holds no access token that can be read.", {
    code: "answer_unreadable",
    exit: EXIT.service,
    audience: "service",
    sent: "no",
    next: "The service may not offer client credentials; with `grant: refresh` Rollcall uses the documented refresh.",
  });
}
