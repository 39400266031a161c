import type { z } from "zod";
import type { AuthSettings } from "../domain/settings.ts";
import { SERVICE_DEFAULTS } from "../domain/settings.ts";
import { requestBudget } from "./http/budget.ts";
import { contract } from "./contract/contract.ts";
import type { Endpoint } from "./contract/endpoint.ts";
import { contextOf, secretsOf } from "./call-context.ts";
import type { CallOptions } from "./call-options.ts";
import type { Client, ClientDeps, ClientSettings, OpenBody, WithGroupIds } from "./client-types.ts";
import type { Deviation, TokenRequest } from "./tokens/grant.ts";
import { accessDataOf, clientAuthentication, clientCredentialsGrant, refreshGrant } from "./tokens/grant.ts";
import { parseOutput, parseBody } from "./reading.ts";
import { refuseGroups } from "./tokens/scope.ts";
import type { CallInput, Methods, Send } from "./methods.ts";
import { methodsOf } from "./methods.ts";
import { refuseLimit } from "./query.ts";
import type { Exchange } from "./http/sender.ts";
import { createSender } from "./http/sender.ts";
import { tokenSource } from "./tokens/tokens.ts";

export type { Client, ClientDeps, ClientSettings, UserCreateBody, UserUpdateBody } from "./client-types.ts";

/**
 * Creates a client of the learning service with one method per endpoint, named as in the contract. Arguments: the id in
 * the path, the body, the query, the call options. Sends each request once, and once more with a renewed token after a
 * 401 (interface: "Authentication"); all other retries are up to the caller. Every method throws ServiceProblem.
 */
export function createClient(settings: ClientSettings, deps: ClientDeps): Client {
  const dialect = { ...SERVICE_DEFAULTS.dialect, ...settings.dialect };
  const { client: credentials } = settings.auth;
  const client = credentials ? { authentication: "body" as const, scope: null, ...credentials } : null;
  const auth = { ...SERVICE_DEFAULTS.auth, refreshToken: "", ...settings.auth, client };
  const rate = settings.rate ?? SERVICE_DEFAULTS.rate;
  const deviates: Deviates = (entry) => (fields) => {
    const endpoint = `${entry.method} ${entry.path}`;
    deps.log?.warn?.({ endpoint, fields }, "a token answer has missing or wrongly typed fields; the other fields are used");
    deps.deviation?.(entry.path, fields);
  };
  const sender = createSender({
    baseUrl: settings.baseUrl,
    insecure: settings.insecure ?? false,
    timeout: settings.timeout ?? SERVICE_DEFAULTS.timeout,
    proxy: settings.proxy ?? {},
    lookup: settings.lookup,
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
    // An untyped caller may already pass the service's own form; keep it.
    if (!Array.isArray(ids) || dialect.groupIds === "array") return { ...body };
    refuseGroups("group_ids", ids);
    return { ...body, group_ids: Object.fromEntries(ids.map((id: string) => [id, true])) };
  }

  /** Adds the client's own credentials to a form, or to the headers, unless the form names a client. */
  function asClient(form: OpenBody): { form: OpenBody; headers: TokenRequest["headers"] } {
    if (client === null || "client_id" in form || "client_secret" in form) return { form, headers: {} };
    const shown = clientAuthentication(client);
    return { form: { ...form, ...shown.form }, headers: shown.headers };
  }

  const { oauth2, users } = contract;

  async function byForm(entry: Endpoint, form: OpenBody, options: CallOptions = {}): Promise<z.core.util.JSONType> {
    const { form: body, headers } = asClient(form);
    const answer = await sender.exchange(entry, { body, options }, headers);
    return parseBody(entry, answer, contextOf(entry, { body, options }, secretsOf(auth, null))) as z.core.util.JSONType;
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
        return data ?? parseOutput(oauth2.refresh, null, [], answer, contextOf(oauth2.refresh, { body, options }, secretsOf(auth, null)));
      },
      authorizeUrl: (query) => sender.urlOf(oauth2.authorize, { query }).href,
    },
    users: {
      ...methods.users,
      create: async (body, { sending, ...options } = {}) =>
        sender.call(users.create, { body: withDialect(body), options, ...(sending === undefined ? {} : { sending }) }),
      update: async (userId, body, options = {}) =>
        sender.call(users.update, {
          params: { user_id: userId },
          body: { ...withDialect(body), user_id: userId },
          options,
          // Between two attempts someone may add a membership that the confirmation would remove as well (I1).
          once: body.confirm_group_removal === true,
        }),
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
