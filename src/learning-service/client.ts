import type { z } from "zod";
import type { ServiceSettings } from "../model/settings.ts";
import type { CustomField } from "../model/person.ts";
import type { RequestBudget } from "./budget.ts";
import { requestBudget } from "./budget.ts";
import type { Endpoint } from "./contract/endpoint.ts";
import { listGroups } from "./contract/groups.ts";
import { refreshToken } from "./contract/oauth2.ts";
import type { Subscription } from "./contract/subscriptions.ts";
import { listSubscriptions } from "./contract/subscriptions.ts";
import { createUser, updateUser } from "./contract/users.ts";
import type { Answer, CallContext } from "./errors.ts";
import { notAsDocumented, notJson, problemOfAnswer, ServiceProblem, stopped } from "./errors.ts";
import { readList, readPage } from "./pagination.ts";
import type { TokenStore } from "./tokens.ts";
import { tokenSource } from "./tokens.ts";
import { createTransport } from "./transport.ts";
import { hiddenOf } from "./words.ts";

/** Fields of a user, as the service names them; `group_ids` as uuids, whatever the dialect on the wire. */
export type UserBody = Readonly<Record<string, string | boolean | readonly string[] | readonly CustomField[] | undefined>>;

export interface CallInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | undefined>>;
  body?: Readonly<Record<string, unknown>>;
}

export interface ClientDeps {
  tokens: TokenStore;
  /** Shared by all clients of one account; without it the client makes its own from `settings.rate`. */
  budget?: RequestBudget;
  log?: { debug(fields: object, message: string): void };
  /** Ends waiting and running calls with ServiceProblem `stopped`. */
  signal?: AbortSignal;
}

/**
 * A client of the learning service, made from the endpoint entries. Sends each request once (but once more after
 * a 401, with a refreshed token: interface, "Authentication"); what may be retried is the caller's to decide.
 * Every method throws ServiceProblem. `close` ends the kept connections.
 */
export function createClient(settings: ServiceSettings, deps: ClientDeps) {
  const transport = createTransport(settings);
  const budget = deps.budget ?? requestBudget(settings.rate);
  const tokens = tokenSource(settings.auth.refreshToken, deps.tokens, async (token) => {
    const { answer, context } = await exchange(refreshToken, { body: { refresh_token: token } }, null);
    return checked(refreshToken, answer, context);
  });

  /** One request within the budget; `Retry-After` holds everybody who shares it. */
  async function exchange(
    entry: Endpoint,
    input: CallInput & { page?: Record<string, number> },
    token: string | null,
  ): Promise<{ answer: Answer; context: CallContext }> {
    const context = contextOf(entry, input, [settings.auth.refreshToken, ...(token === null ? [] : [token])]);
    const request = {
      method: entry.method,
      path: fill(entry.path, input.params ?? {}),
      query: { ...defined(input.query ?? {}), ...input.page },
      headers: token === null ? {} : { [settings.auth.header]: `${settings.auth.scheme} ${token}`.trim() },
      body: input.body === undefined ? null : JSON.stringify(input.body),
    };
    // A refresh that has left is never cut off: its answer may be the only living refresh token.
    const signal = token === null ? undefined : deps.signal;
    const answer = await budget
      .run(() => transport.send(request, context, signal), deps.signal)
      .catch((error: unknown) => {
        throw error instanceof ServiceProblem ? error : stopped(error, context);
      });
    deps.log?.debug({ endpoint: context.endpoint, status: answer.status }, "answer of the learning service");
    if (answer.status >= 200 && answer.status < 300) return { answer, context };
    const problem = problemOfAnswer(answer, context);
    // Longer than we are willing to wait for a service at all, it would only look like a hanging run.
    if (problem.retryAfterMs !== null) budget.pauseUntil(Date.now() + Math.min(problem.retryAfterMs, settings.retry.giveUp));
    throw problem;
  }

  async function authorized(
    entry: Endpoint,
    input: CallInput & { page?: Record<string, number> },
  ): Promise<{ answer: Answer; context: CallContext }> {
    const token = await tokens.current();
    try {
      return await exchange(entry, input, token);
    } catch (error) {
      if (!(error instanceof ServiceProblem) || error.status !== 401) throw error;
      return await exchange(entry, input, await tokens.replace(token));
    }
  }

  /** Any endpoint that answers one thing. The body goes out as it is. */
  async function call<E extends Endpoint & { list: false }>(entry: E, input: CallInput = {}): Promise<z.output<E["output"]>> {
    const { answer, context } = await authorized(entry, input);
    return checked(entry, answer, context);
  }

  /** Any endpoint that answers a list: its pages, read to the end; see pagination.ts. Items may come twice. */
  async function* pages<E extends Endpoint & { list: true }>(
    entry: E,
    input: CallInput = {},
  ): AsyncGenerator<readonly z.output<E["output"]>[]> {
    let last: { answer: Answer; context: CallContext } | null = null;
    const fetched = readList(
      async (start, limit) => {
        last = await authorized(entry, { ...input, page: { _start: start, _limit: limit } });
        const read = readPage(json(last.answer, last.context));
        if ("issues" in read) throw notAsDocumented(read.issues, [], last.answer.status, last.context);
        return read.page;
      },
      settings.dialect.pageSize,
      `${entry.method} ${entry.path}`,
    );
    for await (const items of fetched) {
      if (last === null) return;
      const { answer, context }: { answer: Answer; context: CallContext } = last;
      yield items.map((item, i) => fitting(entry, item, [i], answer.status, context));
    }
  }

  /** All items of a list; the same item can stand in it twice. */
  async function all<E extends Endpoint & { list: true }>(entry: E, input: CallInput = {}): Promise<z.output<E["output"]>[]> {
    const items: z.output<E["output"]>[] = [];
    for await (const page of pages(entry, input)) for (const item of page) items.push(item);
    return items;
  }

  function userFields(body: UserBody): Record<string, unknown> {
    const ids = body["group_ids"];
    if (ids === undefined || settings.dialect.groupIds === "array" || !Array.isArray(ids)) return { ...body };
    return { ...body, group_ids: Object.fromEntries(ids.map((id) => [id, true])) };
  }

  return {
    call,
    pages,
    all,
    users: {
      /** POST /users; the answer may be null, see `readCreatedId`. */
      create: (body: UserBody) => call(createUser, { body: userFields(body) }),
      /** PUT /users/{user_id}; the id goes into the path and the body. */
      update: (userId: string, body: UserBody) =>
        call(updateUser, { params: { user_id: userId }, body: { ...userFields(body), user_id: userId } }),
    },
    groups: {
      /** GET /groups, as the service wrote them; `readGroups` makes flat groups of them. */
      list: (query: { search?: string } = {}) => all(listGroups, { query }),
      pages: (query: { search?: string } = {}) => pages(listGroups, { query }),
    },
    subscriptions: {
      /** GET /subscriptions, each once. */
      async list(query: { status?: "deferred" | "active" | "expired" } = {}): Promise<Subscription[]> {
        const items = await all(listSubscriptions, { query });
        return [...new Map(items.map((item) => [item.id, item])).values()];
      },
    },
    close: () => transport.close(),
  };
}

export type Client = ReturnType<typeof createClient>;

function checked<E extends Endpoint>(entry: E, answer: Answer, context: CallContext): z.output<E["output"]> {
  return fitting(entry, json(answer, context), [], answer.status, context);
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
function json(answer: Answer, context: CallContext): unknown {
  if (answer.text.trim() === "") return null;
  try {
    return JSON.parse(answer.text);
  } catch {
    throw notJson(answer, context);
  }
}

function contextOf(entry: Endpoint, input: CallInput, secrets: readonly string[]): CallContext {
  const userId = input.params?.["user_id"];
  const endpoint = `${entry.method} ${entry.path}`;
  let hidden: ReadonlyMap<string, string> | undefined;
  return {
    endpoint,
    // Only errors need it, and nearly no call has one.
    get hidden() {
      hidden ??= hiddenOf(input.body, secrets);
      return hidden;
    },
    ...(userId === undefined ? {} : { userId }),
  };
}

function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ""));
}

function defined(query: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given[name] = value;
  return given;
}
