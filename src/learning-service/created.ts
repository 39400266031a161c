import { isUuid } from "./contract/values.ts";

/**
 * Reads the new user's id out of a create answer, which "may be null" (interface: "User"). `pointer` is
 * `dialect.created_id`, a JSON pointer (RFC 6901); without one `user_id`, else `id`. Only a uuid counts, in lower
 * case; anything else is `null`, which makes the create uncertain.
 */
export function readCreatedId(body: unknown, pointer: string | null): string | null {
  const candidates = pointer === null ? [at(body, ["user_id"]), at(body, ["id"])] : [at(body, segments(pointer))];
  const found = candidates.find(isUuid);
  return found === undefined ? null : found.toLowerCase();
}

function segments(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .replace(/^\//, "")
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function at(body: unknown, path: readonly string[]): unknown {
  let value = body;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
