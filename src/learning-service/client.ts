import type { z } from "zod";
import type { AuthSettings, ServiceSettings } from "../model/settings.ts";
import { SERVICE_DEFAULTS } from "../model/settings.ts";
import type { RequestBudget } from "./budget.ts";
import { requestBudget } from "./budget.ts";
import { contract } from "./contract/contract.ts";
import type { Endpoint } from "./contract/endpoint.ts";
import type { UserCreate, UserUpdate } from "./contract/users.ts";
import type { AccessData } from "./contract/oauth2.ts";
import { contextOf, secretsOf } from "./call-context.ts";
import type { CallOptions } from "./call-options.ts";
import type { Deviation, TokenRequest } from "./grant.ts";
import { accessDataOf, clientAuthentication, clientCredentialsGrant, refreshGrant } from "./grant.ts";
import { fitting, json } from "./reading.ts";
import { refuseGroups } from "./scope.ts";
import type { CallInput, Methods, Send } from "./methods.ts";
import { methodsOf } from "./methods.ts";
import type { PageRange, QueryValue } from "./query.ts";
import { refuseLimit } from "./query.ts";
import type { Hooks } from "./hooks.ts";
import type { ClientLog, Exchange } from "./sender.ts";
import { createSender } from "./sender.ts";
import type { TokenStore } from "./tokens.ts";
import { tokenSource } from "./tokens.ts";

type Credentials = NonNullable<AuthSettings["client"]>;

/** In the form unless `authentication` says `basic`; without a scope unless one is named. */
export type ClientCredentials = Pick<Credentials, "id" | "secret"> & Partial<Credentials>;

/** What a client must know; everything else has the defaults of docs/interface-gaps.md. */
export interface ClientSettings {
  /** With or without the prefix `/integration/v1`. */
  baseUrl: string;
  /** `refreshToken`, or `client` for client credentials (RFC 6749, 4.4). */
  auth: Partial<Omit<AuthSettings, "client">> & { client?: ClientCredentials | null };
  dialect?: Partial<Pick<ServiceSettings["dialect"], "groupIds" | "arrayQuery" | "pageSize">>;
  rate?: ServiceSettings["rate"];
  /** Only how long a `Retry-After` may hold everybody; retries are the caller's. */
  retry?: Pick<ServiceSettings["retry"], "giveUp">;
  /** Milliseconds without a sign of life. */
  timeout?: number;
}

export interface ClientDeps {
  tokens: TokenStore;
  /** Shared by all clients of one account; without it the client makes its own from `settings.rate`. */
  budget?: RequestBudget;
  log?: ClientLog | undefined;
  /** Functions that are called around every request. */
  hooks?: Hooks | undefined;
  /** The clock that tokens expire by; left out: that of this machine. */
  now?: () => Date;
  /** Ends waiting and running calls with ServiceProblem `stopped`. */
  signal?: AbortSignal | undefined;
}

/** `group_ids` is always a list here; the dialect writes it as the service wants it. */
type WithGroupIds<T> = Omit<T, "group_ids"> & { group_ids?: readonly string[] | undefined };
export type UserCreateBody = WithGroupIds<UserCreate>;
/** The id is given once and goes into the path and the body. */
export type UserUpdateBody = Omit<WithGroupIds<UserUpdate>, "user_id">;

// No interface, because those fit no record of parameters.
export type ContentProviderQuery = {
  name?: string | undefined;
  /** A count from the first on, `<offset>-<count>`, or a range; at least one. */
  _limit?: number | string | PageRange | undefined;
};

/** A form whose fields the interface does not show. */
type OpenBody = Readonly<Record<string, z.core.util.JSONType>>;

/**
 * A client of the learning service with a method for each endpoint of the contract, under the contract's names:
 * first the parameter of the path, then the body, then the query. Sends each request once (but once more after a
 * 401, with a renewed token: interface, "Authentication"); what may be retried is the caller's to decide. Every
 * method throws ServiceProblem. `close` ends the kept connections.
 */
export function createClient(settings: ClientSettings, deps: ClientDeps) {
  const dialect = { ...SERVICE_DEFAULTS.dialect, ...settings.dialect };
  const { client: credentials } = settings.auth;
  const client = credentials ? { authentication: "body" as const, scope: null, ...credentials } : null;
  const auth = { ...SERVICE_DEFAULTS.auth, refreshToken: "", ...settings.auth, client };
  const rate = settings.rate ?? SERVICE_DEFAULTS.rate;
  const deviates = (endpoint: string) => (fields: readonly string[]) =>
    deps.log?.warn?.({ endpoint, fields }, "fields of an answer with tokens are missing or of another type; the rest is used");
  const sender = createSender({
    baseUrl: settings.baseUrl,
    timeout: settings.timeout ?? SERVICE_DEFAULTS.timeout,
    giveUp: settings.retry?.giveUp ?? SERVICE_DEFAULTS.retry.giveUp,
    auth,
    dialect,
    log: deps.log,
    hooks: deps.hooks ?? {},
    signal: deps.signal,
    budget: deps.budget ?? requestBudget(rate),
    tokens: (exchange) => tokenSource(grantOf(auth, exchange, deviates), deps.tokens, deps.now ?? (() => new Date())),
  });
  const send: Send = (entry, input) => {
    if (entry.answer === "list") return sender.list(entry, input);
    if (entry.answer === "file") return sender.download(entry, input);
    return entry.answer === "redirect" ? sender.redirect(entry, input) : sender.call(entry, input);
  };
  const methods: Methods<typeof contract> = methodsOf(contract, send);

  function withDialect(body: WithGroupIds<object>): Record<string, unknown> {
    const ids = body.group_ids;
    // A library's caller without types may write it as the service does, and that is left as it is.
    if (!Array.isArray(ids) || dialect.groupIds === "array") return { ...body };
    refuseGroups("group_ids", ids);
    return { ...body, group_ids: Object.fromEntries(ids.map((id: string) => [id, true])) };
  }

  /** A form with the client's own credentials, unless it names a client itself; and what is shown beside it. */
  function asClient(form: OpenBody): { form: OpenBody; headers: TokenRequest["headers"] } {
    if (client === null || "client_id" in form || "client_secret" in form) return { form, headers: {} };
    const shown = clientAuthentication(client);
    return { form: { ...form, ...shown.form }, headers: shown.headers };
  }

  const { oauth2, users } = contract;

  async function byForm(entry: Endpoint, form: OpenBody, options: CallOptions = {}): Promise<z.core.util.JSONType> {
    const { form: body, headers } = asClient(form);
    const answer = await sender.exchange(entry, { body, options }, headers);
    return json(entry, answer, contextOf(entry, { body, options }, secretsOf(auth, null))) as z.core.util.JSONType;
  }

  return {
    ...methods,
    oauth2: {
      ...methods.oauth2,
      /** Create access token: `POST /oauth2/token`, with the client's own credentials unless the form names a client. */
      token: (form: OpenBody, options?: CallOptions) => byForm(oauth2.token, form, options),
      /** Revoke a token: `POST /oauth2/revoke` (RFC 7009), with the client's own credentials unless the form names a client. */
      revoke: (form: OpenBody, options?: CallOptions) => byForm(oauth2.revoke, form, options),
      /**
       * Create access token by refresh token: `POST /oauth2/token/refresh`. The used refresh token may be dead afterwards,
       * and the client does not learn the new one. An answer that deviates a little is read as far as it can be.
       */
      refresh: async (body: { refresh_token: string }, options: CallOptions = {}): Promise<AccessData> => {
        const answer = await sender.exchange(oauth2.refresh, { body, options }, {});
        const data = accessDataOf(answer.text, body.refresh_token, deviates("POST /oauth2/token/refresh"));
        return data ?? fitting(oauth2.refresh, null, [], answer, contextOf(oauth2.refresh, { body, options }, secretsOf(auth, null)));
      },
      /** Returns the address to which a browser is sent to begin the code flow: `GET /oauth2/authorize`, which is not asked. */
      authorizeUrl: (query: Readonly<Record<string, QueryValue>>) => sender.urlOf(oauth2.authorize, { query }).href,
    },
    users: {
      ...methods.users,
      /** Create user: `POST /users`. The answer may be null, see `readCreatedId`. Never send it again after a lost answer. */
      create: async (body: UserCreateBody, options: CallOptions = {}) => sender.call(users.create, { body: withDialect(body), options }),
      /** Update user: `PUT /users/{user_id}`. `group_ids` is the complete set of memberships, not an addition. */
      update: async (userId: string, body: UserUpdateBody, options: CallOptions = {}) =>
        sender.call(users.update, { params: { user_id: userId }, body: { ...withDialect(body), user_id: userId }, options }),
    },
    contentProviders: {
      /** List content providers by id: `GET /content_providers/{id}`. `_limit` is a count, `<offset>-<count>`, or a range. */
      get: async (id: string, query: ContentProviderQuery = {}, options: CallOptions = {}) => {
        refuseLimit(query._limit);
        return sender.call(contract.contentProviders.get, { params: { id }, query, options });
      },
    },
    /** Calls any endpoint that answers one thing, from its entry. The body goes out as it is. */
    call: <E extends Endpoint & { answer: "json" }>(
      entry: E,
      input: CallInput = {},
      options?: CallOptions,
    ): Promise<z.output<E["output"]>> => sender.call(entry, options === undefined ? input : { ...input, options }),
    /** Ends the kept connections, so that the process can end at once. */
    close: () => sender.close(),
  };
}

export type Client = ReturnType<typeof createClient>;

function grantOf(auth: AuthSettings, exchange: Exchange, deviates: (endpoint: string) => Deviation) {
  const { client } = auth;
  if (client !== null) {
    const ask = ({ form, headers }: TokenRequest) => exchange(contract.oauth2.token, { body: form }, headers);
    return clientCredentialsGrant(client, ask, deviates("POST /oauth2/token"));
  }
  const refresh = (token: string) => exchange(contract.oauth2.refresh, { body: { refresh_token: token } }, {});
  return refreshGrant(auth.refreshToken, refresh, deviates("POST /oauth2/token/refresh"));
}
