import type { z } from "zod";
import type { ProxyEnvironment } from "../model/proxy.ts";
import type { AuthSettings, ServiceSettings } from "../model/settings.ts";
import { SERVICE_DEFAULTS } from "../model/settings.ts";
import type { RequestBudget } from "./budget.ts";
import { requestBudget } from "./budget.ts";
import { contract } from "./contract/contract.ts";
import type { Endpoint } from "./contract/endpoint.ts";
import type { UserCreate, UserUpdate } from "./contract/users.ts";
import { clientCredentialsGrant, refreshGrant } from "./grant.ts";
import type { CallInput, Methods, Send } from "./methods.ts";
import { methodsOf } from "./methods.ts";
import type { PageRange, QueryValue } from "./query.ts";
import type { Exchange, SenderSettings } from "./sender.ts";
import { createSender } from "./sender.ts";
import type { TokenStore } from "./tokens.ts";
import { tokenSource } from "./tokens.ts";

type Credentials = NonNullable<AuthSettings["client"]>;

/** In the form unless `authentication` says `basic`; without a scope unless one is named. */
export type ClientCredentials = Pick<Credentials, "id" | "secret"> & Partial<Credentials>;

/** What a client must know; everything else has the defaults of docs/interface-gaps.md. */
export interface ClientSettings {
  /** Without the prefix `/integration/v1`. */
  baseUrl: string;
  /** Allows http:// to another machine: tokens and personal data then travel unencrypted. */
  insecure?: boolean;
  /** `refreshToken`, or `client` for client credentials (RFC 6749, 4.4). */
  auth: Partial<Omit<AuthSettings, "client">> & { client?: ClientCredentials | null };
  dialect?: Partial<Pick<ServiceSettings["dialect"], "groupIds" | "arrayQuery" | "pageSize" | "paging">>;
  rate?: ServiceSettings["rate"];
  /** Only how long a `Retry-After` may hold everybody; retries are the caller's. */
  retry?: Pick<ServiceSettings["retry"], "giveUp">;
  /** Milliseconds without a sign of life. */
  timeout?: number;
  /**
   * Where `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` stand, such as the environment of the process. Left out: requests go out directly.
   */
  proxy?: ProxyEnvironment;
}

export interface ClientDeps {
  tokens: TokenStore;
  /** Shared by all clients of one account; without it the client makes its own from `settings.rate`. */
  budget?: RequestBudget;
  log?: SenderSettings["log"];
  /** The clock that tokens expire by; left out: that of this machine. */
  now?: () => Date;
  /** Called right before each request that may change something in the service leaves; what it throws keeps it back. */
  beforeWrite?: () => Promise<void>;
  /** Ends waiting and running calls with ServiceProblem `stopped`. */
  signal?: AbortSignal | undefined;
}

/** `group_ids` is always a list here; the dialect writes it as the service wants it. */
type WithGroupIds<T> = Omit<T, "group_ids"> & { group_ids?: readonly string[] | undefined };
export type UserCreateBody = WithGroupIds<UserCreate>;
/** The id is given once and goes into the path and the body. */
export type UserUpdateBody = Omit<WithGroupIds<UserUpdate>, "user_id">;

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
  const sender = createSender({
    baseUrl: settings.baseUrl,
    insecure: settings.insecure ?? false,
    timeout: settings.timeout ?? SERVICE_DEFAULTS.timeout,
    proxy: settings.proxy ?? {},
    giveUp: settings.retry?.giveUp ?? SERVICE_DEFAULTS.retry.giveUp,
    auth,
    dialect,
    log: deps.log,
    signal: deps.signal,
    beforeWrite: deps.beforeWrite,
    budget: deps.budget ?? requestBudget(rate),
    tokens: (exchange) => tokenSource(grantOf(auth, exchange), deps.tokens, deps.now ?? (() => new Date())),
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
    return { ...body, group_ids: Object.fromEntries(ids.map((id: string) => [id, true])) };
  }

  return {
    ...methods,
    oauth2: {
      ...methods.oauth2,
      /** Where a browser is sent to begin the code flow: GET /oauth2/authorize, without asking it. */
      authorizeUrl: (query: Readonly<Record<string, QueryValue>>) => sender.urlOf(contract.oauth2.authorize, { query }).href,
    },
    users: {
      ...methods.users,
      /** POST /users; the answer may be null, see `readCreatedId`. */
      create: (body: UserCreateBody, options: Pick<CallInput, "sending"> = {}) =>
        sender.call(contract.users.create, { ...options, body: withDialect(body) }),
      /** PUT /users/{user_id}. */
      update: (userId: string, body: UserUpdateBody) =>
        sender.call(contract.users.update, { params: { user_id: userId }, body: { ...withDialect(body), user_id: userId } }),
    },
    contentProviders: {
      /** GET /content_providers/{id}; `_limit` as text, or as a range. */
      get: (id: string, query: { name?: string; _limit?: string | PageRange } = {}) =>
        sender.call(contract.contentProviders.get, { params: { id }, query }),
    },
    /** Any endpoint that answers one thing, from its entry. The body goes out as it is. */
    call: <E extends Endpoint & { answer: "json" }>(entry: E, input: CallInput = {}): Promise<z.output<E["output"]>> =>
      sender.call(entry, input),
    close: () => sender.close(),
  };
}

export type Client = ReturnType<typeof createClient>;

function grantOf(auth: AuthSettings, exchange: Exchange) {
  const { client } = auth;
  if (client !== null) {
    return clientCredentialsGrant(client, ({ form, headers }) => exchange(contract.oauth2.token, { body: form }, headers));
  }
  return refreshGrant(auth.refreshToken, (token) => exchange(contract.oauth2.refresh, { body: { refresh_token: token } }, {}));
}
