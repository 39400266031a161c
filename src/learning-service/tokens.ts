import { createHash } from "node:crypto";
import { EXIT } from "../model/problem.ts";
import type { AccessData } from "./contract/oauth2.ts";
import { ServiceProblem } from "./errors.ts";

export interface StoredTokens {
  accessToken: string;
  refreshToken: string;
  /** Epoch ms. */
  accessExpiresAt: number;
  /** Epoch ms. */
  refreshExpiresAt: number;
  /** sha256 (hex) of the first refresh token that the job configured: a changed one beats what is stored. */
  configured: string;
}

/** Where the rotating tokens of one service account are kept. */
export interface TokenStore {
  load(): Promise<StoredTokens | null>;
  /** Resolves when the tokens are durable: they are used only then. */
  save(tokens: StoredTokens): Promise<void>;
  /** Runs while nobody else, in any process, refreshes this account's tokens. */
  exclusively<T>(fn: () => Promise<T>): Promise<T>;
}

/** A store for one process that keeps nothing: for tests, and for calls by hand. */
export function memoryTokenStore(initial: StoredTokens | null = null): TokenStore {
  let tokens = initial;
  let last: Promise<unknown> = Promise.resolve();
  return {
    load: () => Promise.resolve(tokens),
    save: (next) => {
      tokens = next;
      return Promise.resolve();
    },
    exclusively(fn) {
      const mine = last.then(fn, fn);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

/** How a configured refresh token is remembered without keeping it. */
export function configuredDigest(refreshToken: string): string {
  return createHash("sha256").update(refreshToken).digest("hex");
}

export interface TokenSource {
  /** An access token that does not expire within the margin; refreshes first when there is none. */
  current(): Promise<string>;
  /** After a 401: another token than the one refused, refreshed at most once for all who ask at the same time. */
  replace(refused: string): Promise<string>;
}

const LONGEST_MARGIN = 60_000;
const MARGIN_SHARE = 0.1;

interface Held {
  accessToken: string;
  usableUntil: number;
}

/**
 * Tokens of one account (interface: "OAuth access data"; lifetimes are milliseconds). Refreshed before they
 * expire, by one refresher at a time: in this process by sharing the promise, across processes by the store's
 * lock, after which whatever another has just refreshed is used. A refresh answers a new refresh token and may
 * kill the old one at once, so the pair is saved before it is used.
 *
 * `refresh` sends one request. Throws ServiceProblem: `credentials_refused` or `refresh_answer_lost`, or what
 * else the request threw.
 */
export function tokenSource(
  configuredToken: string,
  store: TokenStore,
  refresh: (refreshToken: string) => Promise<AccessData>,
): TokenSource {
  const configured = configuredDigest(configuredToken);
  let held: Held | null = null;
  let underway: Promise<string> | null = null;

  function usable(refused: string | null): string | null {
    return held !== null && held.accessToken !== refused && Date.now() < held.usableUntil ? held.accessToken : null;
  }

  async function loadOurs(): Promise<StoredTokens | null> {
    const stored = await store.load();
    return stored !== null && stored.configured === configured ? stored : null;
  }

  async function obtain(refused: string | null): Promise<string> {
    held = take(await loadOurs());
    return usable(refused) ?? (await store.exclusively(() => refreshLocked(refused)));
  }

  async function refreshLocked(refused: string | null): Promise<string> {
    const stored = await loadOurs();
    held = take(stored);
    const fresh = usable(refused);
    if (fresh !== null) return fresh;
    const asked = Date.now();
    const data = await refresh(stored?.refreshToken ?? configuredToken).catch((error: unknown) => {
      throw explain(error);
    });
    const next: StoredTokens = {
      accessToken: data.access_token,
      refreshToken: data.refresh_token,
      // From the moment of asking: a slow answer must not make the token look younger than it is.
      accessExpiresAt: asked + data.access_token_lifetime,
      refreshExpiresAt: asked + data.refresh_token_lifetime,
      configured,
    };
    await store.save(next);
    held = { accessToken: next.accessToken, usableUntil: next.accessExpiresAt - margin(data.access_token_lifetime) };
    return next.accessToken;
  }

  function take(stored: StoredTokens | null): Held | null {
    if (stored === null) return null;
    // The lifetime is not stored. What this process holds already keeps its own margin.
    if (held !== null && held.accessToken === stored.accessToken) return held;
    const left = stored.accessExpiresAt - Date.now();
    return { accessToken: stored.accessToken, usableUntil: stored.accessExpiresAt - margin(left) };
  }

  function single(refused: string | null): Promise<string> {
    underway ??= obtain(refused).finally(() => {
      underway = null;
    });
    return underway;
  }

  return {
    async current() {
      return usable(null) ?? (await single(null));
    },
    async replace(refused) {
      const token = usable(refused) ?? (await single(refused));
      // A flight that began before the refusal may have brought the very token that was refused.
      return token === refused ? single(refused) : token;
    },
  };
}

function margin(lifetime: number): number {
  return Math.max(0, Math.min(LONGEST_MARGIN, lifetime * MARGIN_SHARE));
}

const REFUSED = new Set([400, 401, 403, 412, 422]);
const RENEW =
  "Create a new refresh token in the learning service and put it into the job file, or into the environment variable that the job file names; a changed token there is used instead of the stored one.";

function explain(error: unknown): unknown {
  if (!(error instanceof ServiceProblem)) return error;
  if (error.status !== null && REFUSED.has(error.status)) {
    return new ServiceProblem(`The learning service refuses the refresh token (status ${error.status}); nothing was changed.`, {
      code: "credentials_refused",
      exit: EXIT.service,
      audience: "admin",
      status: error.status,
      sent: "yes",
      words: error.words,
      next: RENEW,
    });
  }
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
  // The refresh failed and the call that needed it was never sent, whatever became of the refresh.
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
