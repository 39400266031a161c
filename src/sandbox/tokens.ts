import { randomBytes } from "node:crypto";
import type { AccessData } from "../learning-service/contract/oauth2.ts";
import type { SandboxState, TokenEntry } from "./state.ts";

export interface Lifetimes {
  /** Milliseconds. */
  access: number;
  /** Milliseconds. */
  refresh: number;
}

/** An OAuth client (RFC 6749, 2). */
export interface SandboxClient {
  id: string;
  secret: string;
  /** Allowed redirect addresses of /oauth2/authorize. Default: any. */
  redirectUris?: readonly string[];
}

export const DEFAULT_CLIENT: SandboxClient = { id: "rollcall", secret: "sandbox-secret" };

/** The owner of a token. */
export interface Holder {
  client?: string | undefined;
  user?: string | undefined;
  grant?: string | undefined;
}

/** Rotating tokens (interface: "OAuth access data"): a refresh token works once. */
export class SandboxTokens {
  readonly #state: SandboxState;
  readonly #now: () => Date;
  readonly lifetimes: Lifetimes;
  readonly clients: readonly SandboxClient[];

  constructor(
    state: SandboxState,
    lifetimes: Lifetimes,
    clients: readonly SandboxClient[] = [DEFAULT_CLIENT],
    now: () => Date = () => new Date(),
  ) {
    this.#now = now;
    this.#state = state;
    this.lifetimes = lifetimes;
    this.clients = clients;
  }

  /** Returns the newest valid refresh token; issues one if there is none. */
  get refreshToken(): string {
    const living = [...this.#state.tokens.values()].filter(({ kind, until }) => kind === "refresh" && until > this.#now().getTime());
    return living.at(-1)?.token ?? this.issue();
  }

  /** Issues an additional refresh token. */
  issue(): string {
    return this.make("refresh", { client: this.clients[0]?.id });
  }

  /** Issues a token, the first of a new grant unless the holder names one. */
  make(kind: "access" | "refresh", { client, user, grant = newGrant() }: Holder): string {
    const token = `${kind}-${randomBytes(24).toString("base64url")}`;
    this.#state.putToken({ token, kind, until: this.#now().getTime() + this.lifetimes[kind], client, user, grant });
    return token;
  }

  /** Returns a new pair and revokes the token; `null` for one that is unknown, used or expired. */
  refresh(token: string): AccessData | null {
    const used = this.living(token, "refresh");
    if (used === undefined) return null;
    const holder = { ...used, grant: used.grant ?? newGrant() };
    const data: AccessData = {
      access_token: this.make("access", holder),
      refresh_token: this.make("refresh", holder),
      access_token_lifetime: this.lifetimes.access,
      refresh_token_lifetime: this.lifetimes.refresh,
      access_token_type: "Bearer",
    };
    this.kill(used);
    return data;
  }

  /** Returns the access token of an `Authorization` header while it is valid. */
  bearer(authorization: string | undefined): TokenEntry | undefined {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
    return token === undefined ? undefined : this.living(token, "access");
  }

  living(token: string, kind: "access" | "refresh"): TokenEntry | undefined {
    const entry = this.#state.tokens.get(token);
    return entry !== undefined && entry.kind === kind && entry.until > this.#now().getTime() ? entry : undefined;
  }

  /** Revokes a token; a refresh token with all tokens of its grant (RFC 7009, 2.1). */
  revoke(entry: TokenEntry): void {
    this.kill(entry);
    if (entry.kind === "access" || entry.grant === undefined) return;
    for (const other of this.#state.tokens.values()) if (other.grant === entry.grant) this.kill(other);
  }

  kill(entry: TokenEntry): void {
    this.#state.putToken({ ...entry, until: 0 });
  }

  /** Revokes all tokens of a kind. */
  killAll(kind: "access" | "refresh"): void {
    for (const entry of this.#state.tokens.values()) if (entry.kind === kind) this.kill(entry);
  }
}

/** Returns the mark of a new authorization. */
export function newGrant(): string {
  return randomBytes(9).toString("base64url");
}
