import type { AnswerHeaders } from "../errors/service-problem.ts";
import { hide } from "../errors/error-message.ts";

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Describes the target of a redirect that is not followed: origin and path, without query, ids and values of the request. */
export function locationOf(
  { status, headers }: { status: number; headers: AnswerHeaders },
  hidden: ReadonlyMap<string, string>,
): { sentence: string; next?: string } {
  const [location = ""] = [headers["location"]].flat();
  if (status < 300 || status > 399 || location === "") return { sentence: "" };
  const url = URL.parse(location);
  // Without user, password, query and fragment: each may be a secret.
  const address = url === null ? location.replace(/[?#].*$/s, "") : `${url.origin}${url.pathname}`;
  const shown = hide(address.replace(ID, "(id)"), hidden);
  return {
    sentence: ` It redirects to ${shown}.`,
    next: "Redirects are not followed because they would send the token to another address. If the service has moved, set service.base_url to the new address, without /integration/v1.",
  };
}
