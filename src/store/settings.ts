import { randomBytes } from "node:crypto";
import type { Db } from "./schema.ts";

/** Reads a value that the state keeps for itself; `null` when it is not set. */
export async function getSetting<T>(db: Db, name: string): Promise<T | null> {
  const row = await db.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
  return row === undefined ? null : (row.value as T);
}

export async function setSetting(db: Db, name: string, value: unknown): Promise<void> {
  const json = JSON.stringify(value);
  await db
    .insertInto("setting")
    .values({ name, value: json })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: json }))
    .execute();
}

/** The key of the fingerprints that stand in for sensitive values: made once for a state, never shown. */
export async function fingerprintKey(db: Db): Promise<string> {
  const known = await getSetting<string>(db, "fingerprint_key");
  if (known !== null) return known;
  const key = randomBytes(32).toString("base64url");
  await setSetting(db, "fingerprint_key", key);
  return key;
}
