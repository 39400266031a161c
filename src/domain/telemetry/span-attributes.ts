/**
 * The vocabulary of logs, metrics and traces: the steps of the work, and the facts each may carry. A fact that is not
 * listed here is dropped, and so is one with an unexpected format. This prevents personal data from leaking by
 * accident.
 */

/**
 * `number`; `word`: a name from the code, such as a status or an error code; `route`: a path with parameter names,
 * never their values; `pattern`: a page's path as the source declares it; `places`: positions in the source; `id`: of a
 * run, an operation or a request; `name`: of a job; `time`.
 */
export type Kind = "number" | "word" | "route" | "pattern" | "places" | "id" | "name" | "time";

/** The steps that take time, with the facts known at their start and at their successful end. */
export const SPAN_ATTRIBUTES = {
  run: { begin: { how: "word" }, end: { status: "word", rows: "number" } },
  read_file: { begin: {}, end: {} },
  plan: { begin: {}, end: { limits: "number" } },
  apply: { begin: { operations: "number" }, end: {} },
  operation: { begin: { kind: "word", attempt: "number" }, end: { result: "word" } },
  service_call: { begin: { method: "word", route: "route" }, end: { status: "number" } },
} as const satisfies Record<string, { begin: Record<string, Kind>; end: Record<string, Kind> }>;

export type SpanAttribute = keyof typeof SPAN_ATTRIBUTES;

/** The facts that a list of kinds describes. */
export type Facts<Kinds> = { readonly [Name in keyof Kinds]: Kinds[Name] extends "number" ? number : string };
export type Begin<P extends SpanAttribute> = Facts<(typeof SPAN_ATTRIBUTES)[P]["begin"]>;
export type End<P extends SpanAttribute> = Facts<(typeof SPAN_ATTRIBUTES)[P]["end"]>;

/** The run, job and operation that the current work belongs to. */
export interface Ids {
  run?: string;
  job?: string;
  operation?: string;
}

const PATTERNS: Record<Exclude<Kind, "number">, RegExp> = {
  word: /^[A-Za-z][A-Za-z_-]{0,63}$/,
  route: /^(?:\/(?:[a-z][a-z0-9_]*|\{[a-z_]+\}))+$/,
  pattern: /^(?:\/|\(none\)|(?:\/(?:[\w.-]+|:[A-Za-z]+|\*))+\/?)$/,
  places: /^[\w@./:-]+(?: < [\w@./:-]+)*$/,
  id: /^[\w.:-]{1,120}$/,
  name: /^[^\p{C}]{1,200}$/u,
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
};

/** Returns only the facts that are declared and have the expected format. */
export function onlyKnown(kinds: Readonly<Record<string, Kind>>, given: object): Record<string, string | number> {
  const known: Record<string, string | number> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(given, name);
    if (kind === "number" ? typeof value === "number" && Number.isFinite(value) : typeof value === "string" && PATTERNS[kind].test(value))
      known[name] = value as string | number;
  }
  return known;
}

/** Returns the ids that have the expected format. */
export function knownIds(ids: Ids): Record<string, string | number> {
  return onlyKnown({ run: "id", job: "name", operation: "id" }, ids);
}
