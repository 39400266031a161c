import { createHash } from "node:crypto";
import type { HttpAuth } from "../../../domain/http/source-settings.ts";
import { tokenSource, type Grant } from "../../../learning-service/tokens/tokens.ts";
import type { HttpAccess } from "../access.ts";
import type { Wire } from "../wire.ts";
import { loginGrant } from "./login.ts";
import { oauthGrant } from "./oauth.ts";

/** The credentials of requests to a source. */
export interface Authorization {
  headers(): Promise<Record<string, string>>;
  /** Obtains another token than the one refused with 401. Returns false if there is none to renew. */
  renew(): Promise<boolean>;
}

/** One process renews a token at a time, and all processes use it. */
export function authorize(auth: HttpAuth | null, wire: Wire, access: HttpAccess, timeout: number): Authorization {
  if (auth === null) return fixed({});
  if (auth.kind === "basic") return fixed({ authorization: `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString("base64")}` });
  const configured = createHash("sha256").update(JSON.stringify(auth)).digest("hex");
  const context = { wire, now: access.now, today: access.today, timeout };
  const [url, header, scheme] =
    auth.kind === "oauth"
      ? ([auth.oauth.tokenUrl, "authorization", "Bearer"] as const)
      : ([auth.login.url, auth.login.header.toLowerCase(), auth.login.scheme] as const);
  const grant: Grant = auth.kind === "oauth" ? oauthGrant(auth.oauth, configured, context) : loginGrant(auth.login, configured, context);
  // A refresh token that rotates must survive a change of other settings, so its account is the client.
  const account = `source ${createHash("sha256")
    .update(url)
    .update(auth.kind === "oauth" ? auth.oauth.clientId : configured)
    .digest("hex")}`;
  const tokens = tokenSource(grant, access.tokens(account, configured), access.now);
  let sent = "";
  return {
    async headers() {
      sent = await tokens.current();
      return { [header]: scheme === "" ? sent : `${scheme} ${sent}` };
    },
    async renew() {
      await tokens.replace(sent);
      return true;
    },
  };
}

function fixed(headers: Record<string, string>): Authorization {
  return { headers: () => Promise.resolve(headers), renew: () => Promise.resolve(false) };
}
