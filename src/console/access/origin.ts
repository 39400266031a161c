import type { FastifyRequest } from "fastify";
import type { ConsoleParts } from "../parts.ts";

const THIS_MACHINE = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i;

/**
 * Returns whether a request is for this console: a foreign page whose name resolves to this machine (DNS rebinding)
 * sends its own name as the host.
 */
export function isOurHost(host: string | undefined, { url, settings }: Pick<ConsoleParts, "url" | "settings">): boolean {
  if (host === undefined) return false;
  const { protocol, host: ours } = new URL(url);
  return (settings.loopback && THIS_MACHINE.test(host)) || hostOf(`${protocol}//${host}`) === ours;
}

/**
 * Returns whether a request that changes something comes from one of our pages. Every browser says so in one header or
 * the other; a request with neither is refused.
 */
export function isFromUs({ headers }: Pick<FastifyRequest, "headers">, parts: Pick<ConsoleParts, "url" | "settings">): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const { origin } = headers;
  if (origin === undefined) return site === "same-origin" || site === "none";
  if (origin === new URL(parts.url).origin) return true;
  const host = hostOf(origin);
  return parts.settings.loopback && host !== null && THIS_MACHINE.test(host) && host === headers.host?.toLowerCase();
}

function hostOf(url: string): string | null {
  return URL.canParse(url) && /^https?:\/\/[^/?#\\@]+$/.test(url) ? new URL(url).host : null;
}

/** One slash at the beginning, then printable ASCII without a backslash. */
const PATH = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/;

/** Returns the path to open after the sign-in; the start page where it is anything else (no open redirect). */
export function safeNext(next: unknown, url: string): string {
  if (typeof next !== "string" || next.length > 2000 || !PATH.test(next) || !URL.canParse(next, url)) return "/";
  const { origin, pathname, search } = new URL(next, url);
  // Looked at again: `/a/..//other.example` is a path of ours only until its dots are resolved.
  return origin === new URL(url).origin && PATH.test(pathname) ? `${pathname}${search}` : "/";
}
