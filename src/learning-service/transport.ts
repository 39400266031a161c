import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import got, { AbortError } from "got";
import type { ServiceSettings } from "../model/settings.ts";
import type { Answer, CallContext } from "./errors.ts";
import { problemOfTransport, stopped } from "./errors.ts";
import { PREFIX } from "./contract/endpoint.ts";

export interface Outgoing {
  method: string;
  /** Below the prefix, parameters filled in. */
  path: string;
  query: Readonly<Record<string, string | number>>;
  headers: Readonly<Record<string, string>>;
  /** JSON text. */
  body: string | null;
}

export interface Transport {
  /** One request, one answer of any status; never sent twice. Throws ServiceProblem when no answer came. */
  send(request: Outgoing, context: CallContext, signal?: AbortSignal): Promise<Answer>;
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
export function createTransport(settings: Pick<ServiceSettings, "baseUrl" | "timeout">): Transport {
  const http = new HttpAgent({ keepAlive: true, timeout: IDLE_MS });
  const https = new HttpsAgent({ keepAlive: true, timeout: IDLE_MS });
  const base = settings.baseUrl.replace(/\/+$/, "") + PREFIX;
  const { timeout } = settings;
  const client = got.extend({
    agent: { http, https },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    responseType: "text",
    timeout: {
      lookup: timeout,
      connect: timeout,
      secureConnect: timeout,
      send: timeout,
      response: timeout,
      socket: timeout,
      request: timeout * WHOLE_CALL,
    },
    headers: { accept: "application/json", "user-agent": "rollcall" },
  });
  return {
    async send(request, context, signal) {
      const headers = request.body === null ? request.headers : { ...request.headers, "content-type": "application/json" };
      try {
        const url = new URL(base + request.path);
        for (const [name, value] of Object.entries(request.query)) url.searchParams.set(name, String(value));
        const answer = await client(url, {
          method: request.method,
          headers,
          ...(request.body === null ? {} : { body: request.body }),
          ...(signal === undefined ? {} : { signal }),
        });
        return { status: answer.statusCode, headers: answer.headers, text: answer.body };
      } catch (error) {
        throw error instanceof AbortError || signal?.aborted === true ? stopped(error, context) : problemOfTransport(error, context);
      }
    },
    close() {
      http.destroy();
      https.destroy();
    },
  };
}
