import { createHash, randomBytes } from "node:crypto";
import type { Contract } from "../../learning-service/contract/contract.ts";
import { ACCOUNT_ID } from "../account.ts";
import type { Area, World } from "../area.ts";
import { invalid, Refusal } from "../faults/rules.ts";
import type { SandboxState } from "../state.ts";
import type { Holder, SandboxClient, SandboxTokens } from "../tokens.ts";
import { newGrant } from "../tokens.ts";

const CODE_LIVES = 60_000;

/** The OAuth endpoints: the refresh as documented, the rest as in RFC 6749, 7009 and 7636. */
export const oauth2Area: Area<Contract["oauth2"]> = {
  refresh({ body }, { tokens }) {
    const data = tokens.refresh(body.refresh_token);
    if (data === null) throw invalid("the refresh token is unknown, used or expired");
    return data;
  },

  token({ body, headers }, world) {
    const { tokens } = world;
    const client = authenticated(tokens, headers["authorization"], body);
    if (body.grant_type === "client_credentials") return answer(tokens, { client: client.id }, false);
    if (body.grant_type === "authorization_code") return answer(tokens, holderOfCode(world, client, body), true);
    if (body.refresh_token === undefined) throw refused("invalid_request", "refresh_token is required");
    const used = tokens.living(body.refresh_token, "refresh");
    if (used === undefined || !isOf(client, used, tokens)) throw refused("invalid_grant", "the refresh token is unknown, used or expired");
    const data = answer(tokens, used, true);
    tokens.kill(used);
    return data;
  },

  revoke({ body, headers }, { tokens }) {
    const client = authenticated(tokens, headers["authorization"], body);
    const entry = tokens.living(body.token, "access") ?? tokens.living(body.token, "refresh");
    if (entry === undefined) return {};
    if (!isOf(client, entry, tokens)) throw refused("invalid_grant", "the token was issued to another client");
    tokens.revoke(entry);
    return {};
  },

  userinfo({ headers }, { tokens, state }) {
    const { client, user } = tokens.bearer(text(headers["authorization"])) ?? {};
    const fields = state.users.get(user ?? "")?.fields;
    if (user === undefined || fields === undefined) {
      const id = client ?? tokens.clients[0]?.id ?? "";
      return { sub: id, account_id: ACCOUNT_ID, name: id };
    }
    const name = [fields["first_name"], fields["last_name"]].filter((part) => typeof part === "string").join(" ");
    const [username, email] = [text(fields["username"]), text(fields["email"])];
    return {
      sub: user,
      account_id: ACCOUNT_ID,
      name,
      ...(username === undefined ? {} : { username }),
      ...(email === undefined ? {} : { email }),
    };
  },

  authorize({ query }, { state, tokens }) {
    const client = tokens.clients.find(({ id }) => id === query.client_id);
    // Never redirect to an address that is not registered for the client (RFC 6749, 4.1.2.1).
    if (client === undefined) throw refused("invalid_request", "client_id is not a client");
    const known = client.redirectUris?.includes(query.redirect_uri) ?? true;
    if (!known || query.redirect_uri.includes("#")) throw refused("invalid_request", "redirect_uri is not one of the client");
    if ((query.code_challenge === undefined) !== (query.code_challenge_method === undefined))
      return back(query, { error: "invalid_request", error_description: "code_challenge needs code_challenge_method=S256" });
    const code = randomBytes(24).toString("base64url");
    dropExpiredCodes(state);
    const challenge = query.code_challenge ?? null;
    state.put("code", code, { client_id: client.id, redirect_uri: query.redirect_uri, challenge, until: Date.now() + CODE_LIVES });
    return back(query, { code });
  },
};

/** Returns a refusal in the form of RFC 6749, 5.2, with the documented status 412. */
function refused(error: string, description: string): Refusal {
  return new Refusal(412, { error, error_description: description });
}

/** Converts a contract violation in a form to RFC 6749; keeps other refusals. */
export function asOAuth(refusal: Refusal, form: unknown): Refusal {
  if (!("message" in refusal.body) || refusal.status === 401) return refusal;
  const grant = typeof form === "object" && form !== null && "grant_type" in form ? form.grant_type : undefined;
  const isOther = typeof grant === "string" && !["client_credentials", "authorization_code", "refresh_token"].includes(grant);
  return new Refusal(refusal.status, {
    error: isOther ? "unsupported_grant_type" : "invalid_request",
    error_description: refusal.body.message,
  });
}

/** Returns the client authenticated by HTTP Basic or by form fields, never both (RFC 6749, 2.3.1). Throws Refusal 401. */
function authenticated(
  { clients }: SandboxTokens,
  authorization: unknown,
  form: { client_id?: string | undefined; client_secret?: string | undefined },
): SandboxClient {
  const basic = /^Basic (\S+)$/i.exec(text(authorization) ?? "")?.[1];
  if (basic !== undefined && form.client_secret !== undefined)
    throw refused("invalid_request", "the client uses two authentication methods");
  const [id, secret] = basic === undefined ? [form.client_id, form.client_secret] : credentialsOf(basic);
  const client = clients.find((known) => known.id === id && known.secret === secret);
  if (client === undefined) {
    const body = { error: "invalid_client", error_description: "the client is unknown or its secret is wrong" };
    throw new Refusal(401, body, { "www-authenticate": 'Basic realm="learning service"' });
  }
  return client;
}

/** Decodes both halves, which are form-encoded before they are joined (RFC 6749, 2.3.1). */
function credentialsOf(basic: string): string[] {
  const [id = "", ...rest] = Buffer.from(basic, "base64").toString("utf8").split(":");
  return [id, rest.join(":")].map((half) => new URLSearchParams(`v=${half.replaceAll("&", "%26")}`).get("v") ?? "");
}

/** Returns the subject of a one-time code: the account's first user, because the sandbox has no login. Throws Refusal. */
function holderOfCode(
  { state }: World,
  client: SandboxClient,
  form: { code?: string | undefined; redirect_uri?: string | undefined; code_verifier?: string | undefined },
): Holder {
  const code = form.code ?? "";
  const kept = state.all("code").get(code);
  if (kept === undefined || kept.client_id !== client.id) throw refused("invalid_grant", "the code is unknown or used");
  state.drop("code", code);
  if (kept.until <= Date.now()) throw refused("invalid_grant", "the code is expired");
  if (kept.redirect_uri !== form.redirect_uri) throw refused("invalid_grant", "redirect_uri is not the one of the authorization");
  const challenge = form.code_verifier === undefined ? null : createHash("sha256").update(form.code_verifier).digest("base64url");
  if (kept.challenge !== challenge) throw refused("invalid_grant", "code_verifier does not fit the code_challenge");
  return { client: client.id, user: state.users.keys().next().value };
}

function answer(tokens: SandboxTokens, holder: Holder, refreshable: boolean) {
  const one = { ...holder, grant: holder.grant ?? newGrant() };
  return {
    access_token: tokens.make("access", one),
    token_type: "Bearer",
    expires_in: Math.floor(tokens.lifetimes.access / 1000),
    ...(refreshable ? { refresh_token: tokens.make("refresh", one) } : {}),
  };
}

/** Tokens issued before clients existed belong to the first client. */
function isOf(client: SandboxClient, { client: owner }: Holder, { clients }: SandboxTokens): boolean {
  return (owner ?? clients[0]?.id) === client.id;
}

function back(
  { redirect_uri, state }: { redirect_uri: string; state?: string | undefined },
  result: Record<string, string>,
): { location: string } {
  const location = new URL(redirect_uri);
  for (const [name, value] of Object.entries(result)) location.searchParams.append(name, value);
  if (state !== undefined) location.searchParams.append("state", state);
  return { location: location.href };
}

function dropExpiredCodes(state: SandboxState): void {
  for (const [code, { until }] of state.all("code")) if (until <= Date.now()) state.drop("code", code);
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
