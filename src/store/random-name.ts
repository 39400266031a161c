import { randomBytes } from "node:crypto";

/** Returns random letters and digits, without those that are easily confused. */
export function randomName(length: number): string {
  const letters = "23456789abcdefghjkmnpqrstvwxyz";
  return [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join("");
}
