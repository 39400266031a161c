import { openDirectory } from "../directory/directory.ts";
import type { RequestBudget } from "../learning-service/budget.ts";
import { createClient } from "../learning-service/client.ts";
import { pacedBudget } from "../learning-service/pace.ts";
import { configuredDigest } from "../learning-service/grant.ts";
import { readGroups } from "../learning-service/groups.ts";
import type { StoredTokens, TokenStore } from "../learning-service/tokens.ts";
import type { Clock } from "../model/clock.ts";
import { tell } from "../model/happening.ts";
import type { ProxyEnvironment } from "../model/proxy.ts";
import type { ServiceSettings } from "../model/settings.ts";
import type { State } from "../store/state.ts";
import { loadTokens, saveTokens } from "../store/tokens.ts";
import { emergencyGate } from "./emergency-stop.ts";
import { keysFor } from "./keys.ts";
import type { Service } from "./session.ts";
import { sharedBudget } from "./shared-budget.ts";

/** The clock and the environment of the call that connects. */
export type Surroundings = Pick<Clock, "now" | "timer"> & { env: ProxyEnvironment };

/** The service of a job, with its tokens and its directory in the state. */
export function connectService(state: State, settings: ServiceSettings, secret: string | null, { now, timer, env }: Surroundings): Service {
  const client = createClient(
    { ...settings, proxy: env },
    {
      tokens: tokenStore(state, settings, secret),
      budget: budgetOf(state, settings, timer),
      beforeWrite: emergencyGate(state, settings.account),
      now,
      deviation: (route, fields) => fields.forEach((field) => tell("token_answer_deviates", { route, field })),
    },
  );
  const directory = openDirectory({
    state,
    account: settings.account,
    read: async () => readGroups(await client.groups.list().all()).groups,
    maxAge: settings.directory.maxAge,
    now,
  });
  return { client, directory };
}

/** All clients of one account in this process share what the service can take, so no run has it to itself. */
const budgets = new WeakMap<State, Map<string, RequestBudget>>();

function budgetOf(state: State, { account, rate }: ServiceSettings, timer: Clock["timer"]): RequestBudget {
  const ofState = budgets.get(state) ?? new Map<string, RequestBudget>();
  budgets.set(state, ofState);
  // Another rate is another budget: a job file may be changed while the process runs on.
  const name = JSON.stringify([account, rate]);
  const known = ofState.get(name) ?? (state.alone ? pacedBudget(rate, { timer }) : sharedBudget(state, account, rate));
  ofState.set(name, known);
  return known;
}

/** Tokens in the state. One process at a time renews them, and one client in it. */
function tokenStore(state: State, { account, auth }: ServiceSettings, secret: string | null): TokenStore {
  const ring = keysFor(state, secret);
  return {
    load: async () => (await loadTokens(state, account, configuredDigest(auth), ring)) as StoredTokens | null,
    save: (tokens) => saveTokens(state, account, tokens, ring),
    exclusively: (work) => state.locks.exclusively(`tokens:${account}`, work),
  };
}
