import { openDirectory } from "../directory/directory.ts";
import { createClient } from "../learning-service/client.ts";
import { configuredDigest } from "../learning-service/grant.ts";
import { readGroups } from "../learning-service/groups.ts";
import type { StoredTokens, TokenStore } from "../learning-service/tokens.ts";
import type { ServiceSettings } from "../model/settings.ts";
import type { State } from "../store/state.ts";
import { sealingKey } from "../store/seal.ts";
import { loadTokens, saveTokens } from "../store/tokens.ts";
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

/** Tokens in the state, which belongs to one process, so taking turns inside of it is enough. */
function tokenStore(state: State, { account, auth }: ServiceSettings, secret: string | null): TokenStore {
  const key = secret === null ? null : sealingKey(secret);
  let last: Promise<unknown> = Promise.resolve();
  return {
    load: async () => (await loadTokens(state, account, configuredDigest(auth), key)) as StoredTokens | null,
    save: (tokens) => saveTokens(state, account, tokens, key),
    exclusively: (work) => {
      const mine = last.then(work, work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}
