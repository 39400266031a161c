import { openDirectory } from "../directory/directory.ts";
import { createClient } from "../learning-service/client.ts";
import { configuredDigest } from "../learning-service/grant.ts";
import { readGroups } from "../learning-service/groups.ts";
import type { StoredTokens, TokenStore } from "../learning-service/tokens.ts";
import type { ServiceSettings } from "../model/settings.ts";
import type { State } from "../store/state.ts";
import { loadTokens, saveTokens } from "../store/tokens.ts";
import { keysFor } from "./keys.ts";
import type { Service } from "./session.ts";

/** The service of a job, with its tokens and its directory in the state. */
export function connectService(state: State, settings: ServiceSettings, secret: string | null, now: () => Date): Service {
  const client = createClient(settings, { tokens: tokenStore(state, settings, secret) });
  const directory = openDirectory({
    state,
    account: settings.account,
    read: async () => readGroups(await client.groups.list().all()).groups,
    maxAge: settings.directory.maxAge,
    now,
  });
  return { client, directory };
}

/** Who refreshes the tokens of an account at this moment: a process that runs on has several clients of one account. */
const turns = new WeakMap<State, Map<string, Promise<unknown>>>();

/** Tokens in the state, which belongs to one process, so taking turns inside of it is enough. */
function tokenStore(state: State, { account, auth }: ServiceSettings, secret: string | null): TokenStore {
  const ring = keysFor(state, secret);
  const ofState = turns.get(state) ?? new Map<string, Promise<unknown>>();
  turns.set(state, ofState);
  return {
    load: async () => (await loadTokens(state, account, configuredDigest(auth), ring)) as StoredTokens | null,
    save: (tokens) => saveTokens(state, account, tokens, ring),
    exclusively: (work) => {
      const mine = (ofState.get(account) ?? Promise.resolve()).then(work, work);
      ofState.set(
        account,
        mine.catch(() => undefined),
      );
      return mine;
    },
  };
}
