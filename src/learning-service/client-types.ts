import type { z } from "zod";
import type { ProxyEnvironment } from "../model/proxy.ts";
import type { AuthSettings, ServiceSettings } from "../model/settings.ts";
import type { RequestBudget } from "./budget.ts";
import type { CallOptions } from "./call-options.ts";
import type { Contract } from "./contract/contract.ts";
import type { ContentProvider } from "./contract/content-providers.ts";
import type { Endpoint } from "./contract/endpoint.ts";
import type { AccessData } from "./contract/oauth2.ts";
import type { UserAnswer, UserCreate, UserUpdate } from "./contract/users.ts";
import type { Hooks } from "./hooks.ts";
import type { CallInput, Methods } from "./methods.ts";
import type { PageRange, QueryValue } from "./query.ts";
import type { ClientLog } from "./sender.ts";
import type { TokenStore } from "./tokens.ts";

type Credentials = NonNullable<AuthSettings["client"]>;

/** In the form unless `authentication` says `basic`; without a scope unless one is named. */
export type ClientCredentials = Pick<Credentials, "id" | "secret"> & Partial<Credentials>;

/** What a client must know; everything else has the defaults of docs/interface-gaps.md. */
export interface ClientSettings {
  /** With or without the prefix `/integration/v1`. */
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
  /** Where `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` stand, such as the environment of the process. Left out: requests go out directly. */
  proxy?: ProxyEnvironment;
}

export interface ClientDeps {
  tokens: TokenStore;
  /** Shared by all clients of one account; without it the client makes its own from `settings.rate`. */
  budget?: RequestBudget;
  log?: ClientLog | undefined;
  /** Hears which fields of an answer that brought tokens are missing or of another type; `path` is the endpoint's. */
  deviation?: ((path: string, fields: readonly string[]) => void) | undefined;
  /** Functions that are called around every request. */
  hooks?: Hooks | undefined;
  /** The clock that tokens expire by; left out: that of this machine. */
  now?: () => Date;
  /** Called right before each request that may change something in the service leaves; what it throws keeps it back. */
  beforeWrite?: () => Promise<void>;
  /** Ends waiting and running calls with ServiceProblem `stopped`. */
  signal?: AbortSignal | undefined;
}

/** `group_ids` is always a list here; the dialect writes it as the service wants it. */
export type WithGroupIds<T> = Omit<T, "group_ids"> & { group_ids?: readonly string[] | undefined };
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
export type OpenBody = Readonly<Record<string, z.core.util.JSONType>>;

type ByContract = Methods<Contract>;
type Json = z.core.util.JSONType;

interface OAuthMethods extends Omit<ByContract["oauth2"], "token" | "revoke" | "refresh"> {
  /** Create access token: `POST /oauth2/token`, with the client's own credentials unless the form names a client. */
  token(form: OpenBody, options?: CallOptions): Promise<Json>;
  /** Revoke a token: `POST /oauth2/revoke` (RFC 7009), with the client's own credentials unless the form names a client. */
  revoke(form: OpenBody, options?: CallOptions): Promise<Json>;
  /**
   * Create access token by refresh token: `POST /oauth2/token/refresh`. The used refresh token may be dead afterwards,
   * and the client does not learn the new one. An answer that deviates a little is read as far as it can be.
   */
  refresh(body: { refresh_token: string }, options?: CallOptions): Promise<AccessData>;
  /** Returns the address to which a browser is sent to begin the code flow: `GET /oauth2/authorize`, which is not asked. */
  authorizeUrl(query: Readonly<Record<string, QueryValue>>): string;
}

interface UserMethods extends Omit<ByContract["users"], "create" | "update"> {
  /** Create user: `POST /users`. The answer may be null, see `readCreatedId`. Never send it again after a lost answer. */
  create(body: UserCreateBody, options?: CallOptions & Pick<CallInput, "sending">): Promise<UserAnswer>;
  /** Update user: `PUT /users/{user_id}`. `group_ids` is the complete set of memberships, not an addition. */
  update(userId: string, body: UserUpdateBody, options?: CallOptions): Promise<UserAnswer>;
}

interface ContentProviderMethods {
  /** List content providers by id: `GET /content_providers/{id}`. `_limit` is a count, `<offset>-<count>`, or a range. */
  get(id: string, query?: ContentProviderQuery, options?: CallOptions): Promise<ContentProvider>;
}

/** A method for each endpoint: first the id of the path, then the body, then the query; the options of the call come last. */
export interface Client extends Omit<ByContract, "oauth2" | "users" | "contentProviders"> {
  readonly oauth2: OAuthMethods;
  readonly users: UserMethods;
  readonly contentProviders: ContentProviderMethods;
  /** Calls any endpoint that answers one thing, from its entry. The body goes out as it is. */
  call<E extends Endpoint & { answer: "json" }>(entry: E, input?: CallInput, options?: CallOptions): Promise<z.output<E["output"]>>;
  /** Ends the kept connections, so that the process can end at once. */
  close(): void;
}
