import type { AuthSettings } from "../model/settings.ts";
import type { Endpoint } from "./contract/endpoint.ts";
import type { CallContext } from "./errors.ts";
import type { CallInput } from "./methods.ts";
import { hiddenOf } from "./words.ts";

/** The secrets that a call may show. */
export function secretsOf(auth: AuthSettings, token: string | null): string[] {
  return [auth.refreshToken, auth.client?.secret ?? "", token ?? ""].filter((text) => text !== "");
}

/** What a message about a call may say, and what it must not. */
export function contextOf(entry: Endpoint, input: CallInput, secrets: readonly string[]): CallContext {
  const userId = input.params?.["user_id"];
  const sentHeaders = new Map(Object.entries(input.options?.headers ?? {}));
  return {
    endpoint: `${entry.method} ${entry.path}`,
    redirects: entry.answer === "redirect",
    paged: entry.answer === "list" && (input.query?.["_start"] ?? input.query?.["_limit"]) !== undefined,
    sentHeaders,
    // Only errors need it, and nearly no call has one.
    get hidden() {
      return hiddenOf({ body: input.body, query: input.query, headers: Object.fromEntries(sentHeaders) }, secrets);
    },
    ...(userId === undefined ? {} : { userId }),
  };
}
