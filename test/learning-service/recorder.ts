import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { configuredDigest } from "../../src/learning-service/tokens/grant.ts";
import { memoryTokenStore, type TokenStore } from "../../src/learning-service/tokens/tokens.ts";
import { answer, serve } from "./helpers.ts";

/** One request as it came over the wire. */
export interface Seen {
  method: string;
  /** Below the prefix, as it was encoded. */
  path: string;
  query: [string, string][];
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that remembers what it was sent, and answers as the test says; `[]` where it says nothing. */
export async function recorder(handle: (seen: Seen, response: ServerResponse) => void = (_seen, response) => answer(response, 200, [])) {
  const requests: Seen[] = [];
  const url = await serve((request, response) => {
    void text(request).then((body) => {
      const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
      const seen: Seen = {
        method: request.method ?? "",
        path: pathname.replace(/^\/integration\/v1/, ""),
        query: [...searchParams],
        headers: request.headers,
        body,
      };
      requests.push(seen);
      handle(seen, response);
    });
  });
  return { url, requests };
}

/** What a refresh answers, as the interface shows it. */
export function accessAnswer(change: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    access_token: "fresh",
    refresh_token: "renewed",
    access_token_lifetime: 3_600_000,
    refresh_token_lifetime: 86_400_000,
    access_token_type: "Bearer",
    ...change,
  };
}

/** A store with an access token, `access`, for servers that know no tokens. */
export function storeAtHand(): TokenStore {
  return memoryTokenStore({
    accessToken: "access",
    refreshToken: "next",
    accessExpiresAt: Date.now() + 1e9,
    refreshExpiresAt: Date.now() + 1e9,
    configured: configuredDigest({ refreshToken: "first", client: null }),
  });
}
