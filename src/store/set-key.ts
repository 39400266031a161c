import { hash } from "node:crypto";

/** Equal for equal sets of groups, whatever their order. */
export function setKeyOf(groups: readonly string[]): string {
  return hash("sha256", groups.toSorted().join(","), "base64url");
}
