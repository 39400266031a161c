import got from "got";
import { agentsFor, proxyFor, type ProxyEnvironment } from "../../domain/proxy.ts";

/** The options that openid-client passes with an address. */
interface FetchOptions {
  method: string;
  headers: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Statuses whose answers have no body. */
const BODILESS = new Set([101, 204, 205, 304]);

/** Returns a `fetch` that goes through the proxy of the environment; without one it is the built-in `fetch`. */
export function proxiedFetch(env: ProxyEnvironment): (url: string, options: FetchOptions) => Promise<Response> {
  return async (url, options) => {
    const address = new URL(url);
    if (proxyFor(address, env) === null) return fetch(url, options as RequestInit);
    const { method, headers, body, signal } = options;
    const answer = await got(address, {
      method: method as "GET",
      headers,
      ...(body === undefined || body === null ? {} : { body: textOf(body) }),
      ...(signal === undefined ? {} : { signal }),
      agent: agentsFor(address, env),
      retry: { limit: 0 },
      followRedirect: false,
      throwHttpErrors: false,
      responseType: "text",
    });
    return new Response(BODILESS.has(answer.statusCode) ? null : answer.body, {
      status: answer.statusCode,
      headers: headersOf(answer.headers),
    });
  };
}

function textOf(body: unknown): string {
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError("a body that is neither text nor a form");
}

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(received)) {
    // The body has been unpacked by now.
    if (name === "content-encoding" || name === "content-length") continue;
    for (const one of [value ?? []].flat()) headers.append(name, one);
  }
  return headers;
}
