import { randomBytes } from "node:crypto";
import type { AccessData } from "../learning-service/contract/oauth2.ts";
import type { SandboxState } from "./state.ts";

export interface Lifetimes {
  /** Milliseconds. */
  access: number;
  /** Milliseconds. */
  refresh: number;
}

/** Rotating tokens (interface: "OAuth access data"): a refresh token dies when it is used. */
export class SandboxTokens {
  readonly #state: SandboxState;
  readonly #lifetimes: Lifetimes;

  constructor(state: SandboxState, lifetimes: Lifetimes) {
    this.#state = state;
    this.#lifetimes = lifetimes;
  }

  /** The refresh token that was issued last and still lives; issues one when there is none. */
  get refreshToken(): string {
    const living = [...this.#state.tokens.values()].filter(({ kind, until }) => kind === "refresh" && until > Date.now());
    return living.at(-1)?.token ?? this.issue();
  }

  /** A further refresh token, beside those that live. */
  issue(): string {
    return this.#make("refresh", this.#lifetimes.refresh);
  }

  /** Answers a new pair and kills the token; `null` for one that is unknown, used or expired. */
  refresh(token: string): AccessData | null {
    if (!this.#lives(token, "refresh")) return null;
    const data: AccessData = {
      access_token: this.#make("access", this.#lifetimes.access),
      refresh_token: this.#make("refresh", this.#lifetimes.refresh),
      access_token_lifetime: this.#lifetimes.access,
      refresh_token_lifetime: this.#lifetimes.refresh,
      access_token_type: "Bearer",
    };
    this.#kill(token);
    return data;
  }

  accepts(authorization: string | undefined): boolean {
    const token = /^Bearer (\S+)$/i.exec(authorization ?? "")?.[1];
    return token !== undefined && this.#lives(token, "access");
  }

  /** Kills all tokens of a kind before their time. */
  killAll(kind: "access" | "refresh"): void {
    for (const entry of this.#state.tokens.values()) if (entry.kind === kind) this.#kill(entry.token);
  }

  #lives(token: string, kind: "access" | "refresh"): boolean {
    const entry = this.#state.tokens.get(token);
    return entry !== undefined && entry.kind === kind && entry.until > Date.now();
  }

  #make(kind: "access" | "refresh", lifetime: number): string {
    const token = `${kind}-${randomBytes(24).toString("base64url")}`;
    this.#state.putToken({ token, kind, until: Date.now() + lifetime });
    return token;
  }

  #kill(token: string): void {
    const entry = this.#state.tokens.get(token);
    if (entry !== undefined) this.#state.putToken({ ...entry, until: 0 });
  }
}
