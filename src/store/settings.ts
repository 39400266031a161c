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
export function fingerprintKey(db: Db): Promise<string> {
  return ownKey(db, "fingerprint_key");
}

/** The key that signs what leaves as a workbook and comes back: made once for a state, never shown. */
export function workbookKey(db: Db): Promise<string> {
  return ownKey(db, "workbook_key");
}

async function ownKey(db: Db, name: string): Promise<string> {
  const known = await getSetting<string>(db, name);
  if (known !== null) return known;
  const key = randomBytes(32).toString("base64url");
  await setSetting(db, name, key);
  return key;
}

/** Where people reach the console, as it was started last with an address for them; links in mails lead there. */
export function consoleAddress(db: Db): Promise<string | null> {
  return getSetting<string>(db, "console_address");
}

export async function rememberConsole(db: Db, url: string): Promise<void> {
  await setSetting(db, "console_address", url);
}
