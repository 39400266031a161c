import type { Clock } from "../../domain/clock.ts";
import type { ProxyEnvironment } from "../../domain/proxy.ts";
import type { FileSettings } from "../../domain/settings.ts";
import type { TokenStore } from "../../learning-service/tokens/tokens.ts";

/** The last complete read of each request of a job. */
export interface LastReads {
  /** Keeps a copy of a read, in place of the last one. */
  keep(form: FileSettings, path: string, at: Date): Promise<void>;
  /** Writes the last read of a request to a file in a folder; `null` if there is none. */
  open(form: FileSettings, folder: string): Promise<{ path: string; at: Date } | null>;
}

/** What to do with the kept reads of requests. */
export interface ReadUse {
  store: LastReads;
  /** `keep`: ask the HR system, and keep the answer; `last`: use the last one, and ask only if there is none. */
  use: "keep" | "last";
}

/** Returns how a command uses the last reads, and asks the HR system only for those that are missing. */
export function useLast(store: LastReads | null): ReadUse | null {
  return store === null ? null : { store, use: "last" };
}

/** The surroundings of requests to a source. */
export interface HttpAccess extends Pick<Clock, "now" | "sleep"> {
  env: ProxyEnvironment;
  /** The day in the time zone of the job, such as `2026-11-24`. */
  today: string;
  /** Returns the store of the tokens of an account; other credentials than `configured` void them. */
  tokens(account: string, configured: string): TokenStore;
  stop?: AbortSignal | undefined;
}
