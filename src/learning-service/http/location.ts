import type { AnswerHeaders } from "../errors/service-problem.ts";
import { hide } from "../errors/error-message.ts";

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Returns the target of a redirect that is not followed: origin and path, without query, ids and values of the request. */
export function locationOf(
  { status, headers }: { status: number; headers: AnswerHeaders },
  hidden: ReadonlyMap<string, string>,
): string | null {
  const [location = ""] = [headers["location"]].flat();
  if (status < 300 || status > 399 || location === "") return null;
  const url = URL.parse(location);
  // Without user, password, query and fragment: each may be a secret.
  const address = url === null ? location.replace(/[?#].*$/s, "") : `${url.origin}${url.pathname}`;
  return hide(address.replace(ID, "(id)"), hidden);
}
