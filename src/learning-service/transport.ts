import { PassThrough } from "node:stream";
import type { Readable } from "node:stream";
import type { Response } from "got";
import got, { AbortError } from "got";
import { isUnencrypted } from "../model/loopback.ts";
import type { ServiceSettings } from "../model/settings.ts";
import type { Answer, CallContext } from "./errors.ts";
import { problemOfTransport, stopped } from "./errors.ts";
import { PREFIX } from "./contract/endpoint.ts";
import { agentsFor, proxyFor, type ProxyEnvironment } from "../model/proxy.ts";

export interface Outgoing {
  method: string;
  /** Below the prefix, parameters filled in. */
  path: string;
  query: readonly (readonly [string, string])[];
  headers: Readonly<Record<string, string>>;
  body: { type: string; text: string } | null;
  /** Milliseconds without a sign of life; left out: as the settings say. */
  timeout?: number | undefined;
}

export interface Streamed extends Omit<Answer, "text"> {
  /** Breaks with a ServiceProblem. */
  stream: Readable;
}

export interface Transport {
  /** Where a request would go. */
  urlOf(request: Pick<Outgoing, "path" | "query">): URL;
  /** One request, one answer of any status; never sent twice. Throws ServiceProblem when no answer came. */
  send(request: Outgoing, context: CallContext, signal?: AbortSignal): Promise<Answer>;
  /** The same, answering when the head has come: the body is read by whoever asked. */
  open(request: Outgoing, context: CallContext, signal?: AbortSignal): Promise<Streamed>;
  close(): void;
}

/**
 * Idle connections are dropped before usual servers drop them (Node: 5 s), because a request into a connection
 * that the other side has just closed cannot be told from one whose answer was lost. Node's agent also obeys the
 * server's own `Keep-Alive: timeout`.
 */
const IDLE_MS = 4000;
/** A large answer that keeps arriving is no time-out; this only ends one that drips for ever. */
const WHOLE_CALL = 10;

/** HTTP as got does it, without its retries and redirects: what may be sent again is not decided here. */
export function createTransport(
  settings: Pick<ServiceSettings, "baseUrl" | "timeout" | "insecure"> & { proxy: ProxyEnvironment },
): Transport {
  const base = baseOf(settings.baseUrl);
  const address = new URL(base);
  if (isUnencrypted(base) && !settings.insecure)
    throw new TypeError("baseUrl must start with https://, or insecure must be true: over http:// the tokens can be read on the way");
  const tunnelled = address.protocol === "https:" && proxyFor(address, settings.proxy) !== null;
  const agent = agentsFor(address, settings.proxy, { keepAlive: true, timeout: IDLE_MS });
  const client = got.extend({
    agent,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    headers: { "user-agent": "rollcall" },
  });

  function waitingOf({ timeout = settings.timeout }: Outgoing) {
    return { lookup: timeout, connect: timeout, secureConnect: timeout, send: timeout, response: timeout, socket: timeout };
  }

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
      try {
        const limits = { ...waitingOf(request), request: (request.timeout ?? settings.timeout) * WHOLE_CALL };
        const answer = await client(urlOf(request), {
          ...options(request, signal, "application/json"),
          responseType: "text",
          timeout: limits,
        });
        return { status: answer.statusCode, headers: answer.headers, text: answer.body };
      } catch (error) {
        throw problem(error, context, signal);
      }
    },
    open(request, context, signal) {
      return new Promise((resolve, reject) => {
        const source = client.stream(urlOf(request), { ...options(request, signal, "*/*"), timeout: waitingOf(request) });
        let stream: PassThrough | null = null;
        source.once("response", (response: Response) => {
          // got's own stream ends with got's errors; who reads a download shall meet ours.
          stream = new PassThrough();
          // It may break before anybody listens; whoever reads it afterwards is told all the same.
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

/** The address that all paths follow. It may end with the prefix already. Throws TypeError. */
function baseOf(baseUrl: string): string {
  const plain = withoutSlashes(baseUrl);
  const base = withoutSlashes(plain.endsWith(PREFIX) ? plain.slice(0, -PREFIX.length) : plain) + PREFIX;
  const url = URL.parse(base);
  if (!/^https?:$/.test(url?.protocol ?? "")) throw new TypeError("baseUrl must be a URL that starts with https:// or http://");
  if (url?.username !== "" || url.password !== "") throw new TypeError("baseUrl must not hold a user or a password");
  if (/[?#]/.test(base)) throw new TypeError("baseUrl must not have a query or a fragment");
  return base;
}

function withoutSlashes(url: string): string {
  return url.replace(/\/{1,100}$/, "");
}
