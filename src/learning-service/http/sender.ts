import type { LookupFunction } from "node:net";
import type { z } from "zod";
import type { AuthSettings, ServiceSettings } from "../../domain/settings.ts";
import { inSpan } from "../../domain/telemetry/span.ts";
import type { ProxyEnvironment } from "../../domain/proxy.ts";
import { telemetry } from "../../domain/telemetry/telemetry.ts";
import type { Priority, RequestBudget } from "./budget.ts";
import { contextOf, secretsOf } from "../call-context.ts";
import { checkHeaders, checkOptions, eitherSignal, waitUnless } from "../call-options.ts";
import type { Endpoint } from "../contract/endpoint.ts";
import { downloadOf, headerOf, readShort } from "../download.ts";
import type { Answer, CallContext } from "../errors/errors.ts";
import { notAsDocumented, problemOfAnswer, ServiceProblem, stopped } from "../errors/errors.ts";
import type { HookRequest, Hooks } from "../hooks.ts";
import { notifyAfterResponse } from "../hooks.ts";
import type { Listing } from "../listing.ts";
import { listing } from "../listing.ts";
import type { CallInput, Download, Sending } from "../methods.ts";
import type { Page } from "../pagination.ts";
import { cutPage, pageRange, readList, readPage, readWhole } from "../pagination.ts";
import { encodeQuery, fillPath } from "../query.ts";
import { parseOutput, parseBody } from "../reading.ts";
import { refuseUnbounded } from "../tokens/scope.ts";
import type { TokenSource } from "../tokens/tokens.ts";
import type { Outgoing } from "./transport.ts";
import { createTransport } from "./transport.ts";

/** Sends one request without an access token, for token grants. */
export type Exchange = (entry: Endpoint, input: CallInput, headers: Readonly<Record<string, string>>) => Promise<Answer>;

/** Receives statuses and field names, never a value. */
export interface ClientLog {
  debug(fields: object, message: string): void;
  warn?(fields: object, message: string): void;
}

export interface SenderSettings {
  baseUrl: string;
  insecure: boolean;
  /** Milliseconds. */
  timeout: number;
  proxy: ProxyEnvironment;
  lookup?: LookupFunction | undefined;
  /** Milliseconds. */
  giveUp: number;
  auth: AuthSettings;
  dialect: Pick<ServiceSettings["dialect"], "arrayQuery" | "pageSize" | "paging">;
  budget: RequestBudget;
  log: ClientLog | undefined;
  hooks: Hooks;
  signal: AbortSignal | undefined;
  /** Called right before a writing request is sent. If it throws, the request is not sent. */
  beforeWrite: (() => Promise<void>) | undefined;
  tokens(exchange: Exchange): TokenSource;
}

/** Creates the sender of endpoint requests: budget, token, transport, errors, schema. Knows no endpoint by name. */
export function createSender(settings: SenderSettings) {
  const { auth, dialect, budget, hooks } = settings;
  const transport = createTransport(settings);
  const tokens = settings.tokens(unauthorized);

  /** Sends one request without an access token, optionally with other credentials. */
  async function unauthorized(entry: Endpoint, input: CallInput, credentials: Readonly<Record<string, string>>): Promise<Answer> {
    const shown = Object.values(credentials).map((value) => value.replace(/^\S+ /, ""));
    const context = contextOf(entry, input, [...secretsOf(auth, null), ...shown]);
    // A sent refresh is never aborted: its answer may contain the only valid refresh token.
    const send = (request: Outgoing): Promise<Answer> => transport.send(request, context);
    return exchange({ entry, request: outgoing(entry, input), credentials, context, signal: signalOf(input), send });
  }

  /** Returns the signal that aborts all calls of this client, or this one. */
  function signalOf({ options }: CallInput): AbortSignal | undefined {
    return eitherSignal(settings.signal, options?.signal);
  }

  /** Sends one request within the budget. `Retry-After` pauses all calls that share it. Throws ServiceProblem for other statuses. */
  async function exchange<A extends Answer>({ entry, context, signal, ...attempt }: Attempt<A>): Promise<A> {
    const sending: Sending = attempt.sending ?? ((plainSend) => plainSend());
    // Inside the budget, so that the measured time excludes waiting for a slot.
    const watched = async (): Promise<A> => {
      // Token requests are exempt: they change no data.
      if (entry.writes && entry.open !== true) await settings.beforeWrite?.();
      const { request, seen } = await prepared(attempt.request, entry, context);
      const began = performance.now();
      let status: number | null = null;
      try {
        const answered = await inSpan(
          "service_call",
          { method: entry.method, route: entry.path },
          () => attempt.send({ ...request, headers: { ...request.headers, ...addedHeaders(), ...attempt.credentials } }),
          (received) => ({ status: received.status }),
        );
        ({ status } = answered);
        const ms = performance.now() - began;
        if (seen !== null) notifyAfterResponse(hooks, { status, headers: answered.headers, ms }, seen, () => hookFailed(context));
        return answered;
      } finally {
        budget.record(status, performance.now() - began);
      }
    };
    const answer = await budget
      .run(() => sending(watched), signal, attempt.priority)
      .catch((error: unknown) => {
        throw error instanceof ServiceProblem || signal?.aborted !== true ? error : stopped(error, context);
      });
    settings.log?.debug({ endpoint: context.endpoint, status: answer.status }, "the learning service answered");
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (context.redirects && answer.status >= 300 && answer.status < 400) return answer;
    const problem = problemOfAnswer(answer, context);
    // Capped, because a longer pause would look like a hanging run.
    if (problem.retryAfterMs !== null) budget.pauseFor(Math.min(problem.retryAfterMs, settings.giveUp));
    throw problem;
  }

  function hookFailed({ endpoint }: CallContext): void {
    settings.log?.warn?.({ endpoint }, "the hook afterResponse threw; the answer is still used");
  }

  /** Returns the request with the headers that `beforeRequest` adds. */
  async function prepared(
    request: Outgoing,
    entry: Endpoint,
    context: CallContext,
  ): Promise<{ request: Outgoing; seen: HookRequest | null }> {
    if (hooks.beforeRequest === undefined && hooks.afterResponse === undefined) return { request, seen: null };
    const seen: HookRequest = {
      endpoint: context.endpoint,
      method: request.method,
      url: transport.urlOf(request).href,
      body: entry.open === true ? null : (request.body?.text ?? null),
      headers: { ...request.headers },
    };
    await hooks.beforeRequest?.(seen);
    checkHeaders(seen.headers, auth.header);
    for (const [name, value] of Object.entries(seen.headers)) context.sentHeaders.set(name, value);
    return { request: { ...request, headers: seen.headers }, seen };
  }

  function outgoing(entry: Endpoint, input: CallInput): Outgoing {
    refuseUnbounded(entry, input);
    const { options = {} } = input;
    checkOptions(options, auth.header);
    return {
      method: entry.method,
      path: fillPath(entry.path, input.params ?? {}),
      query: encodeQuery(input.query ?? {}, dialect.arrayQuery),
      headers: { ...options.headers },
      body: input.body === undefined ? null : bodyOf(entry, input.body),
      timeout: options.timeout,
    };
  }

  /** Sends with the access token, and once more with a renewed one after a 401, unless the request may be sent only once. */
  async function authorized<A extends Answer>(
    entry: Endpoint,
    input: CallInput,
    send: (request: Outgoing, context: CallContext, signal: AbortSignal | undefined) => Promise<A>,
  ): Promise<{ answer: A; context: CallContext }> {
    // Before a token is requested: an invalid request sends nothing at all.
    const request = outgoing(entry, input);
    const signal = signalOf(input);
    const attempt = async (token: string | null): Promise<{ answer: A; context: CallContext }> => {
      const context = contextOf(entry, input, secretsOf(auth, token));
      const credentials: Record<string, string> = token === null ? {} : { [auth.header]: `${auth.scheme} ${token}`.trim() };
      const sent = (ready: Outgoing): Promise<A> => send(ready, context, signal);
      const { sending, options: { priority } = {} } = input;
      return { answer: await exchange({ entry, request, credentials, context, signal, priority, send: sent, sending }), context };
    };
    // A token request completes and its token is stored, even if this caller aborts.
    const awaited = (token: Promise<string>): Promise<string> =>
      waitUnless(token, input.options?.signal).catch((error: unknown) => {
        throw input.options?.signal?.aborted === true && !(error instanceof ServiceProblem)
          ? stopped(error, contextOf(entry, input, []))
          : error;
      });
    if (signal?.aborted === true) throw stopped(signal.reason, contextOf(entry, input, []));
    if (entry.open === true) return attempt(null);
    const token = await awaited(tokens.current());
    try {
      return await attempt(token);
    } catch (error) {
      if (!(error instanceof ServiceProblem) || error.status !== 401) throw error;
      const renewed = await awaited(tokens.replace(token));
      if (input.once === true) throw error;
      return await attempt(renewed);
    }
  }

  const plainly = (request: Outgoing, context: CallContext, signal: AbortSignal | undefined): Promise<Answer> =>
    transport.send(request, context, signal);

  async function call<E extends Endpoint>(entry: E, input: CallInput): Promise<z.output<E["output"]>> {
    const { answer, context } = await authorized(entry, input, plainly);
    return parseOutput(entry, parseBody(entry, answer, context), [], answer, context);
  }

  async function pageOf<E extends Endpoint>(entry: E, input: CallInput): Promise<Page<z.output<E["output"]>>> {
    const { answer, context } = await authorized(entry, input, plainly);
    const value = parseBody(entry, answer, context);
    const read = readPage(value);
    if ("issues" in read) throw notAsDocumented({ ...read, value }, [], answer, context);
    return { ...read.page, items: read.page.items.map((item, i) => parseOutput(entry, item, [i], answer, context)) };
  }

  function list<E extends Endpoint>(entry: E, input: CallInput): Listing<z.output<E["output"]>> {
    const { _start, _limit, ...filters } = input.query ?? {};
    const range = pageRange(_start, _limit);
    const { from, limit = dialect.pageSize } = range;
    const endpoint = `${entry.method} ${entry.path}`;
    if (dialect.paging === "none") {
      const whole = () => pageOf(entry, { ...input, query: filters });
      return listing(
        () => readWhole(whole, endpoint, from),
        async () => cutPage(await whole(), range),
      );
    }
    const fetch = (start: number, count: number) => pageOf(entry, { ...input, query: { ...filters, _start: from + start, _limit: count } });
    return listing(
      () => readList(fetch, limit, endpoint, from),
      () => pageOf(entry, input),
    );
  }

  async function download(entry: Endpoint, input: CallInput): Promise<Download> {
    const { answer } = await authorized(entry, input, async (request, context, signal) => {
      const opened = await transport.open(request, context, signal);
      // Errors are read here; a file is read by the caller.
      const text = opened.status >= 200 && opened.status < 300 ? "" : await readShort(opened.stream);
      return { ...opened, text };
    });
    return downloadOf(answer);
  }

  async function redirect(entry: Endpoint, input: CallInput): Promise<{ location: string }> {
    const { answer } = await authorized(entry, input, plainly);
    return { location: headerOf(answer, "location") ?? "" };
  }

  return {
    call,
    exchange: unauthorized,
    list,
    download,
    redirect,
    urlOf: (entry: Endpoint, input: CallInput) => transport.urlOf(outgoing(entry, input)),
    close: () => transport.close(),
  };
}

/** One request to send within the budget. */
interface Attempt<A> {
  entry: Endpoint;
  request: Outgoing;
  /** Headers hidden from hooks. */
  credentials: Readonly<Record<string, string>>;
  context: CallContext;
  signal: AbortSignal | undefined;
  priority?: Priority | undefined;
  /** Wraps the request right before it is sent, after the rate limit. */
  sending?: Sending | undefined;
  send: (request: Outgoing) => Promise<A>;
}

/** Returns the headers that telemetry adds; none unless it is configured. */
function addedHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  telemetry().addHeaders?.(headers);
  return headers;
}

function bodyOf(entry: Endpoint, body: Readonly<Record<string, unknown>>): { type: string; text: string } {
  if (entry.encoding !== "form") return { type: "application/json", text: JSON.stringify(body) };
  const fields = Object.entries(body).filter(([, value]) => value !== undefined);
  return {
    type: "application/x-www-form-urlencoded",
    text: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString(),
  };
}
