import { hash } from "node:crypto";
import type { Removal } from "../../store/review/removals.ts";

/** Returns a digest that changes with the removals of a cause or their evidence; binds a decision on the whole cause. */
export function causeDigest(removals: readonly Pick<Removal, "id" | "evidence_digest">[]): string {
  return hash("sha256", JSON.stringify(removals.map(({ id, evidence_digest: digest }) => [id, digest]).sort()));
}

/** The minimum length of the beginning of a digest. */
const shortest = 8;

/** Returns whether `named` is the digest or its beginning. */
export function isDigest(named: string, digest: string): boolean {
  return named.length >= shortest && digest.startsWith(named);
}
