export interface LoggedRequest {
  /** When it came, ISO 8601. */
  at: string;
  method: string;
  /** With prefix and query; secrets are blacked out. */
  path: string;
  /** Without passwords, tokens and other secrets. */
  body: unknown;
  /** `null` until it is answered, and for ever where the connection was closed instead. */
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

/** The last requests under the prefix, for tests that look at what was really sent. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(method: string, url: string, body: unknown): LoggedRequest {
    const entry = { at: new Date().toISOString(), method, path: withoutSecrets(url), body: bodyOf(body), status: null };
    // Dropped half at a time, so that a long run does not shift an array at every request.
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

/** A path whose query gives no secret away; the name is read as the server reads it, however it is encoded. */
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

/** What is not an object may be anything, also a secret, and is not kept. */
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
