import { sql, type Insertable, type Selectable } from "kysely";
import { nameOrder, type Sort } from "../sort.ts";
import type { ApiTokenTable } from "../schema/console.ts";
import type { Db } from "../schema/tables.ts";

export type ApiToken = Selectable<ApiTokenTable>;

export async function insertToken(db: Db, token: Insertable<ApiTokenTable>): Promise<void> {
  await db.insertInto("api_token").values(token).execute();
}

/** A token with facts about the user of its name and about its creator; `null`: no such user. */
export interface FoundToken extends ApiToken {
  user_disabled_at: Date | null;
  user_role: string | null;
  maker_disabled_at: Date | null;
  maker_role: string | null;
}

/** Keeps a token, its user and its maker as they are until the end of the transaction. */
export async function lockToken(db: Db, hash: string): Promise<void> {
  await sql`SELECT 1 FROM api_token WHERE hash = ${hash} FOR SHARE`.execute(db);
  await sql`SELECT 1 FROM console_user WHERE name IN (SELECT unnest(ARRAY[name, created_by]) FROM api_token WHERE hash = ${hash})
    ORDER BY name FOR SHARE`.execute(db);
}

/** Returns a token by the hash of its text. */
export async function findToken(db: Db, hash: string): Promise<FoundToken | undefined> {
  return db
    .selectFrom("api_token as token")
    .leftJoin("console_user as person", "person.name", "token.name")
    .leftJoin("console_user as maker", "maker.name", "token.created_by")
    .selectAll("token")
    .select(["person.disabled_at as user_disabled_at", "person.role as user_role"])
    .select(["maker.disabled_at as maker_disabled_at", "maker.role as maker_role"])
    .where("token.hash", "=", hash)
    .executeTakeFirst();
}

const TOKEN_ORDERS = {
  name: nameOrder("name"),
  role: sql`array_position(ARRAY['viewer', 'reviewer', 'operator', 'admin'], role)`,
  created: sql`created_at`,
  used: sql`used_at`,
  expires: sql`LEAST(revoked_at, expires_at)`,
} as const;
export type TokenSort = keyof typeof TOKEN_ORDERS;
export const TOKEN_SORTS = Object.keys(TOKEN_ORDERS) as TokenSort[];
export const LATEST_TOKENS: Sort<TokenSort> = { by: "created", direction: "desc" };

/** Returns tokens; with `usableAt` only those that are usable then. */
export async function listTokens(
  db: Db,
  filter: { usableAt?: Date } = {},
  { by, direction }: Sort<TokenSort> = LATEST_TOKENS,
): Promise<ApiToken[]> {
  let query = db.selectFrom("api_token").selectAll().orderBy(TOKEN_ORDERS[by], direction).orderBy("created_at", "desc").orderBy("id");
  if (filter.usableAt !== undefined) query = query.where("revoked_at", "is", null).where("expires_at", ">", filter.usableAt);
  return query.execute();
}

export async function setTokenUsed(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable("api_token").set({ used_at: at }).where("id", "=", id).execute();
}

/**
 * Revokes a token.
 * @returns the token, or nothing if there is none to revoke
 */
export async function revokeToken(db: Db, id: string, at: Date): Promise<ApiToken | undefined> {
  return db
    .updateTable("api_token")
    .set({ revoked_at: at })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/** Revokes every token of a name. */
export async function revokeTokensOf(db: Db, name: string, at: Date): Promise<void> {
  await db.updateTable("api_token").set({ revoked_at: at }).where("name", "=", name).where("revoked_at", "is", null).execute();
}
