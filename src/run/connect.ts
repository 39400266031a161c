import { openDirectory } from "../directory/directory.ts";
import { createClient } from "../learning-service/client.ts";
import { readGroups } from "../learning-service/groups.ts";
import type { StoredTokens, TokenStore } from "../learning-service/tokens.ts";
import type { ServiceSettings } from "../model/settings.ts";
import type { State } from "../store/state.ts";
import { loadTokens, saveTokens } from "../store/tokens.ts";
import type { Service } from "./session.ts";

/** The service of a job, with its tokens and its directory in the state. */
export function connectService(state: State, settings: ServiceSettings, now: () => Date): Service {
  const client = createClient(settings, { tokens: tokenStore(state, settings.account) });
  const directory = openDirectory({
    state,
    account: settings.account,
    read: async () => readGroups(await client.groups.list()).groups,
    maxAge: settings.directory.maxAge,
    now,
  });
  return { client, directory };
}

/** Tokens in the database. The state belongs to one process, so taking turns inside of it is enough. */
function tokenStore({ db }: State, account: string): TokenStore {
  let last: Promise<unknown> = Promise.resolve();
  return {
    load: async () => (await loadTokens(db, account)) as StoredTokens | null,
    save: (tokens) => saveTokens(db, account, tokens),
    exclusively: (work) => {
      const mine = last.then(work, work);
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}
