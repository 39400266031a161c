import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV = 12;
const TAG = 16;

interface SealingKey {
  /** Stands before what was sealed with it, and says nothing about it. */
  id: string;
  /** As objects: Node takes several times as long to use the bytes of a key, and every row has cells to seal. */
  key: KeyObject;
  nonces: KeyObject;
}

/** Keys from secrets: the first one seals, all of them open. */
export interface Keyring {
  keys: readonly [SealingKey, ...SealingKey[]];
  /** An administrator gave one, rather than the state having made its own. */
  given: boolean;
}

/** Keys from secrets of any form that are long enough (see config/environment.ts); `null` where there is none. */
export function keyringOf(secrets: readonly string[], given = true): Keyring | null {
  const [first, ...others] = [...new Set(secrets)].map(sealingKey);
  return first === undefined ? null : { keys: [first, ...others], given };
}

function sealingKey(secret: string): SealingKey {
  const part = (use: string, length: number): Buffer => Buffer.from(hkdfSync("sha256", secret, "rollcall", use, length));
  const secretKey = (use: string): KeyObject => createSecretKey(part(use, 32));
  return { id: part("name of the key", 4).toString("hex"), key: secretKey("tokens at rest"), nonces: secretKey("fixed nonces") };
}

/**
 * Encrypts a text (AES-256-GCM, a new nonce each time), as the id of the key and base64. `purpose` is bound to it: what
 * was sealed for one account opens for no other.
 */
export function seal(text: string, { keys: [first] }: Keyring, purpose: string): string {
  return encrypt(text, first, purpose, randomBytes(IV));
}

/** The same, but equal texts of one purpose are sealed equally, so that they can be compared as they lie. */
export function sealEqually(text: string, { keys: [first] }: Keyring, purpose: string): string {
  const nonce = createHmac("sha256", first.nonces)
    .update(JSON.stringify([purpose, text]))
    .digest();
  return encrypt(text, first, purpose, nonce.subarray(0, IV));
}

function encrypt(text: string, { id, key }: SealingKey, purpose: string, iv: Buffer): string {
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${id}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64")}`;
}

/** The text, or `null` when no key or another purpose is at hand, or the sealed text was changed. */
export function unseal(sealed: string, { keys }: Keyring, purpose: string): string | null {
  const [name, named] = sealed.split(".");
  // What was sealed by earlier versions does not say with which key.
  const [candidates, text] = named === undefined ? [keys, sealed] : [keys.filter(({ id }) => id === name), named];
  const bytes = Buffer.from(text, "base64");
  if (bytes.length < IV + TAG) return null;
  for (const { key } of candidates) {
    try {
      const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV), { authTagLength: TAG })
        .setAAD(Buffer.from(purpose))
        .setAuthTag(bytes.subarray(IV, IV + TAG));
      return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString("utf8");
    } catch {
      // Another key may open it.
    }
  }
  return null;
}

/** Whether a text was sealed with the first key, so that the others are not needed for it. */
export function isSealedFirst(sealed: string, { keys: [{ id }] }: Keyring): boolean {
  return sealed.startsWith(`${id}.`);
}
