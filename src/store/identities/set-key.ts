import { hash } from "node:crypto";

/** Returns a digest that is equal for equal sets of groups in any order. */
export function setKeyOf(groups: readonly string[]): string {
  return hash("sha256", groups.toSorted().join(","), "base64url");
}
