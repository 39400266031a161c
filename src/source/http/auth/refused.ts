import { fact } from "../../../domain/facts/fact.ts";
import { unusable } from "../../unusable.ts";
import { shown } from "../shown.ts";

/**
 * @param reason a code of RFC 6749, such as `invalid_client`
 * @param setting where the job has the credentials
 */
export function refusedCredentials(url: URL, status: number, reason: string | null, setting: string): Error {
  const error = reason !== null && /^[a-z_]{1,40}$/.test(reason) ? reason : "none";
  if (status === 429 || status >= 500)
    return unusable("source_token", shown(url), fact("http.token_not_given", { status, error }), fact("http.try_later", {}));
  const what = fact("http.credentials_rejected", { status, error });
  return unusable("source_token", shown(url), what, fact("http.check_credentials", { setting }));
}
