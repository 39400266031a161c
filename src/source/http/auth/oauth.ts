import { createPrivateKey } from "node:crypto";
import * as client from "openid-client";
import { fact } from "../../../domain/facts/fact.ts";
import type { OauthSettings, SamlSettings } from "../../../domain/http/source-settings.ts";
import type { Grant } from "../../../learning-service/tokens/tokens.ts";
import { KeyFileError, readKeyFile } from "../../key-file.ts";
import { FileProblem } from "../../../domain/problem.ts";
import { unusable } from "../../unusable.ts";
import { shown } from "../shown.ts";
import { Interrupted } from "../wire.ts";
import type { GrantContext } from "./grant-context.ts";
import { refusedCredentials } from "./refused.ts";
import { signedAssertion } from "./saml.ts";

const MAX_BYTES = 1_000_000;
/** The lifetime of a token whose answer names none. */
const DEFAULT_LIFETIME_MS = 300_000;
const SAML_GRANT = "urn:ietf:params:oauth:grant-type:saml2-bearer";

/** Returns the grant of an OAuth 2.0 token endpoint. */
export function oauthGrant(oauth: OauthSettings, configured: string, context: GrantContext): Grant {
  const url = new URL(oauth.tokenUrl);
  const configuration = configurationOf(oauth, url, context);
  const fields = { ...(oauth.scope === null ? {} : { scope: oauth.scope }), ...oauth.extra };
  return {
    configured,
    async obtain(stored) {
      const used = stored?.refreshToken ?? oauth.refreshToken;
      const request =
        oauth.grant === "client_credentials"
          ? client.clientCredentialsGrant(configuration, fields)
          : oauth.grant === "refresh_token"
            ? client.refreshTokenGrant(configuration, used ?? "", fields)
            : client.genericGrantRequest(configuration, SAML_GRANT, { ...fields, assertion: await assertionOf(oauth.saml, context.now()) });
      const answer = await request.catch((error: unknown) => {
        throw explained(error, url);
      });
      const { expires_in: seconds } = answer;
      return {
        accessToken: answer.access_token,
        // Without rotation, the endpoint may omit the refresh token (RFC 6749, 6).
        refreshToken: oauth.grant === "refresh_token" ? (answer.refresh_token ?? used) : null,
        accessLifetime: seconds === undefined ? DEFAULT_LIFETIME_MS : seconds * 1000,
        refreshLifetime: null,
      };
    },
  };
}

function configurationOf(oauth: OauthSettings, url: URL, { wire, timeout }: GrantContext): client.Configuration {
  const secret = oauth.clientSecret ?? "";
  const methods = { body: client.ClientSecretPost, basic: client.ClientSecretBasic, none: client.None } as const;
  const metadata = { issuer: url.origin, token_endpoint: url.href };
  const configuration = new client.Configuration(metadata, oauth.clientId, undefined, methods[oauth.clientAuthentication](secret));
  // The wire refuses plain http to any other machine.
  if (url.protocol === "http:") client.allowInsecureRequests(configuration);
  configuration.timeout = Math.ceil(timeout / 1000);
  configuration[client.customFetch] = async (address, { method, headers, body }) => {
    const text = body instanceof URLSearchParams ? body.toString() : typeof body === "string" ? body : null;
    const answer = await wire.text({ url: new URL(address), method, headers, body: text }, { maxBytes: MAX_BYTES, ms: timeout });
    const type = answer.headers["content-type"];
    return new Response(answer.text, { status: answer.status, headers: type === undefined ? {} : { "content-type": type } });
  };
  return configuration;
}

async function assertionOf(saml: SamlSettings | null, now: Date): Promise<string> {
  if (saml === null) throw new TypeError("a SAML grant without its settings");
  let key;
  try {
    key = createPrivateKey(await readKeyFile(saml.privateKey));
  } catch (error) {
    const what = error instanceof KeyFileError ? fact("http.file_unreadable", { reason: error.why }) : fact("http.not_a_private_key", {});
    throw unusable("source_key", saml.privateKey, what, fact("http.check_private_key", {}));
  }
  return Buffer.from(signedAssertion(saml, key, now)).toString("base64");
}

/** Explains a failed token request. Nothing of the answer but its status and error code is shown. */
function explained(error: unknown, url: URL): unknown {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 4; cause = cause.cause, depth++) {
    if (cause instanceof FileProblem) return cause;
    if (cause instanceof Interrupted) return unusable(cause.code, shown(url), cause.what, fact("http.try_later", {}));
    if (cause instanceof client.ResponseBodyError) return refusedCredentials(url, cause.status, cause.error, "auth.oauth");
    if (cause instanceof client.WWWAuthenticateChallengeError) return refusedCredentials(url, cause.status, null, "auth.oauth");
    if (cause.cause instanceof Response) return answeredWrong(url, cause.cause.status);
  }
  return error instanceof client.ClientError || error instanceof TypeError ? answeredWrong(url, null) : error;
}

function answeredWrong(url: URL, status: number | null): Error {
  if (status !== null && status >= 400) return refusedCredentials(url, status, null, "auth.oauth");
  return unusable("source_token", shown(url), fact("http.not_an_oauth_answer", {}), fact("http.check_token_url", {}));
}
