import { invalid } from "../rules.ts";

/** The thing that an id names, in either case. Throws Refusal: 412 is the only documented answer to an id of nothing. */
export function found<T>(things: ReadonlyMap<string, T>, id: string, field: string): T {
  const thing = things.get(id.toLowerCase());
  if (thing === undefined) throw invalid(`${field} names nothing: ${id}`);
  return thing;
}

/** Ids that all name something, in lower case, each once and in their order. Throws Refusal. */
export function knownIds(things: ReadonlyMap<string, unknown>, ids: readonly string[] | undefined, field: string): string[] {
  for (const id of ids ?? []) found(things, id, field);
  return [...new Set(ids?.map((id) => id.toLowerCase()))];
}

/** Text as it is compared by a search: without case and accents. */
export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Keeps what holds the searched words somewhere in its text; all of them when nothing is searched. */
export function searched<T>(items: Iterable<T>, textOf: (item: T) => string, search: string | undefined): T[] {
  if (search === undefined) return [...items];
  const wanted = folded(search);
  return Array.from(items).filter((item) => folded(textOf(item)).includes(wanted));
}
