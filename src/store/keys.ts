import { randomBytes } from "node:crypto";
import { closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { EXIT, Problem } from "../model/problem.ts";
import { keyringOf, seal, unseal, type Keyring } from "./seal.ts";
import type { Db } from "./schema.ts";

/** The keys of each open state. */
const rings = new WeakMap<Db, Keyring | null>();

/**
 * Opens the keys of a state: those that the administrator gave, and the one that the state made for itself while there
 * were none, which still opens what it sealed.
 * @param file where a state of this machine keeps its own key; `null`: it lies on a server, and makes none
 */
export function openKeys(db: Db, secrets: readonly string[], file: string | null): Keyring | null {
  const own = file === null ? [] : ownKeys(file, secrets.length === 0);
  const ring = keyringOf([...secrets, ...own], secrets.length > 0);
  rings.set(db, ring);
  return ring;
}

/** The keys of a state, as they were opened; `null` where there are none. */
export function keysOf(db: Db): Keyring | null {
  return rings.get(db) ?? null;
}

function ownKeys(file: string, make: boolean): string[] {
  if (!existsSync(file)) {
    if (!make) return [];
    makeKeys(file);
  }
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "");
}

function newKey(): string {
  return randomBytes(32).toString("base64");
}

/** Of two processes that make one at the same time, the first one's stays. */
function makeKeys(file: string): void {
  const draft = `${file}.${process.pid}`;
  writeKeys(draft, [newKey()]);
  try {
    linkSync(draft, file);
  } catch {
    // Not every file system has links.
    if (!existsSync(file)) renameSync(draft, file);
  }
  rmSync(draft, { force: true });
}

/** Whole or not at all, and on the disk before anything is sealed with it: what a lost key sealed is lost. */
function writeKeys(file: string, keys: readonly string[]): void {
  const draft = openSync(`${file}.new`, "w", 0o600);
  writeSync(draft, `${keys.join("\n")}\n`);
  fsyncSync(draft);
  closeSync(draft);
  renameSync(`${file}.new`, file);
}

/** Puts a new key of the state's own before those it has. */
export function addOwnKey(file: string): void {
  writeKeys(file, [newKey(), ...ownKeys(file, false)]);
}

/** Lets go of the state's own keys but the first `keep`. */
export function dropOwnKeys(file: string, keep: number): void {
  if (existsSync(file)) writeKeys(file, ownKeys(file, false).slice(0, keep));
}

/** A value as it is stored: sealed where there are keys. */
export function sealed(db: Db, text: string, purpose: string): { sealed: string } | null {
  const ring = keysOf(db);
  return ring === null ? null : { sealed: seal(text, ring, purpose) };
}

/**
 * Opens what was sealed.
 * @throws Problem `secret_key`: none of the keys opens it. Exit 2.
 */
export function opened(db: Db, text: string, purpose: string): string {
  const plain = tryOpen(db, text, purpose);
  if (plain === null) throw keyMissing(keysOf(db)?.given !== true);
  return plain;
}

/** The same, with `null` where none of the keys opens it. */
export function tryOpen(db: Db, text: string, purpose: string): string | null {
  const ring = keysOf(db);
  return ring === null ? null : unseal(text, ring, purpose);
}

function keyMissing(none: boolean): Problem {
  const why = none ? "ROLLCALL_SECRET_KEY is not set" : "ROLLCALL_SECRET_KEY is not the key that they were encrypted with";
  return new Problem(`Sensitive values in the state are encrypted, and ${why}. Nothing was sent.`, {
    code: "secret_key",
    exit: EXIT.configuration,
    audience: "admin",
    next: "Set the key as it was. If it is lost, `rollcall keys rotate --give-up-lost` lets go of what nothing opens any more; the next file brings it again.",
  });
}
