import type { Db } from "./schema.ts";

/** The token pair of a service account, as the client keeps it; opaque here. */
export async function loadTokens(db: Db, account: string): Promise<unknown> {
  const row = await db.selectFrom("token").select("tokens").where("account", "=", account).executeTakeFirst();
  return row?.tokens ?? null;
}

export async function saveTokens(db: Db, account: string, tokens: unknown): Promise<void> {
  const json = JSON.stringify(tokens);
  await db
    .insertInto("token")
    .values({ account, tokens: json })
    .onConflict((conflict) => conflict.column("account").doUpdateSet({ tokens: json }))
    .execute();
}
