import type { z } from "zod";
import type { AuthSettings, ServiceSettings } from "../model/settings.ts";
import { inSpan } from "../model/span.ts";
import type { ProxyEnvironment } from "../model/proxy.ts";
import { telemetry } from "../model/telemetry.ts";
import type { RequestBudget } from "./budget.ts";
import type { Endpoint } from "./contract/endpoint.ts";
import { downloadOf, headerOf, readShort } from "./download.ts";
import type { Answer, CallContext } from "./errors.ts";
import { notAsDocumented, notJson, problemOfAnswer, ServiceProblem, stopped } from "./errors.ts";
import type { Listing } from "./listing.ts";
import { listing } from "./listing.ts";
import type { CallInput, Download, Sending } from "./methods.ts";
import type { Page } from "./pagination.ts";
import { cutPage, pageRange, readList, readPage, readWhole } from "./pagination.ts";
import { encodeQuery, fillPath } from "./query.ts";
import type { TokenSource } from "./tokens.ts";
import type { Outgoing } from "./transport.ts";
import { createTransport } from "./transport.ts";
import { hiddenOf } from "./words.ts";

/** One request without an access token, as the token grants need it; answers what fits the entry's schema. */
export type Exchange = <E extends Endpoint>(
  entry: E,
  input: CallInput,
  headers: Readonly<Record<string, string>>,
) => Promise<z.output<E["output"]>>;

export interface SenderSettings {
  baseUrl: string;
  insecure: boolean;
  /** Milliseconds. */
  timeout: number;
  proxy: ProxyEnvironment;
  /** Milliseconds. */
  giveUp: number;
  auth: AuthSettings;
  dialect: Pick<ServiceSettings["dialect"], "arrayQuery" | "pageSize" | "paging">;
  budget: RequestBudget;
  log: { debug(fields: object, message: string): void } | undefined;
  signal: AbortSignal | undefined;
  /** Called when the turn of a writing request has come, right before it leaves. What it throws keeps the request back. */
  beforeWrite: (() => Promise<void>) | undefined;
  tokens(exchange: Exchange): TokenSource;
}

/** Sends the requests of endpoint entries: budget, token, transport, errors, schema. Knows no endpoint by name. */
export function createSender(settings: SenderSettings) {
  const { auth, dialect, budget, signal } = settings;
  const transport = createTransport(settings);
  const tokens = settings.tokens(async (entry, input, headers) => {
    const shown = Object.values(headers).map((value) => value.replace(/^\S+ /, ""));
    const context = contextOf(entry, input, [...secretsOf(auth, null), ...shown]);
    // A refresh that has left is never cut off: its answer may be the only living refresh token.
    const request = { ...outgoing(entry, input), headers };
    const answer = await exchange(entry, context, (more) =>
      transport.send({ ...request, headers: { ...request.headers, ...more } }, context),
    );
    return fitting(entry, json(entry, answer, context), [], answer.status, context);
  });

  /** One request within the budget; `Retry-After` holds everybody who shares it. Statuses below 400 are answers. */
  async function exchange<A extends Answer>(
    { method, path, writes, open }: Endpoint,
    context: CallContext,
    send: (headers: Record<string, string>) => Promise<A>,
    sending: Sending = (plainSend) => plainSend(),
  ): Promise<A> {
    // Within the budget, so that what is measured is the service and not our own waiting.
    const watched = async (): Promise<A> => {
      // A token may be renewed at any time: it changes nothing of anybody's.
      if (writes && open !== true) await settings.beforeWrite?.();
      const began = performance.now();
      let status: number | null = null;
      try {
        const answered = await inSpan(
          "service_call",
          { method, route: path },
          () => send(addedHeaders()),
          (received) => ({ status: received.status }),
        );
        ({ status } = answered);
        return answered;
      } finally {
        budget.heard(status, performance.now() - began);
      }
    };
    const answer = await budget
      .run(() => sending(watched), signal)
      .catch((error: unknown) => {
        throw error instanceof ServiceProblem || signal?.aborted !== true ? error : stopped(error, context);
      });
    settings.log?.debug({ endpoint: context.endpoint, status: answer.status }, "answer of the learning service");
    if (answer.status >= 200 && answer.status < 300) return answer;
    if (context.redirects && answer.status >= 300 && answer.status < 400) return answer;
    const problem = problemOfAnswer(answer, context);
    // Longer than we are willing to wait for a service at all, it would only look like a hanging run.
    if (problem.retryAfterMs !== null) budget.pauseFor(Math.min(problem.retryAfterMs, settings.giveUp));
    throw problem;
  }

  function outgoing(entry: Endpoint, input: CallInput): Outgoing {
    return {
      method: entry.method,
      path: fillPath(entry.path, input.params ?? {}),
      query: encodeQuery(input.query ?? {}, dialect.arrayQuery),
      headers: {},
      body: input.body === undefined ? null : bodyOf(entry, input.body),
    };
  }

  /** With the access token, and once more with another after a 401. */
  async function authorized<A extends Answer>(
    entry: Endpoint,
    input: CallInput,
    send: (request: Outgoing, context: CallContext) => Promise<A>,
  ): Promise<{ answer: A; context: CallContext }> {
    // Before a token is asked for: what cannot be sent sends nothing at all.
    const plain = outgoing(entry, input);
    const attempt = async (token: string | null): Promise<{ answer: A; context: CallContext }> => {
      const context = contextOf(entry, input, secretsOf(auth, token));
      const headers: Record<string, string> = token === null ? {} : { [auth.header]: `${auth.scheme} ${token}`.trim() };
      const sent = (more: Record<string, string>): Promise<A> => send({ ...plain, headers: { ...headers, ...more } }, context);
      return { answer: await exchange(entry, context, sent, input.sending), context };
    };
    if (entry.open === true) return attempt(null);
    const token = await tokens.current();
    try {
      return await attempt(token);
    } catch (error) {
      if (!(error instanceof ServiceProblem) || error.status !== 401) throw error;
      return await attempt(await tokens.replace(token));
    }
  }

  const plainly = (request: Outgoing, context: CallContext): Promise<Answer> => transport.send(request, context, signal);

  async function call<E extends Endpoint>(entry: E, input: CallInput): Promise<z.output<E["output"]>> {
    const { answer, context } = await authorized(entry, input, plainly);
    return fitting(entry, json(entry, answer, context), [], answer.status, context);
  }

  async function pageOf<E extends Endpoint>(entry: E, input: CallInput): Promise<Page<z.output<E["output"]>>> {
    const { answer, context } = await authorized(entry, input, plainly);
    const read = readPage(json(entry, answer, context));
    if ("issues" in read) throw notAsDocumented(read.issues, [], answer.status, context);
    return { ...read.page, items: read.page.items.map((item, i) => fitting(entry, item, [i], answer.status, context)) };
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
    const { answer } = await authorized(entry, input, async (request, context) => {
      const opened = await transport.open(request, context, signal);
      // Errors are short and are read whole; a file is left to whoever asked for it.
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
    list,
    download,
    redirect,
    urlOf: (entry: Endpoint, input: CallInput) => transport.urlOf(outgoing(entry, input)),
    close: () => transport.close(),
  };
}

/** What whoever watches this process wants to send along; nothing unless somebody asked for it. */
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

function fitting<E extends Endpoint>(
  entry: E,
  value: unknown,
  where: readonly PropertyKey[],
  status: number,
  context: CallContext,
): z.output<E["output"]> {
  const read = entry.output.safeParse(value);
  if (!read.success) throw notAsDocumented(read.error.issues, where, status, context);
  // `safeParse` through a generic loses the type that the entry's own schema gives.
  return read.data as z.output<E["output"]>;
}

/** An empty body is read as null, which the answers to create and update may be. */
function json(entry: Endpoint, answer: Answer, context: CallContext): unknown {
  if (answer.text.trim() === "") return null;
  try {
    return JSON.parse(answer.text);
  } catch {
    // Nobody has shown what such a change answers, and it happened; only a page tells that something else answered.
    if (entry.writes && !entry.documented && !answer.text.trimStart().startsWith("<")) return answer.text;
    throw notJson(answer, context);
  }
}

function secretsOf(auth: AuthSettings, token: string | null): string[] {
  return [auth.refreshToken, auth.client?.secret ?? "", token ?? ""].filter((text) => text !== "");
}

function contextOf(entry: Endpoint, input: CallInput, secrets: readonly string[]): CallContext {
  const userId = input.params?.["user_id"];
  let hidden: ReadonlyMap<string, string> | undefined;
  return {
    endpoint: `${entry.method} ${entry.path}`,
    redirects: entry.answer === "redirect",
    paged: entry.answer === "list" && (input.query?.["_start"] ?? input.query?.["_limit"]) !== undefined,
    // Only errors need it, and nearly no call has one.
    get hidden() {
      hidden ??= hiddenOf(input.body, secrets);
      return hidden;
    },
    ...(userId === undefined ? {} : { userId }),
  };
}
