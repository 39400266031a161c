import { sql } from "kysely";
import { EXIT, Problem } from "../model/problem.ts";
import type { Journal } from "./journal.ts";
import type { Db } from "./schema.ts";
import { isSealedFirst, seal, unseal, type Keyring } from "./seal.ts";

/** The tokens of a service account as the client keeps them; only the digest of their origin matters here. */
export interface TokenRecord {
  /** Digest of the credentials that they came from. */
  configured: string;
}

/** As it lies in the database: in the clear, or sealed where the administrator gave a key. */
type Stored = TokenRecord & { sealed?: string };

interface Place {
  db: Db;
  journal: Journal;
}

/**
 * The tokens of an account, or `null`. Those that came from other credentials than `configured` are of no use any
 * more, so nobody asks for the key that they were sealed with. Tokens from before there was this key are sealed at once.
 *
 * @throws Problem `token_key`: they are sealed, and no key of `ring` opens them. Exit 2.
 */
export async function loadTokens(place: Place, account: string, configured: string, ring: Keyring | null): Promise<TokenRecord | null> {
  const row = await place.db.selectFrom("token").select("tokens").where("account", "=", account).executeTakeFirst();
  const stored = (row?.tokens ?? null) as Stored | null;
  if (stored === null || stored.configured !== configured) return null;
  if (stored.sealed === undefined) {
    if (ring !== null) await saveTokens(place, account, stored, ring);
    return stored;
  }
  const text = ring === null ? null : unseal(stored.sealed, ring, account);
  if (ring === null || text === null) throw locked(ring?.given !== true);
  const tokens = JSON.parse(text) as TokenRecord;
  if (!isSealedFirst(stored.sealed, ring)) await saveTokens(place, account, tokens, ring);
  return tokens;
}

/** A digest of what is stored for an account, to see whether other tokens came; `null` where there is nothing. */
export async function markOfTokens(db: Db, account: string): Promise<string | null> {
  const { rows } = await sql<{ mark: string }>`SELECT md5(tokens::text) AS mark FROM token WHERE account = ${account}`.execute(db);
  return rows[0]?.mark ?? null;
}

/** Resolves when the tokens are on the disk: the used refresh token may be dead already, so they are the only ones. */
export async function saveTokens({ db, journal }: Place, account: string, tokens: TokenRecord, ring: Keyring | null): Promise<void> {
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

function locked(missing: boolean): Problem {
  const why = missing ? "ROLLCALL_SECRET_KEY is not set" : "ROLLCALL_SECRET_KEY is not the key that they were encrypted with";
  return new Problem(`The stored tokens of the learning service are encrypted, and ${why}. Nothing was sent.`, {
    code: "token_key",
    exit: EXIT.configuration,
    audience: "admin",
    next: "Set the key as it was, or put a new refresh token (or client secret) into the job file: what is stored is then not used.",
  });
}
