import { hash } from "node:crypto";
import * as client from "openid-client";
import { isStorable } from "../../domain/storable.ts";
import { isUnencrypted } from "../../domain/loopback.ts";
import { t } from "../../reporting/locales/t.ts";
import { Refusal } from "../answers.ts";
import type { OidcSettings } from "../parts.ts";
import type { Role } from "../../actions/access/rights.ts";
import { plainText, tokenName } from "../../actions/access/names.ts";
import { proxiedFetch } from "./proxied-fetch.ts";
import { ROLES } from "../../actions/access/rights.ts";

/** Values that the identity provider's answer must match; the browser carries them, sealed. */
export interface Transaction {
  state: string;
  nonce: string;
  verifier: string;
  next: string;
  /** When it began, in ms. */
  at: number;
}

/** Who the identity provider says it is. */
export interface Identity {
  subject: string;
  name: string;
  display: string;
  email: string | null;
  role: Role;
}

/** Login by an identity provider: code flow with PKCE, state and nonce; the ID token's signature is checked too. */
export class Provider {
  readonly #settings: OidcSettings;
  readonly #redirect: string;
  #found: Promise<client.Configuration> | null = null;

  constructor(settings: OidcSettings, url: string) {
    this.#settings = settings;
    this.#redirect = `${url}/oidc/callback`;
  }

  /** Where to send the browser, and what has to fit its answer. */
  async start(next: string, now: Date): Promise<{ url: URL; transaction: Transaction }> {
    const configuration = await this.#configuration();
    const transaction = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
      next,
      at: now.getTime(),
    };
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirect,
      scope: this.#settings.scope,
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(transaction.verifier),
      code_challenge_method: "S256",
    });
    return { url, transaction };
  }

  /** Who came back. @throws Refusal where anything does not fit, or there is no role */
  async finish(query: string, { state, nonce, verifier }: Transaction): Promise<Identity> {
    const configuration = await this.#configuration();
    const tokens = await client.authorizationCodeGrant(configuration, new URL(`${this.#redirect}${query}`), {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error("an answer without an ID token");
    let said: Record<string, unknown> = claims;
    const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
    if (valuesOf(said, this.#settings.claim).length === 0 && hasMore) {
      said = { ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims };
    }
    const role = roleOf(valuesOf(said, this.#settings.claim), this.#settings.roles);
    if (role === null) throw noRole();
    return identityOf(said, `${configuration.serverMetadata().issuer}|${claims.sub}`, role);
  }

  /** Where the identity provider ends its own session; `null` where it has no such page. */
  async signOutUrl(back: string): Promise<URL | null> {
    const configuration = await this.#configuration();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: back });
  }

  /** Found once; after an error, the next sign-in tries again. */
  #configuration(): Promise<client.Configuration> {
    this.#found ??= discover(this.#settings).catch((error: unknown) => {
      this.#found = null;
      throw error;
    });
    return this.#found;
  }
}

async function discover({ issuer, clientId, clientSecret, proxy = {} }: OidcSettings): Promise<client.Configuration> {
  // Without encryption only on this machine: for trying it out.
  const execute = [client.enableNonRepudiationChecks, ...(new URL(issuer).protocol === "http:" ? [client.allowInsecureRequests] : [])];
  const fetched = proxiedFetch(proxy) as client.CustomFetch;
  const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
    execute,
    timeout: 10,
    [client.customFetch]: fetched,
  });
  const server = found.serverMetadata();
  refuseUnencrypted(server);
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  const authentication =
    clientSecret === null
      ? client.None()
      : methods.includes("client_secret_basic")
        ? client.ClientSecretBasic(clientSecret)
        : client.ClientSecretPost(clientSecret);
  const configuration = new client.Configuration(server, clientId, undefined, authentication);
  for (const prepare of execute) prepare(configuration);
  configuration.timeout = 10;
  configuration[client.customFetch] = fetched;
  return configuration;
}

/** A provider on this machine may be plain http; the addresses that it names must not lead elsewhere without encryption. */
export function refuseUnencrypted(server: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(server))
    if (/_(endpoint|uri)$/.test(name) && typeof value === "string" && isUnencrypted(value))
      throw new Error(`the identity provider names a ${name} without encryption`);
}

/** The values of a claim, which may be a text, several, or lie deeper: `realm_access.roles`. */
export function valuesOf(claims: Readonly<Record<string, unknown>>, claim: string): string[] {
  const whole = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  const found: unknown = whole ?? claim.split(".").reduce<unknown>(inside, claims);
  return (Array.isArray(found) ? found : [found]).filter((value) => typeof value === "string");
}

function inside(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

/** Returns the highest role that one of the values gives. */
function roleOf(values: readonly string[], roles: OidcSettings["roles"]): Role | null {
  const given = values.flatMap((value) => (Object.hasOwn(roles, value) ? [roles[value]] : []));
  return ROLES.toReversed().find((role) => given.includes(role)) ?? null;
}

function identityOf(said: Readonly<Record<string, unknown>>, subject: string, role: Role): Identity {
  const text = (name: string): string => (typeof said[name] === "string" ? said[name] : "");
  if (!isStorable(subject)) throw new Error("an identifier that cannot be stored");
  // With arbitrary letters, a name could look like another person's in the audit trail.
  const name = tokenName(text("preferred_username")) ?? tokenName(text("email")) ?? `oidc-${hash("sha256", subject).slice(0, 12)}`;
  const email = plainText(text("email"), 254);
  return { subject, name, display: plainText(text("name"), 100) || name, email: email === "" ? null : email, role };
}

function noRole(): Refusal {
  return new Refusal(403, {
    code: "oidc_no_role",
    message: t("access.no_role"),
    next: t("access.ask_which_group"),
  });
}
