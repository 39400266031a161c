import { PassThrough } from "node:stream";
import type { Readable } from "node:stream";
import type { LookupFunction } from "node:net";
import type { Request as GotStream, Response } from "got";
import got, { AbortError } from "got";
import { isUnencrypted } from "../../domain/loopback.ts";
import type { ServiceSettings } from "../../domain/settings.ts";
import type { Answer, CallContext } from "../errors/errors.ts";
import { answerLost, problemOfTransport, stopped } from "../errors/errors.ts";
import { PREFIX } from "../contract/endpoint.ts";
import { agentsFor, proxyFor, type ProxyEnvironment } from "../../domain/proxy.ts";

export interface Outgoing {
  method: string;
  /** Without the prefix, with parameters filled in. */
  path: string;
  query: readonly (readonly [string, string])[];
  headers: Readonly<Record<string, string>>;
  body: { type: string; text: string } | null;
  /** Idle timeout in milliseconds. Default: the setting. */
  timeout?: number | undefined;
}

export interface Streamed extends Omit<Answer, "text"> {
  /** Fails with ServiceProblem. */
  stream: Readable;
}

export interface Transport {
  /** Returns the URL of a request. */
  urlOf(request: Pick<Outgoing, "path" | "query">): URL;
  /** Sends one request once and returns its answer of any status. Throws ServiceProblem without an answer. */
  send(request: Outgoing, context: CallContext, signal?: AbortSignal): Promise<Answer>;
  /** Like `send`, but resolves when the headers have arrived; the caller reads the body. */
  open(request: Outgoing, context: CallContext, signal?: AbortSignal): Promise<Streamed>;
  close(): void;
}

/**
 * Idle connections are closed before common servers close them (Node: 5 s). A request on a connection that the server
 * has just closed looks like one whose answer was lost. Node's agent also obeys the server's own `Keep-Alive: timeout`.
 */
const IDLE_MS = 4000;
/** The whole call may take this many times the idle timeout. Ends only an answer that trickles forever. */
const WHOLE_CALL_FACTOR = 10;

/** The most bytes of an answer, unpacked: far more than a page of groups with all their members. */
const MAX_ANSWER_BYTES = 200_000_000;

/** Creates an HTTP transport without retries and redirects: callers decide about retries. */
export function createTransport(
  settings: Pick<ServiceSettings, "baseUrl" | "timeout" | "insecure"> & { proxy: ProxyEnvironment; lookup?: LookupFunction | undefined },
): Transport {
  const base = baseOf(settings.baseUrl);
  const address = new URL(base);
  if (isUnencrypted(base) && !settings.insecure)
    throw new TypeError("baseUrl must start with https://, or insecure must be true: http:// sends the tokens unencrypted");
  const tunnelled = address.protocol === "https:" && proxyFor(address, settings.proxy) !== null;
  const agent = agentsFor(address, settings.proxy, { keepAlive: true, timeout: IDLE_MS });
  const client = got.extend({
    agent,
    retry: { limit: 0 },
    followRedirect: false,
    ...(settings.lookup === undefined ? {} : { dnsLookup: settings.lookup }),
    throwHttpErrors: false,
    headers: { "user-agent": "rollcall" },
  });
  function urlOf({ path, query }: Pick<Outgoing, "path" | "query">): URL {
    const url = new URL(base + path);
    for (const [name, value] of query) url.searchParams.append(name, value);
    return url;
  }

  function options(request: Outgoing, signal: AbortSignal | undefined, accept: string) {
    const { body } = request;
    return {
      method: request.method as "GET",
      headers: { accept, ...request.headers, ...(body === null ? {} : { "content-type": body.type }) },
      ...(body === null ? {} : { body: body.text }),
      ...(signal === undefined ? {} : { signal }),
    };
  }

  function problem(error: unknown, context: CallContext, signal: AbortSignal | undefined): Error {
    return error instanceof AbortError || signal?.aborted === true
      ? stopped(error, context, tunnelled)
      : problemOfTransport(error, context, tunnelled);
  }

  return {
    urlOf,
    async send(request, context, signal) {
      const source = client.stream(urlOf(request), {
        // A stream without a body would wait for one.
        ...(request.body === null && request.method !== "GET" ? { body: "" } : {}),
        ...options(request, signal, "application/json"),
        timeout: wholeTimeouts(request.timeout ?? settings.timeout),
      });
      try {
        return await readAnswer(source);
      } catch (error) {
        throw error instanceof AnswerTooLarge ? answerLost("ANSWER_TOO_LARGE", context) : problem(error, context, signal);
      }
    },
    open(request, context, signal) {
      return new Promise((resolve, reject) => {
        const source = client.stream(urlOf(request), {
          ...options(request, signal, "*/*"),
          timeout: timeouts(request.timeout ?? settings.timeout),
        });
        let stream: PassThrough | null = null;
        source.once("response", (response: Response) => {
          // got's own stream fails with got's errors; readers of a download must get a ServiceProblem.
          stream = new PassThrough();
          // It may fail before anyone listens; a later reader still gets the error.
          stream.on("error", () => undefined);
          stream.once("close", () => source.destroy());
          source.pipe(stream);
          resolve({ status: response.statusCode, headers: response.headers, stream });
        });
        source.on("error", (error: unknown) => {
          const found = problem(error, context, signal);
          reject(found);
          stream?.destroy(found);
        });
      });
    },
    close() {
      agent.http.destroy();
      agent.https.destroy();
    },
  };
}

class AnswerTooLarge extends Error {}

/** Reads a whole answer. A small one may unpack to an endless one, which would fill the memory. */
async function readAnswer(source: GotStream): Promise<Answer> {
  let head: Response | null = null;
  source.once("response", (response: Response) => (head = response));
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of source as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MAX_ANSWER_BYTES) throw new AnswerTooLarge();
    parts.push(part);
  }
  const { statusCode: status, headers } = head as unknown as Response;
  return { status, headers, text: new TextDecoder().decode(Buffer.concat(parts)) };
}

function timeouts(idle: number) {
  return { lookup: idle, connect: idle, secureConnect: idle, send: idle, response: idle, socket: idle };
}

/** Returns the timeouts of a call that reads the whole answer. */
function wholeTimeouts(idle: number) {
  return { ...timeouts(idle), request: idle * WHOLE_CALL_FACTOR };
}

/** Returns the base of all URLs; `baseUrl` may already end with the prefix. Throws TypeError. */
function baseOf(baseUrl: string): string {
  const plain = withoutSlashes(baseUrl);
  const base = withoutSlashes(plain.endsWith(PREFIX) ? plain.slice(0, -PREFIX.length) : plain) + PREFIX;
  const url = URL.parse(base);
  if (!/^https?:$/.test(url?.protocol ?? "")) throw new TypeError("baseUrl must be a URL that starts with https:// or http://");
  if (url?.username !== "" || url.password !== "") throw new TypeError("baseUrl must not contain a user or a password");
  if (/[?#]/.test(base)) throw new TypeError("baseUrl must not have a query or a fragment");
  return base;
}

function withoutSlashes(url: string): string {
  return url.replace(/\/{1,100}$/, "");
}
