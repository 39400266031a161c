import { fact } from "../../../domain/facts/fact.ts";
import type { LoginSettings } from "../../../domain/http/source-settings.ts";
import type { Grant } from "../../../learning-service/tokens/tokens.ts";
import { unusable } from "../../unusable.ts";
import { bodyText } from "../body.ts";
import { textOf, valueAt } from "../pointer.ts";
import { shown } from "../shown.ts";
import { Interrupted } from "../wire.ts";
import type { GrantContext } from "./grant-context.ts";
import { refusedCredentials } from "./refused.ts";

const MAX_BYTES = 1_000_000;

/** Returns the grant of a call that answers with a token in JSON. */
export function loginGrant(login: LoginSettings, configured: string, { wire, today, timeout }: GrantContext): Grant {
  const url = new URL(login.url);
  return {
    configured,
    async obtain() {
      const { type, text } = bodyText(login.body, today);
      const request = { url, method: "POST", headers: { accept: "application/json", "content-type": type }, body: text };
      const answer = await wire.text(request, { maxBytes: MAX_BYTES, ms: timeout }).catch((error: unknown) => {
        throw error instanceof Interrupted ? unusable(error.code, shown(url), error.what, fact("http.try_later", {})) : error;
      });
      if (answer.status < 200 || answer.status > 299) throw refusedCredentials(url, answer.status, null, "auth.login");
      const token = textOf(valueAt(parsed(answer.text), login.token)) ?? "";
      if (token === "") {
        throw unusable(
          "source_token",
          shown(url),
          fact("http.answer_lacks_token", { at: login.token }),
          fact("http.check_login_token", {}),
        );
      }
      return { accessToken: token, refreshToken: null, accessLifetime: login.lifetime, refreshLifetime: null };
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
