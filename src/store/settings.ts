import { createHmac, randomBytes } from "node:crypto";
import type { Journal } from "../state/journal/journal.ts";
import { opened, sealed, tryOpen } from "./sealing/keys.ts";
import type { Db } from "./schema/tables.ts";

/** Returns a stored setting; `null` if it is not set. */
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

/**
 * Sets a value that is not set yet.
 * @returns false if another process has set it meanwhile
 */
async function setFirst(db: Db, name: string, value: unknown): Promise<boolean> {
  const row = { name, value: JSON.stringify(value) };
  const made = await db
    .insertInto("setting")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("name")
    .executeTakeFirst();
  return made !== undefined;
}

/** A state, with the journal of what a power cut must not lose. */
interface KeyPlace {
  db: Db;
  journal: Pick<Journal, "append">;
}

/** Returns the key for fingerprints of sensitive values: generated once per state, never shown. */
export function fingerprintKey(state: KeyPlace, needed = true): Promise<string> {
  return sealedKey(state, "fingerprint_key", needed);
}

/** Returns the function that replaces sensitive values by fingerprints, which can only be compared. */
export function fingerprintsWith(key: string): (value: string) => string {
  return (value) => createHmac("sha256", key).update(value).digest("base64url");
}

/** Returns the key for pseudonyms of erased people: generated once per state, never shown. */
export function pseudonymKey(state: KeyPlace): Promise<string> {
  return sealedKey(state, "pseudonym_key", true);
}

/**
 * Returns a key that is sealed if possible, so that the database alone is not enough to use it. The journal has it first:
 * with another key, no fingerprint or pseudonym that survives a power cut would be recognized, and no person by them (I2).
 */
async function sealedKey(state: KeyPlace, name: string, needed: boolean): Promise<string> {
  const { db, journal } = state;
  const known = await getSetting<string | { sealed: string }>(db, name);
  if (known !== null && typeof known !== "string") {
    const text = tryOpen(db, known.sealed, name);
    if (text !== null) return text;
    // No sensitive value will be compared with it, so a lost key is no reason to stop.
    if (!needed) return randomBytes(32).toString("base64url");
    return opened(db, known.sealed, name);
  }
  const key = known ?? randomBytes(32).toString("base64url");
  const stored = sealed(db, key, name) ?? key;
  if (stored === known) return key;
  await journal.append({ t: "setting", name, value: stored });
  if (known !== null) {
    await setSetting(db, name, stored);
    return key;
  }
  if (await setFirst(db, name, stored)) return key;
  // Another process generated it at the same time: its key counts, also after a power cut.
  await journal.append({ t: "setting", name, value: await getSetting(db, name) });
  return sealedKey(state, name, needed);
}

/** Returns the key that signs exported workbooks: generated once per state, never shown. */
export function workbookKey(db: Db): Promise<string> {
  return ownKey(db, "workbook_key");
}

async function ownKey(db: Db, name: string): Promise<string> {
  const known = await getSetting<string>(db, name);
  if (known !== null) return known;
  const key = randomBytes(32).toString("base64url");
  return (await setFirst(db, name, key)) ? key : ownKey(db, name);
}

/** Returns the public address of the console from its last start with one; links in mails lead there. */
export function consoleAddress(db: Db): Promise<string | null> {
  return getSetting<string>(db, "console_address");
}

export async function rememberConsole(db: Db, url: string): Promise<void> {
  await setSetting(db, "console_address", url);
}

/**
 * Stores the schedule of a job.
 * @returns whether it changed
 */
export async function rememberSchedule(db: Db, job: string, schedule: { cron: string; timezone: string } | null): Promise<boolean> {
  const name = `schedule_set:${job}`;
  const known = await getSetting<{ cron: string; timezone: string } | null>(db, name);
  if (known?.cron === schedule?.cron && known?.timezone === schedule?.timezone) return false;
  await setSetting(db, name, schedule === null ? null : { cron: schedule.cron, timezone: schedule.timezone });
  return true;
}

/** Returns when a reload of the job files by the schedulers was last requested. */
export async function reloadRequestedAt(db: Db): Promise<Date | null> {
  const at = await getSetting<string>(db, "jobs_reload");
  return at === null ? null : new Date(at);
}

export async function requestReload(db: Db, at: Date): Promise<void> {
  await setSetting(db, "jobs_reload", at.toISOString());
}

/** Deletes a setting. */
export async function dropSetting(db: Db, name: string): Promise<void> {
  await db.deleteFrom("setting").where("name", "=", name).execute();
}
