import type { AuthSettings } from "../domain/settings.ts";
import type { Endpoint } from "./contract/endpoint.ts";
import type { CallContext } from "./errors/errors.ts";
import type { CallInput } from "./methods.ts";
import { hiddenValues } from "./errors/error-message.ts";

/** Returns the secrets that a call sends and an error could echo. */
export function secretsOf(auth: AuthSettings, token: string | null): string[] {
  return [auth.refreshToken, auth.client?.secret ?? "", token ?? ""].filter((text) => text !== "");
}

/** Returns what errors of a call may name (the endpoint) and must hide (values and secrets). */
export function contextOf(entry: Endpoint, input: CallInput, secrets: readonly string[]): CallContext {
  const userId = input.params?.["user_id"];
  const sentHeaders = new Map(Object.entries(input.options?.headers ?? {}));
  return {
    endpoint: `${entry.method} ${entry.path}`,
    redirects: entry.answer === "redirect",
    paged: entry.answer === "list" && (input.query?.["_start"] ?? input.query?.["_limit"]) !== undefined,
    sentHeaders,
    // Computed on demand: only errors need it.
    get hidden() {
      return hiddenValues({ body: input.body, query: input.query, headers: Object.fromEntries(sentHeaders) }, secrets);
    },
    ...(userId === undefined ? {} : { userId }),
  };
}
