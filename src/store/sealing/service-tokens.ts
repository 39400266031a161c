import { fact } from "../../domain/facts/fact.ts";
import { sql } from "kysely";
import { EXIT, Problem } from "../../domain/problem.ts";
import type { Journal } from "../../state/journal/journal.ts";
import type { Db } from "../schema/tables.ts";
import { keyFault } from "./keys.ts";
import { isSealedFirst, seal, unseal, type Keyring } from "./seal.ts";

/** The system that accepts the tokens. */
export type TokenOwner = "service" | "source";

/** The tokens of a service account in the client's form; only the digest of their origin matters here. */
export interface TokenRecord {
  /** Digest of the credentials that they were obtained with. */
  configured: string;
}

/** The stored form: plain text, or sealed if the administrator configured a key. */
type Stored = TokenRecord & { sealed?: string };

interface TokenStore {
  db: Db;
  journal: Journal;
}

/**
 * Returns the tokens of an account, or `null`. Tokens from other credentials than `configured` are useless, so their
 * key is not needed; without `configured` any are returned. Tokens stored without this key are sealed at once.
 * @throws Problem `token_key`: they are sealed, and no key of `ring` opens them. Exit 2.
 */
export async function loadTokens(
  place: TokenStore,
  account: string,
  configured: string | null,
  ring: Keyring | null,
  owner: TokenOwner = "service",
): Promise<TokenRecord | null> {
  const row = await place.db.selectFrom("token").select("tokens").where("account", "=", account).executeTakeFirst();
  const stored = (row?.tokens ?? null) as Stored | null;
  if (stored === null || (configured !== null && stored.configured !== configured)) return null;
  if (stored.sealed === undefined) {
    if (ring !== null) await saveTokens(place, account, stored, ring);
    return stored;
  }
  const text = ring === null ? null : unseal(stored.sealed, ring, account);
  if (ring === null || text === null) throw locked(owner, ring?.given !== true);
  const tokens = JSON.parse(text) as TokenRecord;
  if (!isSealedFirst(stored.sealed, ring)) await saveTokens(place, account, tokens, ring);
  return tokens;
}

/** Returns whether the state has tokens of an account. */
export async function hasTokens(db: Db, account: string): Promise<boolean> {
  return (await db.selectFrom("token").select("account").where("account", "=", account).executeTakeFirst()) !== undefined;
}

/** Returns a digest of an account's stored tokens, to detect newer ones; `null` if there are none. */
export async function markOfTokens(db: Db, account: string): Promise<string | null> {
  const { rows } = await sql<{ mark: string }>`SELECT md5(tokens::text) AS mark FROM token WHERE account = ${account}`.execute(db);
  return rows[0]?.mark ?? null;
}

/** Resolves when the tokens are on disk: the used refresh token may already be invalid. */
export async function saveTokens({ db, journal }: TokenStore, account: string, tokens: TokenRecord, ring: Keyring | null): Promise<void> {
  const { configured } = tokens;
  const stored: Stored = ring === null ? tokens : { configured, sealed: seal(JSON.stringify(tokens), ring, account) };
  await journal.append({ t: "token", account, tokens: stored });
  await setTokens(db, account, stored);
}

export async function setTokens(db: Db, account: string, stored: object): Promise<void> {
  const json = JSON.stringify(stored);
  await db
    .insertInto("token")
    .values({ account, tokens: json })
    .onConflict((conflict) => conflict.column("account").doUpdateSet({ tokens: json }))
    .execute();
}

function locked(owner: TokenOwner, missing: boolean): Problem {
  const why = keyFault(missing);
  const message = owner === "service" ? fact("token.of_service_is_encrypted", { why }) : fact("token.of_source_is_encrypted", { why });
  return new Problem(message, {
    code: "token_key",
    exit: EXIT.configuration,
    audience: "admin",
    next: owner === "service" ? fact("advice.set_key_or_token", {}) : fact("advice.set_key_or_credentials", {}),
  });
}
