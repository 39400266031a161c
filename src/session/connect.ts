import { openDirectory } from "../directory/directory.ts";
import type { RequestBudget } from "../learning-service/http/budget.ts";
import { createClient, type ClientDeps, type ClientSettings } from "../learning-service/client.ts";
import { pacedBudget } from "../learning-service/http/pace.ts";
import { configuredDigest } from "../learning-service/tokens/grant.ts";
import { readGroups } from "../learning-service/groups.ts";
import type { StoredTokens, TokenStore } from "../learning-service/tokens/tokens.ts";
import type { Clock } from "../domain/clock.ts";
import { emit } from "../domain/telemetry/events.ts";
import type { ProxyEnvironment } from "../domain/proxy.ts";
import type { ServiceSettings } from "../domain/settings.ts";
import type { State } from "../state/state.ts";
import { loadTokens, saveTokens } from "../store/sealing/service-tokens.ts";
import { emergencyGate } from "./emergency-stop.ts";
import { keysFor } from "../state/sealing-keys.ts";
import type { Service } from "./session.ts";
import { tokensOf } from "./tokens.ts";
import { sharedBudget } from "./shared-budget.ts";

/** The clock and environment of the call that connects. */
export type Surroundings = Pick<Clock, "now" | "timer"> & { env: ProxyEnvironment };

/** Connects to a job's service, with its tokens and its directory in the state. */
export function connectService(
  state: State,
  settings: ServiceSettings,
  secret: string | null,
  { now, timer, env }: Surroundings,
  limits: Pick<ClientSettings, "lookup"> & Pick<ClientDeps, "signal"> = {},
): Service {
  const budget = budgetOf(state, settings, timer);
  const client = createClient(
    { ...settings, proxy: env, lookup: limits.lookup },
    {
      signal: limits.signal,
      tokens: tokenStore(state, settings, secret),
      budget,
      beforeWrite: emergencyGate(state, settings.account),
      now,
      deviation: (route, fields) => fields.forEach((field) => emit("token_answer_deviates", { route, field })),
    },
  );
  const directory = openDirectory({
    state,
    account: settings.account,
    read: async () => readGroups(await client.groups.list().all()).groups,
    maxAge: settings.directory.maxAge,
    now,
  });
  return { client, directory, pauseFor: (ms) => budget.pauseFor(ms) };
}

/** One budget per service account in this process, so that parallel runs and commands share its rate. */
const budgets = new WeakMap<State["pool"], Map<string, RequestBudget>>();

function budgetOf(state: State, { account, rate }: ServiceSettings, timer: Clock["timer"]): RequestBudget {
  const ofState = budgets.get(state.pool) ?? new Map<string, RequestBudget>();
  budgets.set(state.pool, ofState);
  // A new rate gets a new budget: the job file may change while the process runs.
  const name = JSON.stringify([account, rate]);
  const known = ofState.get(name) ?? (state.kind === "embedded" ? pacedBudget(rate, { timer }) : sharedBudget(state, account, rate));
  ofState.set(name, known);
  return known;
}

/** Keeps tokens in the state. Only one client of one process renews them at a time. */
function tokenStore(state: State, { account, auth }: ServiceSettings, secret: string | null): TokenStore {
  const ring = keysFor(state, secret);
  const configured = configuredDigest(auth);
  const plain = tokensOf(state, account, configured, ring);
  if (auth.unset === undefined) return plain;
  // The variable is not set: the tokens keep the digest of their own credentials, for when it is set.
  let origin = configured;
  return {
    load: async () => {
      const stored = (await loadTokens(state, account, null, ring)) as StoredTokens | null;
      if (stored === null) return null;
      origin = stored.configured;
      return { ...stored, configured };
    },
    save: (tokens) => saveTokens(state, account, { ...tokens, configured: origin }, ring),
    exclusively: plain.exclusively,
  };
}
