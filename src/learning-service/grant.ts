import { createHash } from "node:crypto";
import { EXIT } from "../model/problem.ts";
import type { AuthSettings } from "../model/settings.ts";
import type { AccessData } from "./contract/oauth2.ts";
import { accessData, tokenAnswer } from "./contract/oauth2.ts";
import { ServiceProblem } from "./errors.ts";
import type { Grant, Granted } from "./tokens.ts";

/** How configured credentials are remembered without keeping them: sha256, in hex. */
export function configuredDigest(auth: Pick<AuthSettings, "refreshToken" | "client">): string {
  const { client } = auth;
  const credentials = client === null ? auth.refreshToken : JSON.stringify(["client_credentials", client.id, client.secret, client.scope]);
  return createHash("sha256").update(credentials).digest("hex");
}

/** The documented refresh (interface: "POST /oauth2/token/refresh"), from the configured token on. */
export function refreshGrant(configuredToken: string, refresh: (refreshToken: string) => Promise<AccessData>): Grant {
  return {
    configured: configuredDigest({ refreshToken: configuredToken, client: null }),
    async obtain(stored) {
      const data = await refresh(stored?.refreshToken ?? configuredToken).catch((error: unknown) => {
        throw explainRefresh(error);
      });
      return grantedBy(data);
    },
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
  requestToken: (request: TokenRequest) => Promise<unknown>,
): Grant {
  const request = tokenRequest(client);
  return {
    configured: configuredDigest({ refreshToken: "", client }),
    async obtain() {
      const answer = await requestToken(request).catch((error: unknown) => {
        throw explainToken(error);
      });
      const documented = accessData.partial({ refresh_token: true, refresh_token_lifetime: true }).safeParse(answer);
      if (documented.success) return { ...grantedBy(documented.data), refreshToken: null, refreshLifetime: null };
      const standard = tokenAnswer.safeParse(answer);
      if (!standard.success) throw unreadable();
      const { access_token: accessToken, expires_in: seconds } = standard.data;
      return { accessToken, refreshToken: null, accessLifetime: seconds === undefined ? UNTOLD : seconds * 1000, refreshLifetime: null };
    },
  };
}

function tokenRequest({ id, secret, authentication, scope }: NonNullable<AuthSettings["client"]>): TokenRequest {
  const form = { grant_type: "client_credentials", ...(scope === null ? {} : { scope }) };
  if (authentication === "body") return { form: { ...form, client_id: id, client_secret: secret }, headers: {} };
  // RFC 6749, 2.3.1: both are form-encoded before they are joined.
  const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
  return { form, headers: { authorization: `Basic ${Buffer.from(pair).toString("base64")}` } };
}

function grantedBy(data: {
  access_token: string;
  access_token_lifetime: number;
  refresh_token?: string | undefined;
  refresh_token_lifetime?: number | undefined;
}): Granted {
  return {
    accessToken: data.access_token,
    refreshToken: data.refresh_token ?? null,
    accessLifetime: data.access_token_lifetime,
    refreshLifetime: data.refresh_token_lifetime ?? null,
  };
}

const REFUSED = new Set([400, 401, 403, 412, 422]);
const RENEW =
  "Create a new refresh token in the learning service and put it into the job file, or into the environment variable that the job file names; a changed token there is used instead of the stored one.";

function explainRefresh(error: unknown): unknown {
  if (!(error instanceof ServiceProblem)) return error;
  if (error.status !== null && REFUSED.has(error.status)) return refused(error, "the refresh token", RENEW);
  if (error.code === "answer_lost" || error.code === "answer_unreadable" || (error.code === "stopped" && error.sent === "maybe")) {
    return new ServiceProblem(
      "The answer to a token refresh was lost. The service may have replaced the refresh token, and then the stored one is dead; nothing else was changed.",
      {
        code: "refresh_answer_lost",
        exit: EXIT.service,
        audience: "admin",
        status: error.status,
        sent: "maybe",
        cause: error,
        next: `Try again; if the service then refuses the token: ${RENEW}`,
      },
    );
  }
  return notSent(error);
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
  return new ServiceProblem(`The learning service refuses ${what} (status ${error.status}); nothing was changed.`, {
    code: "credentials_refused",
    exit: EXIT.service,
    audience: "admin",
    status: error.status,
    sent: "yes",
    words: error.words,
    next,
  });
}

/** The call that needed the token was never sent, whatever became of the request for the token. */
function notSent(error: ServiceProblem): ServiceProblem {
  return new ServiceProblem(error.message, {
    code: error.code,
    exit: error.exit,
    audience: error.audience,
    retryable: error.retryable,
    status: error.status,
    sent: "no",
    retryAfterMs: error.retryAfterMs,
    words: error.words,
    ...(error.next === undefined ? {} : { next: error.next }),
  });
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
