import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits, as they stand in cookies, links and tokens. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a secret: who reads the database cannot use it. The secret is random, so a plain digest is enough. */
export function secretHash(secret: string): string {
  return hash("sha256", secret);
}

/** Whether two texts are the same, without telling by the time how far they are. */
export function sameText(a: string, b: string): boolean {
  return timingSafeEqual(hash("sha256", a, "buffer"), hash("sha256", b, "buffer"));
}
