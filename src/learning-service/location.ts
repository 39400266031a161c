import type { AnswerHeaders } from "./service-problem.ts";
import { hide } from "./words.ts";

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/**
 * Says where a redirect leads that is not followed: origin and path, without the query, ids and anything that the
 * request held.
 */
export function locationOf(
  { status, headers }: { status: number; headers: AnswerHeaders },
  hidden: ReadonlyMap<string, string>,
): { sentence: string; next?: string } {
  const [location = ""] = [headers["location"]].flat();
  if (status < 300 || status > 399 || location === "") return { sentence: "" };
  const url = URL.parse(location);
  // Without user, password, query and fragment, any of which may be a secret.
  const address = url === null ? location.replace(/[?#].*$/s, "") : `${url.origin}${url.pathname}`;
  const shown = hide(address.replace(ID, "(id)"), hidden);
  return {
    sentence: ` It leads to ${shown}.`,
    next: "Redirects are not followed, because they would send the token to another address. If the service has moved, change service.base_url to the new address, without /integration/v1.",
  };
}
