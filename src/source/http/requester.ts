import { readFile, stat } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import type { HttpSettings } from "../../domain/http/source-settings.ts";
import { retryDelay } from "../../domain/clock.ts";
import { compileGlobs } from "../../domain/globs.ts";
import { emit } from "../../domain/telemetry/events.ts";
import { unusable } from "../unusable.ts";
import type { HttpAccess } from "./access.ts";
import type { Authorization } from "./auth/authorization.ts";
import { textOf, valueAt } from "./pointer.ts";
import { shown } from "./shown.ts";
import { Interrupted, isTooLarge, type HttpRequest, type Wire } from "./wire.ts";

/** One answer, whose body is in a file. */
export interface Answer {
  /** The address that answered. */
  url: URL;
  status: number;
  headers: IncomingHttpHeaders;
  bytes: number;
}

const MAX_REDIRECTS = 5;
const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;
const MAX_ERROR_BYTES = 1_000_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const BUSY = new Set([408, 429, 502, 503, 504]);

/** Sends the requests of one read: credentials, session, redirects, retries. */
export class Requester {
  readonly #settings: HttpSettings;
  readonly #wire: Wire;
  readonly #auth: Authorization;
  readonly #access: HttpAccess;
  readonly #began: number;
  readonly #cookies = new Map<string, string>();
  #csrf: string | null = null;
  #renewed = false;
  #deprecated = false;
  #bytes = 0;

  constructor(settings: HttpSettings, wire: Wire, auth: Authorization, access: HttpAccess) {
    this.#settings = settings;
    this.#wire = wire;
    this.#auth = auth;
    this.#access = access;
    this.#began = access.now().getTime();
  }

  /**
   * Sends a request until it is answered in full, and writes the body to a file.
   * @throws FileProblem
   */
  async answer(url: URL, body: { type: string; text: string } | null, path: string): Promise<Answer> {
    const { attempts } = this.#settings.retry;
    for (let attempt = 1; ; attempt++) {
      let why: { code: string; what: Fact };
      let wait: number | null = null;
      try {
        const answer = await this.#followed(url, body, path);
        const limited = await this.#isLimited(answer, path);
        if (answer.status === 401 && !this.#renewed && (await this.#auth.renew())) {
          this.#renewed = true;
          attempt -= 1;
          continue;
        }
        if (!limited && answer.status >= 200 && answer.status < 300) return answer;
        if (!limited && !BUSY.has(answer.status)) throw refused(answer);
        wait = retryAfter(answer.headers, this.#access.now());
        why = {
          code: "source_busy",
          what: limited ? fact("http.rate_limited", {}) : fact("http.answered", { status: answer.status }),
        };
      } catch (error) {
        if (isTooLarge(error)) throw this.#tooLarge(url);
        if (!(error instanceof Interrupted)) throw error;
        why = error;
      }
      const next = fact("http.try_later_or_ask", {});
      if (attempt >= attempts) throw unusable(why.code, shown(url), fact("http.failed_attempts", { why: why.what, attempt }), next);
      const delay = wait ?? retryDelay(attempt, FIRST_DELAY_MS, MAX_DELAY_MS, Math.random());
      if (delay >= this.#left(url)) {
        const seconds = Math.ceil(delay / 1000);
        throw unusable(why.code, shown(url), fact("http.next_attempt_too_late", { why: why.what, seconds }), next);
      }
      await this.#access.sleep(delay, this.#access.stop);
      this.#access.stop?.throwIfAborted();
    }
  }

  /** Returns the time left for the whole read, in ms. */
  #left(url: URL): number {
    const left = this.#began + this.#settings.timeout.total - this.#access.now().getTime();
    if (left > 0) return left;
    const minutes = Math.round(this.#settings.timeout.total / 60_000);
    throw unusable("source_timeout", shown(url), fact("http.read_incomplete_after", { minutes }), fact("http.raise_timeout", {}));
  }

  async #followed(url: URL, body: { type: string; text: string } | null, path: string): Promise<Answer> {
    let request = await this.#request(url, body);
    for (let redirects = 0; ; redirects++) {
      const began = performance.now();
      const limits = { maxBytes: this.#settings.limits.maxBytes - this.#bytes, ms: this.#left(url) };
      const { status, headers, bytes } = await this.#wire.download(request, path, limits);
      emit("source_answered", { host: request.url.host, status, bytes, ms: Math.round(performance.now() - began) });
      if (status >= 200 && status < 300) this.#bytes += bytes;
      if (this.#isOurs(request.url)) this.#keepSession(headers);
      this.#remarkDeprecation(request.url, headers);
      if (!REDIRECTS.has(status)) return { url: request.url, status, headers, bytes };
      const to = URL.parse(headers.location ?? "", request.url.href);
      if (to === null || redirects >= MAX_REDIRECTS) throw badRedirect(url, fact("http.redirect_circle", {}));
      if (to.origin === request.url.origin) {
        if (request.method === "POST" && status < 307 && status !== 303) throw badRedirect(url, fact("http.redirect_of_post", {}));
        request = status === 303 ? { ...request, url: to, method: "GET", body: null } : { ...request, url: to };
      } else if (request.method === "GET" && compileGlobs([...this.#settings.redirects])(to.hostname)) {
        request = { url: to, method: "GET", headers: {}, body: null };
      } else {
        throw badRedirect(url, fact("http.redirect_elsewhere", { host: to.host }));
      }
    }
  }

  async #request(url: URL, body: { type: string; text: string } | null): Promise<HttpRequest> {
    const headers: Record<string, string> = body === null ? {} : { "content-type": body.type };
    // A host that a redirect led to may name its next page. Credentials never leave the host that they are for.
    if (!this.#isOurs(url)) return { url, method: this.#settings.method, headers, body: body?.text ?? null };
    for (const [name, value] of this.#settings.headers) headers[name.toLowerCase()] = value;
    if (this.#settings.session) {
      if (this.#cookies.size > 0) headers["cookie"] = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      headers["x-csrf-token"] = this.#csrf ?? "Fetch";
    }
    return { url, method: this.#settings.method, headers: { ...headers, ...(await this.#auth.headers()) }, body: body?.text ?? null };
  }

  #isOurs({ origin }: URL): boolean {
    return origin === new URL(this.#settings.url).origin;
  }

  #keepSession(headers: IncomingHttpHeaders): void {
    if (!this.#settings.session) return;
    for (const cookie of headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? [];
      if (name !== "") this.#cookies.set(name.trim(), value.trim());
    }
    const token = headers["x-csrf-token"];
    if (typeof token === "string" && token !== "" && token !== "Required") this.#csrf = token;
  }

  /** Reports once that the interface will be switched off (RFC 8594, RFC 9745). */
  #remarkDeprecation({ host }: URL, { deprecation, sunset }: IncomingHttpHeaders): void {
    if (this.#deprecated || (deprecation === undefined && sunset === undefined)) return;
    this.#deprecated = true;
    const at = Date.parse(String(sunset));
    emit("source_deprecated", { host, sunset: Number.isNaN(at) ? "" : new Date(at).toISOString().slice(0, 10) });
  }

  /** Returns whether the body states a rate limit, as `retry.when` describes it. */
  async #isLimited({ bytes }: Answer, path: string): Promise<boolean> {
    const { when } = this.#settings.retry;
    if (when === null || bytes > MAX_ERROR_BYTES || (await stat(path)).size === 0) return false;
    try {
      return textOf(valueAt(JSON.parse(await readFile(path, "utf8")), when.at)) === when.is;
    } catch {
      return false;
    }
  }

  #tooLarge(url: URL): Error {
    const what = fact("http.answers_too_large", { bytes: this.#settings.limits.maxBytes });
    return unusable("source_too_large", shown(url), what, fact("http.raise_max_bytes", {}));
  }
}

/** Returns the wait of `Retry-After` in ms: seconds or a date. */
function retryAfter(headers: IncomingHttpHeaders, now: Date): number | null {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d{1,7}(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

function refused({ url, status }: Answer): Error {
  if (status === 401 || status === 403) {
    const what = fact("http.credentials_rejected", { status, error: "none" });
    return unusable("source_refused", shown(url), what, fact("http.check_rights", {}));
  }
  return unusable("source_failed", shown(url), fact("http.answered", { status }), fact("http.check_request", {}));
}

function badRedirect(url: URL, what: Fact): Error {
  return unusable("source_redirect", shown(url), what, fact("http.use_final_address", {}));
}
