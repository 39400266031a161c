import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const IV = 12;
const TAG = 16;

/** A key for `seal` from a secret of any form that is long enough; see config/environment.ts. */
export function sealingKey(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "rollcall", "tokens at rest", 32));
}

/**
 * Encrypts a text (AES-256-GCM, a new nonce each time), as base64. `purpose` is bound to it: what was sealed for one
 * account opens for no other.
 */
export function seal(text: string, key: Buffer, purpose: string): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64");
}

/** The text, or `null` when the key or the purpose is another, or the sealed text was changed. */
export function unseal(sealed: string, key: Buffer, purpose: string): string | null {
  const bytes = Buffer.from(sealed, "base64");
  if (bytes.length < IV + TAG) return null;
  try {
    const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV), { authTagLength: TAG })
      .setAAD(Buffer.from(purpose))
      .setAuthTag(bytes.subarray(IV, IV + TAG));
    return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
