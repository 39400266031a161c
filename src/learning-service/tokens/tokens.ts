import pLimit from "p-limit";
import { fact } from "../../domain/facts/fact.ts";
import { EXIT } from "../../domain/problem.ts";
import { ServiceProblem } from "../errors/service-problem.ts";

export interface StoredTokens {
  accessToken: string;
  /** `null` with client credentials. */
  refreshToken: string | null;
  /** Epoch ms. */
  accessExpiresAt: number;
  /** Epoch ms; `null` without a refresh token. */
  refreshExpiresAt: number | null;
  /** Digest of the job's credentials: if they change, the stored tokens are ignored. */
  configured: string;
}

/** Stores the rotating tokens of one service account. */
export interface TokenStore {
  load(): Promise<StoredTokens | null>;
  /** Resolves when the tokens are durable; they are not used earlier. */
  save(tokens: StoredTokens): Promise<void>;
  /** Runs `fn` while no other process or call refreshes this account's tokens. */
  exclusively<T>(fn: () => Promise<T>): Promise<T>;
}

/** Returns a store in memory, for tests and single calls. */
export function memoryTokenStore(initial: StoredTokens | null = null): TokenStore {
  let tokens = initial;
  const oneAtATime = pLimit(1);
  return {
    load: () => Promise.resolve(tokens),
    save: (next) => {
      tokens = next;
      return Promise.resolve();
    },
    exclusively: (fn) => oneAtATime(fn),
  };
}

/** The result of a grant; lifetimes in ms from the time of the request. */
interface Granted {
  /** `null`: unreadable, but the refresh token must be kept. */
  accessToken: string | null;
  refreshToken: string | null;
  accessLifetime: number;
  refreshLifetime: number | null;
}

/** One way to obtain an access token. */
export interface Grant {
  /** Digest of the configured credentials. */
  configured: string;
  /** Sends one request. Throws ServiceProblem. */
  obtain(stored: StoredTokens | null): Promise<Granted>;
}

export interface TokenSource {
  /** Returns an access token that does not expire within the margin; refreshes if necessary. */
  current(): Promise<string>;
  /** Returns another token than the one refused with 401. Concurrent callers share one refresh. */
  replace(refused: string): Promise<string>;
}

const MAX_MARGIN_MS = 60_000;
const MARGIN_SHARE = 0.1;

interface Held {
  accessToken: string;
  usableUntil: number;
}

/**
 * Creates the token source of one account (interface: "OAuth access data"; lifetimes are milliseconds). Tokens are
 * renewed before they expire, by one caller at a time: calls in this process share a promise, processes use the store's
 * lock and then use tokens that another has just renewed. A refresh returns a new refresh token and may invalidate the
 * old one at once, so the pair is saved before it is used.
 *
 * Throws the grant's ServiceProblem.
 */
export function tokenSource(grant: Grant, store: TokenStore, now: () => Date): TokenSource {
  const { configured } = grant;
  let held: Held | null = null;
  let underway: { refused: string | null; token: Promise<string> } | null = null;
  /** A pair that could not be stored, and the refresh token that it replaces. It may contain the only valid one. */
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
      // Counted from the request: a slow answer must not extend the token's lifetime.
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

  /** Stores the unsaved pair, unless the stored tokens have changed since. */
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
    // The lifetime is not stored. A token already in memory keeps its margin.
    if (held !== null && held.accessToken === stored.accessToken) return held;
    const left = stored.accessExpiresAt - now().getTime();
    return { accessToken: stored.accessToken, usableUntil: stored.accessExpiresAt - margin(left) };
  }

  function single(refused: string | null): NonNullable<typeof underway> {
    underway ??= {
      refused,
      token: obtain(refused).finally(() => {
        underway = null;
      }),
    };
    return underway;
  }

  return {
    async current() {
      return usable(null) ?? (await single(null).token);
    },
    async replace(refused) {
      const other = usable(refused);
      if (other !== null) return other;
      const refresh = single(refused);
      const token = await refresh.token;
      // A refresh that started before the refusal may return the refused token. One that started after it is final,
      // because some systems renew a token without changing it.
      return token === refused && refresh.refused !== refused ? single(refused).token : token;
    },
  };
}

function noAccessToken(): ServiceProblem {
  return new ServiceProblem(fact("service.access_token_unreadable", {}), {
    code: "answer_unreadable",
    exit: EXIT.service,
    audience: "service",
    sent: "no",
    retryable: true,
    next: fact("service.try_again", {}),
  });
}

function margin(lifetime: number): number {
  return Math.max(0, Math.min(MAX_MARGIN_MS, lifetime * MARGIN_SHARE));
}
