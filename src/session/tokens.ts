import type { StoredTokens, TokenStore } from "../learning-service/tokens/tokens.ts";
import type { State } from "../state/state.ts";
import type { Keyring } from "../store/sealing/seal.ts";
import { loadTokens, saveTokens, type TokenOwner } from "../store/sealing/service-tokens.ts";

/** Keeps the tokens of an account in the state, sealed if there is a key. One process renews them at a time. */
export function tokensOf(
  state: State,
  account: string,
  configured: string,
  ring: Keyring | null,
  owner: TokenOwner = "service",
): TokenStore {
  return {
    load: async () => (await loadTokens(state, account, configured, ring, owner)) as StoredTokens | null,
    save: (tokens) => saveTokens(state, account, tokens, ring),
    exclusively: (work) => state.locks.exclusively(`tokens:${account}`, work),
  };
}
