import type { z } from "zod";
import type { AuthSettings } from "../model/settings.ts";
import { SERVICE_DEFAULTS } from "../model/settings.ts";
import { requestBudget } from "./budget.ts";
import { contract } from "./contract/contract.ts";
import type { Endpoint } from "./contract/endpoint.ts";
import { contextOf, secretsOf } from "./call-context.ts";
import type { CallOptions } from "./call-options.ts";
import type { Client, ClientDeps, ClientSettings, OpenBody, WithGroupIds } from "./client-types.ts";
import type { Deviation, TokenRequest } from "./grant.ts";
import { accessDataOf, clientAuthentication, clientCredentialsGrant, refreshGrant } from "./grant.ts";
import { fitting, json } from "./reading.ts";
import { refuseGroups } from "./scope.ts";
import type { CallInput, Methods, Send } from "./methods.ts";
import { methodsOf } from "./methods.ts";
import { refuseLimit } from "./query.ts";
import type { Exchange } from "./sender.ts";
import { createSender } from "./sender.ts";
import { tokenSource } from "./tokens.ts";

export type { Client, ClientDeps, ClientSettings, UserCreateBody, UserUpdateBody } from "./client-types.ts";

/**
 * A client of the learning service with a method for each endpoint of the contract, under the contract's names:
 * first the parameter of the path, then the body, then the query. Sends each request once (but once more after a
 * 401, with a renewed token: interface, "Authentication"); what may be retried is the caller's to decide. Every
 * method throws ServiceProblem. `close` ends the kept connections.
 */
export function createClient(settings: ClientSettings, deps: ClientDeps): Client {
  const dialect = { ...SERVICE_DEFAULTS.dialect, ...settings.dialect };
  const { client: credentials } = settings.auth;
  const client = credentials ? { authentication: "body" as const, scope: null, ...credentials } : null;
  const auth = { ...SERVICE_DEFAULTS.auth, refreshToken: "", ...settings.auth, client };
  const rate = settings.rate ?? SERVICE_DEFAULTS.rate;
  const deviates: Deviates = (entry) => (fields) => {
    const endpoint = `${entry.method} ${entry.path}`;
    deps.log?.warn?.({ endpoint, fields }, "fields of an answer with tokens are missing or of another type; the rest is used");
    deps.deviation?.(entry.path, fields);
  };
  const sender = createSender({
    baseUrl: settings.baseUrl,
    insecure: settings.insecure ?? false,
    timeout: settings.timeout ?? SERVICE_DEFAULTS.timeout,
    proxy: settings.proxy ?? {},
    giveUp: settings.retry?.giveUp ?? SERVICE_DEFAULTS.retry.giveUp,
    auth,
    dialect,
    log: deps.log,
    hooks: deps.hooks ?? {},
    signal: deps.signal,
    beforeWrite: deps.beforeWrite,
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
      token: (form, options) => byForm(oauth2.token, form, options),
      revoke: (form, options) => byForm(oauth2.revoke, form, options),
      refresh: async (body, options = {}) => {
        const { refresh_token: used } = body;
        const answer = await sender.exchange(oauth2.refresh, { body, options }, {});
        const data = accessDataOf(answer.text, used, deviates(contract.oauth2.refresh));
        return data ?? fitting(oauth2.refresh, null, [], answer, contextOf(oauth2.refresh, { body, options }, secretsOf(auth, null)));
      },
      authorizeUrl: (query) => sender.urlOf(oauth2.authorize, { query }).href,
    },
    users: {
      ...methods.users,
      create: async (body, { sending, ...options } = {}) =>
        sender.call(users.create, { body: withDialect(body), options, ...(sending === undefined ? {} : { sending }) }),
      update: async (userId, body, options = {}) =>
        sender.call(users.update, { params: { user_id: userId }, body: { ...withDialect(body), user_id: userId }, options }),
    },
    contentProviders: {
      get: async (id, query = {}, options = {}) => {
        const { _limit: limit } = query;
        refuseLimit(limit);
        return sender.call(contract.contentProviders.get, { params: { id }, query, options });
      },
    },
    call: <E extends Endpoint & { answer: "json" }>(
      entry: E,
      input: CallInput = {},
      options?: CallOptions,
    ): Promise<z.output<E["output"]>> => sender.call(entry, options === undefined ? input : { ...input, options }),
    close: () => sender.close(),
  };
}

type Deviates = (entry: Endpoint) => Deviation;

function grantOf(auth: AuthSettings, exchange: Exchange, deviates: Deviates) {
  const { client } = auth;
  if (client !== null) {
    const ask = ({ form, headers }: TokenRequest) => exchange(contract.oauth2.token, { body: form }, headers);
    return clientCredentialsGrant(client, ask, deviates(contract.oauth2.token));
  }
  const refresh = (token: string) => exchange(contract.oauth2.refresh, { body: { refresh_token: token } }, {});
  return refreshGrant(auth.refreshToken, refresh, deviates(contract.oauth2.refresh));
}
