import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What the provider says of whoever signs in, and what it does wrong when it is asked to. */
interface Claims {
  sub: string;
  groups?: unknown;
  preferred_username?: string;
  name?: string;
  email?: string;
  [claim: string]: unknown;
}

export interface OpenIdProvider {
  issuer: string;
  /** Where it listens. */
  address: string;
  clientId: string;
  clientSecret: string;
  /** Who signs in next. */
  person: Claims;
  /** Changes the ID token before it is signed. */
  spoil: ((claims: Record<string, unknown>) => Record<string, unknown>) | null;
  /** Signs with a key that nobody knows. */
  foreignKey: boolean;
  /** Claims that only the userinfo endpoint tells. */
  userinfo: Record<string, unknown>;
  /** Signs in at an address of the provider, and comes back with where the browser is sent. */
  signIn(authorization: string): Promise<string>;
  close(): Promise<void>;
}

/** An OpenID provider over HTTP, which may go by another `name` than its own address: discovery, keys, codes that are good once, PKCE verified, client authenticated. */
export async function openIdProvider(name?: string): Promise<OpenIdProvider> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const codes = new Map<string, { query: URLSearchParams; claims: Claims }>();
  const tokens = new Map<string, Claims>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = name ?? address;

  const provider: OpenIdProvider = {
    issuer,
    address,
    clientId: "rollcall",
    clientSecret: "s3cret of the client",
    person: { sub: "u1" },
    spoil: null,
    foreignKey: false,
    userinfo: {},
    signIn: async (authorization) => {
      const answered = await fetch(authorization.replace(issuer, address), { redirect: "manual" });
      return answered.headers.get("location") ?? "";
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", issuer);
    const json = (status: number, body: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    };
    if (url.pathname === "/.well-known/openid-configuration") {
      return json(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        end_session_endpoint: `${issuer}/end`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ["code"],
        id_token_signing_alg_values_supported: ["RS256"],
        code_challenge_methods_supported: ["S256"],
      });
    }
    if (url.pathname === "/keys")
      return json(200, { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "k1", alg: "RS256", use: "sig" }] });
    if (url.pathname === "/authorize") {
      const code = randomBytes(16).toString("hex");
      codes.set(code, { query: url.searchParams, claims: provider.person });
      const back = new URL(url.searchParams.get("redirect_uri") ?? "");
      back.searchParams.set("code", code);
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    if (url.pathname === "/userinfo") {
      const claims = tokens.get((request.headers.authorization ?? "").replace(/^Bearer /, ""));
      return claims === undefined ? json(401, {}) : json(200, { sub: claims.sub, ...provider.userinfo });
    }
    if (url.pathname === "/token") return token(request, json);
    json(404, {});
  }

  async function token(request: IncomingMessage, json: (status: number, body: unknown) => void): Promise<void> {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    const body = new URLSearchParams(text);
    const expected = `Basic ${Buffer.from(`${encode(provider.clientId)}:${encode(provider.clientSecret)}`).toString("base64")}`;
    if (request.headers.authorization !== expected) return json(401, { error: "invalid_client" });
    const found = codes.get(body.get("code") ?? "");
    codes.delete(body.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    if (found === undefined || found.query.get("code_challenge") !== challenge || found.query.get("code_challenge_method") !== "S256") {
      return json(400, { error: "invalid_grant" });
    }
    const seconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: provider.clientId,
      iat: seconds,
      exp: seconds + 300,
      nonce: found.query.get("nonce"),
      ...found.claims,
    };
    const accessToken = randomBytes(16).toString("hex");
    tokens.set(accessToken, found.claims);
    json(200, { access_token: accessToken, token_type: "Bearer", expires_in: 300, id_token: sign(provider.spoil?.(claims) ?? claims) });
  }

  function sign(claims: Record<string, unknown>): string {
    const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
    const text = `${part({ alg: "RS256", kid: "k1", typ: "JWT" })}.${part(claims)}`;
    return `${text}.${createSign("RSA-SHA256")
      .update(text)
      .sign(provider.foreignKey ? foreign : privateKey)
      .toString("base64url")}`;
  }

  return provider;
}

/** As RFC 6749 has client names and secrets before Basic. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll("%20", "+");
}
