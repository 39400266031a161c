export interface LoggedRequest {
  /** Time of arrival, ISO 8601. */
  at: string;
  method: string;
  /** With prefix and query; secrets are masked. */
  path: string;
  /** Without passwords, tokens and other secrets. */
  body: unknown;
  /** `null` until it is answered; stays `null` if the connection was closed instead. */
  status: number | null;
}

const KEPT = 50_000;
const SECRET = new Set([
  "password",
  "client_secret",
  "code",
  "code_verifier",
  "token",
  "access_token",
  "refresh_token",
  "client_assertion",
  "assertion",
]);

/** The last requests under the prefix, for tests of what was sent. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(method: string, url: string, body: unknown): LoggedRequest {
    const entry = { at: new Date().toISOString(), method, path: withoutSecrets(url), body: bodyOf(body), status: null };
    // Halved when full, because dropping one entry per request is slow.
    if (this.#entries.length >= KEPT) this.#entries = this.#entries.slice(KEPT / 2);
    this.#entries.push(entry);
    return entry;
  }

  list(): readonly LoggedRequest[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }
}

/** Masks secrets in a URL's query. Decodes names like the server does. */
export function withoutSecrets(url: string): string {
  const at = url.indexOf("?");
  if (at < 0) return url;
  const pairs = url
    .slice(at + 1)
    .split("&")
    .map((pair) => (SECRET.has(nameIn(pair)) ? `${pair.split("=")[0]}=***` : pair));
  return `${url.slice(0, at)}?${pairs.join("&")}`;
}

function nameIn(pair: string): string {
  const [name = ""] = new URLSearchParams(pair).keys();
  return name.toLowerCase().replace(/\[\]$/, "");
}

/** Masks secrets in a body. Only objects are stored; anything else could be a secret. */
function bodyOf(body: unknown): unknown {
  return typeof body === "object" && body !== null ? cleaned(body) : null;
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.some((item) => typeof item === "object") ? value.map(cleaned) : value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([field]) => !SECRET.has(field.toLowerCase()))
      .map(([field, inner]) => [field, cleaned(inner)]),
  );
}
