export interface LoggedRequest {
  method: string;
  /** With prefix and query. */
  path: string;
  /** Without passwords and tokens. */
  body: unknown;
  /** `null` until it is answered, and for ever where the connection was closed instead. */
  status: number | null;
}

const KEPT = 50_000;
const SECRET = new Set(["password", "refresh_token"]);

/** The last requests under the prefix, for tests that look at what was really sent. */
export class RequestLog {
  #entries: LoggedRequest[] = [];

  add(method: string, path: string, body: unknown): LoggedRequest {
    const entry = { method, path, body: withoutSecrets(body), status: null };
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

function withoutSecrets(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body ?? null;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !SECRET.has(field)));
}
