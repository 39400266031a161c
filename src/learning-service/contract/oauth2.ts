import { z } from "zod";
import { endpoint, overview } from "./endpoint.ts";
import { filled, text, uuid } from "./values.ts";

/** OAuth access data (interface: "OAuth access data"). Lifetimes are MILLISECONDS. */
export const accessData = z.looseObject({
  access_token: filled,
  refresh_token: filled,
  access_token_lifetime: z.int().describe("Milliseconds."),
  refresh_token_lifetime: z.int().describe("Milliseconds."),
  access_token_type: text,
});

export type AccessData = z.infer<typeof accessData>;

const refresh = endpoint({
  summary: "Create access token by refresh token",
  method: "POST",
  path: "/oauth2/token/refresh",
  body: z.strictObject({ refresh_token: text }),
  output: accessData,
  answer: "json",
  writes: true,
  open: true,
});

/** The answer of RFC 6749, 5.1. */
export const tokenAnswer = z.looseObject({
  access_token: filled,
  token_type: text,
  expires_in: z.int().optional().describe("Seconds."),
  refresh_token: filled.optional(),
  scope: text.optional(),
});

export type TokenAnswer = z.infer<typeof tokenAnswer>;

const clientFields = {
  client_id: filled.optional().describe("Omit with HTTP Basic authentication (RFC 6749, 2.3.1)."),
  client_secret: text.optional(),
};

const token = overview({
  summary: "Create access token",
  method: "POST",
  path: "/oauth2/token",
  encoding: "form",
  answer: "json",
  writes: true,
  open: true,
  plausible: {
    body: z.strictObject({
      grant_type: z.enum(["client_credentials", "authorization_code", "refresh_token"]),
      ...clientFields,
      scope: text.optional(),
      code: text.optional().describe("With `authorization_code`."),
      redirect_uri: text.optional().describe("With `authorization_code`: the same as at /oauth2/authorize."),
      code_verifier: text.optional().describe("With `authorization_code` and a `code_challenge` (RFC 7636)."),
      refresh_token: text.optional().describe("With `refresh_token`."),
    }),
    output: tokenAnswer,
  },
});

const revoke = overview({
  summary: "Revoke (listed as a create-access-token operation)",
  method: "POST",
  path: "/oauth2/revoke",
  encoding: "form",
  answer: "json",
  writes: true,
  open: true,
  plausible: {
    body: z.strictObject({ token: filled, token_type_hint: z.enum(["access_token", "refresh_token"]).optional(), ...clientFields }),
    output: z.strictObject({}),
  },
});

const userinfo = overview({
  summary: "User data through OAuth authentication",
  method: "GET",
  path: "/oauth2/userinfo",
  answer: "json",
  plausible: {
    output: z.strictObject({
      sub: text.describe("The subject of the access token: a user, or the client itself."),
      account_id: uuid,
      name: text,
      username: text.optional(),
      email: text.optional(),
    }),
  },
});

const authorize = overview({
  summary: "Set up an OAuth connection for an identity provider",
  method: "GET",
  path: "/oauth2/authorize",
  answer: "redirect",
  success: 302,
  open: true,
  plausible: {
    query: z.strictObject({
      response_type: z.literal("code"),
      client_id: filled,
      redirect_uri: z.url().describe("Receives `code` and `state` in its query."),
      scope: text.optional(),
      state: text.optional(),
      code_challenge: text.optional().describe("RFC 7636; only with the method `S256`."),
      code_challenge_method: z.literal("S256").optional(),
    }),
    output: z.strictObject({ location: text }),
  },
});

export const oauth2 = {
  /** Create access token: `POST /oauth2/token`, a form as in RFC 6749, with the client's credentials in it or in HTTP Basic. */
  token,
  /** Revoke (listed as a create-access-token operation): `POST /oauth2/revoke`, as in RFC 7009. Succeeds for unknown tokens too. */
  revoke,
  /** Create access token by refresh token: `POST /oauth2/token/refresh`. The refresh token in the request may become invalid at once. */
  refresh,
  /** User data through OAuth authentication: `GET /oauth2/userinfo`. */
  userinfo,
  /**
   * Set up an OAuth connection for an identity provider: `GET /oauth2/authorize`. For browsers (RFC 6749, 4.1.1);
   * redirects to `redirect_uri`.
   */
  authorize,
};
