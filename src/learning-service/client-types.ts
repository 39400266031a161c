import type { LookupFunction } from "node:net";
import type { z } from "zod";
import type { ProxyEnvironment } from "../domain/proxy.ts";
import type { AuthSettings, ServiceSettings } from "../domain/settings.ts";
import type { RequestBudget } from "./http/budget.ts";
import type { CallOptions } from "./call-options.ts";
import type { Contract } from "./contract/contract.ts";
import type { ContentProvider } from "./contract/content-providers.ts";
import type { Endpoint } from "./contract/endpoint.ts";
import type { AccessData } from "./contract/oauth2.ts";
import type { UserAnswer, UserCreate, UserUpdate } from "./contract/users.ts";
import type { Hooks } from "./hooks.ts";
import type { CallInput, Methods } from "./methods.ts";
import type { PageRange, QueryValue } from "./query.ts";
import type { ClientLog } from "./http/sender.ts";
import type { TokenStore } from "./tokens/tokens.ts";

type Credentials = NonNullable<AuthSettings["client"]>;

/** Sent in the form unless `authentication` is `basic`; `scope` is optional. */
export type ClientCredentials = Pick<Credentials, "id" | "secret"> & Partial<Credentials>;

/** Settings of a client. Optional ones have the defaults of docs/internals/interface-gaps.md. */
export interface ClientSettings {
  /** With or without the prefix `/integration/v1`. */
  baseUrl: string;
  /** Allows http:// to another machine. Tokens and personal data then travel unencrypted. */
  insecure?: boolean;
  /** `refreshToken`, or `client` for client credentials (RFC 6749, 4.4). */
  auth: Partial<Omit<AuthSettings, "client">> & { client?: ClientCredentials | null };
  dialect?: Partial<Pick<ServiceSettings["dialect"], "groupIds" | "arrayQuery" | "pageSize" | "paging">>;
  rate?: ServiceSettings["rate"];
  /** Limits how long a `Retry-After` may pause all calls. The client itself does not retry. */
  retry?: Pick<ServiceSettings["retry"], "giveUp">;
  /** Idle timeout in milliseconds. */
  timeout?: number;
  /** An object with `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY`, such as the environment of the process. Default: no proxy. */
  proxy?: ProxyEnvironment;
  /** Resolves host names instead of the system's resolver. */
  lookup?: LookupFunction | undefined;
}

export interface ClientDeps {
  tokens: TokenStore;
  /** Shared by all clients of one account. Default: a new budget from `settings.rate`. */
  budget?: RequestBudget;
  log?: ClientLog | undefined;
  /** Called with the missing or wrongly typed fields of a token answer; `path` is the endpoint's. */
  deviation?: ((path: string, fields: readonly string[]) => void) | undefined;
  /** Functions called around every request. */
  hooks?: Hooks | undefined;
  /** The clock for token expiry. Default: the clock of this machine. */
  now?: () => Date;
  /** Called right before each request that may change data in the service. If it throws, the request is not sent. */
  beforeWrite?: () => Promise<void>;
  /** Aborts waiting and running calls with ServiceProblem `stopped`. */
  signal?: AbortSignal | undefined;
}

/** `group_ids` is always a list here; the dialect decides its form on the wire. */
export type WithGroupIds<T> = Omit<T, "group_ids"> & { group_ids?: readonly string[] | undefined };
export type UserCreateBody = WithGroupIds<UserCreate>;
/** The id is an argument of its own; the client adds it to the path and the body. */
export type UserUpdateBody = Omit<WithGroupIds<UserUpdate>, "user_id">;

// A type, because an interface is not assignable to a record of parameters.
export type ContentProviderQuery = {
  name?: string | undefined;
  /** A count, `<offset>-<count>`, or a range; the count is at least 1. */
  _limit?: number | string | PageRange | undefined;
};

/** A form whose fields the interface does not document. */
export type OpenBody = Readonly<Record<string, z.core.util.JSONType>>;

type ByContract = Methods<Contract>;
type Json = z.core.util.JSONType;

interface OAuthMethods extends Omit<ByContract["oauth2"], "token" | "revoke" | "refresh"> {
  /** Create access token: `POST /oauth2/token`, with the client's own credentials unless the form names a client. */
  token(form: OpenBody, options?: CallOptions): Promise<Json>;
  /** Revoke a token: `POST /oauth2/revoke` (RFC 7009), with the client's own credentials unless the form names a client. */
  revoke(form: OpenBody, options?: CallOptions): Promise<Json>;
  /**
   * Create access token by refresh token: `POST /oauth2/token/refresh`. The used refresh token may be invalid
   * afterwards, and the client does not store the new one. Minor deviations in the answer are accepted.
   */
  refresh(body: { refresh_token: string }, options?: CallOptions): Promise<AccessData>;
  /** Returns the URL of `GET /oauth2/authorize`, where a browser starts the code flow. Sends nothing. */
  authorizeUrl(query: Readonly<Record<string, QueryValue>>): string;
}

interface UserMethods extends Omit<ByContract["users"], "create" | "update"> {
  /** Create user: `POST /users`. The answer may be null, see `readCreatedId`. Never resend after a lost answer. */
  create(body: UserCreateBody, options?: CallOptions & Pick<CallInput, "sending">): Promise<UserAnswer>;
  /** Update user: `PUT /users/{user_id}`. `group_ids` is the complete set of memberships, not an addition. */
  update(userId: string, body: UserUpdateBody, options?: CallOptions): Promise<UserAnswer>;
}

interface ContentProviderMethods {
  /** List content providers by id: `GET /content_providers/{id}`. `_limit` is a count, `<offset>-<count>`, or a range. */
  get(id: string, query?: ContentProviderQuery, options?: CallOptions): Promise<ContentProvider>;
}

/** One method per endpoint. Arguments: the id in the path, the body, the query, the call options. */
export interface Client extends Omit<ByContract, "oauth2" | "users" | "contentProviders"> {
  readonly oauth2: OAuthMethods;
  readonly users: UserMethods;
  readonly contentProviders: ContentProviderMethods;
  /** Calls any endpoint with a single JSON answer, by its contract entry. The body is sent unchanged. */
  call<E extends Endpoint & { answer: "json" }>(entry: E, input?: CallInput, options?: CallOptions): Promise<z.output<E["output"]>>;
  /** Closes idle connections, so that the process can exit. */
  close(): void;
}
