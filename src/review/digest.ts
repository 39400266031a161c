import { hash } from "node:crypto";
import type { Removal } from "../store/removals.ts";

/** Equal for a cause while it holds the same removals on the same evidence: what a decision on all of it is bound to. */
export function causeDigest(removals: readonly Pick<Removal, "id" | "evidence_digest">[]): string {
  return hash("sha256", JSON.stringify(removals.map(({ id, evidence_digest: digest }) => [id, digest]).sort()));
}

/** So many letters of a digest are enough to name it. */
const shortest = 8;

/** Whether a digest is the one that somebody names, whole or by its beginning. */
export function isDigest(named: string, digest: string): boolean {
  return named.length >= shortest && digest.startsWith(named);
}
