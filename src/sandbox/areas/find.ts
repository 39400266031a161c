import { invalid } from "../faults/rules.ts";

/** Returns the entity with this id, in either case. Throws Refusal for an unknown id: 412 is the only documented status for it. */
export function found<T>(things: ReadonlyMap<string, T>, id: string, field: string): T {
  const thing = things.get(id.toLowerCase());
  if (thing === undefined) throw invalid(`${field} does not exist: ${id}`);
  return thing;
}

/** Returns known ids in lower case, each once, in order. Throws Refusal for an unknown id. */
export function knownIds(things: ReadonlyMap<string, unknown>, ids: readonly string[] | undefined, field: string): string[] {
  for (const id of ids ?? []) found(things, id, field);
  return [...new Set(ids?.map((id) => id.toLowerCase()))];
}

/** Normalizes text for search: without case and accents. */
function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Returns the items whose text contains the search text; all items without one. */
export function searched<T>(items: Iterable<T>, textOf: (item: T) => string, search: string | undefined): T[] {
  if (search === undefined) return [...items];
  const wanted = folded(search);
  return Array.from(items).filter((item) => folded(textOf(item)).includes(wanted));
}
