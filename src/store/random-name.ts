import { randomBytes } from "node:crypto";

/** Random letters and digits without those that people mix up. */
export function randomName(length: number): string {
  const letters = "23456789abcdefghjkmnpqrstvwxyz";
  return [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join("");
}
