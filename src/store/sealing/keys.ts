import { fact, type Fact } from "../../domain/facts/fact.ts";
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync } from "node:fs";
import { EXIT, Problem } from "../../domain/problem.ts";
import { writeAtomicallySync } from "../../domain/write-file.ts";
import { keyringOf, seal, sealBytes, unseal, unsealBytes, type Keyring } from "./seal.ts";
import type { Db } from "../schema/tables.ts";

/** The keys of each open state. */
const rings = new WeakMap<Db, Keyring | null>();

/**
 * Opens the keys of a state: those that the administrator configured, and the one that the state generated while there
 * were none, which still opens what it sealed.
 * @param file the state's own key file on this machine; `null`: the state is on a server and generates no key
 */
export function openKeys(db: Db, secrets: readonly string[], file: string | null): Keyring | null {
  const own = file === null ? [] : ownKeys(file, secrets.length === 0);
  const ring = keyringOf([...secrets, ...own], secrets.length > 0);
  rings.set(db, ring);
  return ring;
}

/** Returns the keys of a state that is not open; `null` if there are none. Generates none. */
export function existingKeys(secrets: readonly string[], file: string | null): Keyring | null {
  return keyringOf([...secrets, ...(file === null ? [] : ownKeys(file, false))], secrets.length > 0);
}

/** Returns the opened keys of a state; `null` if there are none. */
export function keysOf(db: Db): Keyring | null {
  return rings.get(db) ?? null;
}

/** Lets a transaction of a state open what the state has sealed. */
export function shareKeys(db: Db, transaction: Db): void {
  rings.set(transaction, keysOf(db));
}

function ownKeys(file: string, generate: boolean): string[] {
  if (!existsSync(file)) {
    if (!generate) return [];
    generateKeys(file);
  }
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

function newKey(): string {
  return randomBytes(32).toString("base64");
}

/** Generates the key file. If two processes do this at the same time, the first file stays. */
function generateKeys(file: string): void {
  const draft = `${file}.${randomBytes(12).toString("hex")}`;
  writeKeys(draft, [newKey()]);
  try {
    linkSync(draft, file);
  } catch {
    // Not every file system has links.
    if (!existsSync(file)) renameSync(draft, file);
  }
  rmSync(draft, { force: true });
}

/** Writes completely or not at all, and to disk before anything is sealed: data sealed with a lost key is lost. */
function writeKeys(file: string, keys: readonly string[]): void {
  writeAtomicallySync(file, `${keys.join("\n")}\n`);
}

/** Adds a new own key before the existing ones. */
export function addOwnKey(file: string): void {
  writeKeys(file, [newKey(), ...ownKeys(file, false)]);
}

/** Deletes the state's own keys except the first `keep`. */
export function dropOwnKeys(file: string, keep: number): void {
  if (existsSync(file)) writeKeys(file, ownKeys(file, false).slice(0, keep));
}

/** Returns a value in its sealed form; `null` if there are no keys. */
export function sealed(db: Db, text: string, purpose: string): { sealed: string } | null {
  const ring = keysOf(db);
  return ring === null ? null : { sealed: seal(text, ring, purpose) };
}

/**
 * Opens a sealed value.
 * @throws Problem `secret_key`: no key opens it. Exit 2.
 */
export function opened(db: Db, text: string, purpose: string): string {
  return orKeyMissing(db, tryOpen(db, text, purpose));
}

/** Returns an opened value. @throws as `opened` does, if no key opened it: it is `null` */
export function orKeyMissing<T>(db: Db, value: T | null): T {
  if (value === null) throw keyMissing(keysOf(db)?.given !== true);
  return value;
}

/** Bytes, and the id of the key that sealed them; `null`: none. */
export interface SealedBytes {
  keyId: string | null;
  bytes: Uint8Array;
}

/** Seals bytes, if there are keys. */
export function sealedBytes(db: Db, bytes: Uint8Array, purpose: string): SealedBytes {
  const ring = keysOf(db);
  return ring === null ? { keyId: null, bytes } : sealBytes(bytes, ring, purpose);
}

/** Returns opened bytes, or `null` if no key opens them. */
export function tryOpenBytes(db: Db, { keyId, bytes }: SealedBytes, purpose: string): Uint8Array | null {
  if (keyId === null) return bytes;
  const ring = keysOf(db);
  return ring === null ? null : unsealBytes({ keyId, bytes }, ring, purpose);
}

/** Returns an opened value, or `null` if no key opens it. */
export function tryOpen(db: Db, text: string, purpose: string): string | null {
  const ring = keysOf(db);
  return ring === null ? null : unseal(text, ring, purpose);
}

/** Returns why no key opens a value. */
export function keyFault(noneGiven: boolean): Fact {
  return noneGiven ? fact("secret_key.is_not_set", {}) : fact("secret_key.is_other_key", {});
}

function keyMissing(noneGiven: boolean): Problem {
  return new Problem(fact("state.has_encrypted_values", { why: keyFault(noneGiven) }), {
    code: "secret_key",
    exit: EXIT.configuration,
    audience: "admin",
    next: fact("advice.set_original_key", {}),
  });
}
