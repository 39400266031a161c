import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** Returns 256 random bits as text for cookies, links and tokens. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the digest of a secret for the database, which is useless to its readers. The secret is random, so a plain digest is enough. */
export function secretHash(secret: string): string {
  return hash("sha256", secret);
}

/** Whether two texts are the same, without telling by the time how far they are. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
}
