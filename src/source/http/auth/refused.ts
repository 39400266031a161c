import { unusable } from "../../unusable.ts";
import { shown } from "../shown.ts";

/** @param reason a code of RFC 6749, such as `invalid_client` */
export function refusedCredentials(url: URL, status: number, reason: string | null, where: string): Error {
  const why = reason !== null && /^[a-z_]{1,40}$/.test(reason) ? ` and ${reason}` : "";
  if (status === 429 || status >= 500) {
    return unusable("source_token", shown(url), `no token was given (status ${status}${why})`, "Try again later.");
  }
  return unusable(
    "source_token",
    shown(url),
    `the system rejected the credentials (status ${status}${why})`,
    `Check ${where} of the job, and whether the credentials have expired or lost their rights.`,
  );
}
