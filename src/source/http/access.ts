import type { Clock } from "../../domain/clock.ts";
import type { ProxyEnvironment } from "../../domain/proxy.ts";
import type { TokenStore } from "../../learning-service/tokens/tokens.ts";

/** The surroundings of requests to a source. */
export interface HttpAccess extends Pick<Clock, "now" | "sleep"> {
  env: ProxyEnvironment;
  /** The day in the time zone of the job, such as `2026-11-24`. */
  today: string;
  /** Returns the store of the tokens of an account; other credentials than `configured` void them. */
  tokens(account: string, configured: string): TokenStore;
  stop?: AbortSignal | undefined;
}
