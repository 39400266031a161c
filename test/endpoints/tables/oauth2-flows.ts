import { createHash } from "node:crypto";
import { CLIENT, OTHER_CLIENT } from "../place.ts";
import type { Place } from "../place.ts";

export const ours = { client_id: CLIENT.id, client_secret: CLIENT.secret };
export const theirs = { client_id: OTHER_CLIENT.id, client_secret: OTHER_CLIENT.secret };
export const BACK = "https://portal.example/back";
export const VERIFIER = "a-verifier-of-at-least-43-characters-0123456789";
export const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");
export const asking = { response_type: "code", redirect_uri: BACK } as const;

/** Where an authorization leads back to. */
export async function backOf({ client }: Place, query: Parameters<typeof client.oauth2.authorize>[0]): Promise<URL> {
  return new URL((await client.oauth2.authorize(query)).location);
}

export async function codeOf(
  place: Place,
  more: { code_challenge?: string; code_challenge_method?: "S256" } = {},
  client_id = CLIENT.id,
): Promise<string> {
  return (await backOf(place, { ...asking, client_id, ...more })).searchParams.get("code") ?? "";
}

/** A pair of tokens that stands for a user. */
export async function pairOf(place: Place) {
  const code = await codeOf(place);
  return place.client.oauth2.token({ grant_type: "authorization_code", ...ours, code, redirect_uri: BACK });
}

export const accessOf = async ({ client }: Place, credentials: typeof ours = ours) =>
  (await client.oauth2.token({ grant_type: "client_credentials", ...credentials })).access_token;

/** The status of a request with an access token, of an endpoint that needs one. */
export const statusWith = async ({ send }: Place, token: string) =>
  (await send("GET", "/subscriptions", { headers: { authorization: `Bearer ${token}` } })).status;
