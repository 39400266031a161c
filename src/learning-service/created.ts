import { isUuid } from "./contract/values.ts";

/**
 * Returns the new user's id from a create answer, which "may be null" (interface: "User"). `pointer` is
 * `dialect.created_id`, a JSON pointer (RFC 6901); the default is `user_id`, then `id`. Returns uuids in lower case and
 * `null` for anything else, which makes the create unconfirmed.
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

/** Returns the JSON pointer to a uuid in an answer; `null` if it is nowhere, or the answer is not an object. */
export function pointerTo(body: unknown, id: string): string | null {
  if (isUuid(body)) return body.toLowerCase() === id.toLowerCase() ? "" : null;
  if (typeof body !== "object" || body === null) return null;
  for (const [key, value] of Object.entries(body)) {
    const inner = pointerTo(value, id);
    if (inner !== null) return `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}${inner}`;
  }
  return null;
}
