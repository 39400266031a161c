import { EXIT } from "../model/problem.ts";
import { ServiceProblem } from "./service-problem.ts";

export interface StoredTokens {
  accessToken: string;
  /** `null` with client credentials, which need none. */
  refreshToken: string | null;
  /** Epoch ms. */
  accessExpiresAt: number;
  /** Epoch ms; `null` without a refresh token. */
  refreshExpiresAt: number | null;
  /** Digest of the credentials that the job configured: changed ones beat what is stored. */
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

/** What a grant brought; lifetimes in ms from the moment of asking. */
export interface Granted {
  /** `null`: none that can be read, but a refresh token that must be kept. */
  accessToken: string | null;
  refreshToken: string | null;
  accessLifetime: number;
  refreshLifetime: number | null;
}

/** One way to an access token. */
export interface Grant {
  /** Digest of the configured credentials. */
  configured: string;
  /** Sends one request. Throws ServiceProblem. */
  obtain(stored: StoredTokens | null): Promise<Granted>;
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
 * Tokens of one account (interface: "OAuth access data"; lifetimes are milliseconds). Renewed before they
 * expire, by one process at a time: in this process by sharing the promise, across processes by the store's
 * lock, after which whatever another has just renewed is used. A refresh answers a new refresh token and may
 * kill the old one at once, so the pair is saved before it is used.
 *
 * Throws ServiceProblem, as the grant says.
 */
export function tokenSource(grant: Grant, store: TokenStore, now: () => Date): TokenSource {
  const { configured } = grant;
  let held: Held | null = null;
  let underway: Promise<string> | null = null;
  /** A pair that could not be stored, and the refresh token that it replaces: the only living one may be in here. */
  let unsaved: { tokens: StoredTokens; replaces: string | null } | null = null;

  function usable(refused: string | null): string | null {
    return held !== null && held.accessToken !== refused && now().getTime() < held.usableUntil ? held.accessToken : null;
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
    const stored = await saveLate(await loadOurs());
    held = take(stored);
    const fresh = usable(refused);
    if (fresh !== null) return fresh;
    const asked = now().getTime();
    const { accessToken, refreshToken, accessLifetime, refreshLifetime } = await grant.obtain(stored);
    const next: StoredTokens = {
      accessToken: accessToken ?? "",
      refreshToken,
      // From the moment of asking: a slow answer must not make the token look younger than it is.
      accessExpiresAt: accessToken === null ? asked : asked + accessLifetime,
      refreshExpiresAt: refreshLifetime === null ? null : asked + refreshLifetime,
      configured,
    };
    unsaved = { tokens: next, replaces: stored?.refreshToken ?? null };
    await store.save(next);
    unsaved = null;
    if (accessToken === null) throw noAccessToken();
    held = { accessToken, usableUntil: next.accessExpiresAt - margin(accessLifetime) };
    return accessToken;
  }

  /** Stores what could not be stored before, unless the stored tokens have changed since. */
  async function saveLate(stored: StoredTokens | null): Promise<StoredTokens | null> {
    if (unsaved === null) return stored;
    const { tokens, replaces } = unsaved;
    const same = (stored?.refreshToken ?? null) === replaces;
    if (same) await store.save(tokens);
    unsaved = null;
    return same ? tokens : stored;
  }

  function take(stored: StoredTokens | null): Held | null {
    if (stored === null) return null;
    // The lifetime is not stored. What this process holds already keeps its own margin.
    if (held !== null && held.accessToken === stored.accessToken) return held;
    const left = stored.accessExpiresAt - now().getTime();
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

function noAccessToken(): ServiceProblem {
  return new ServiceProblem(
    "POST /oauth2/token/refresh: the answer brings no access token that can be read. Its refresh token was stored; nothing else was changed.",
    {
      code: "answer_unreadable",
      exit: EXIT.service,
      audience: "service",
      sent: "no",
      retryable: true,
      next: "Try again; if it stays so, ask the service's operators.",
    },
  );
}

function margin(lifetime: number): number {
  return Math.max(0, Math.min(LONGEST_MARGIN, lifetime * MARGIN_SHARE));
}
