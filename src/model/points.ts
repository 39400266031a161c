/**
 * The vocabulary of what is told to the outside, by log, metric and trace: which steps of the work there are, and which
 * facts each may carry. A fact that is not named here goes nowhere, and one that does not look as its kind should is
 * left out; so nobody tells about a person by accident.
 */

/**
 * `number`; `word`: a name of the code's own, such as a status or an error code; `route`: a path with the names of its
 * parameters, never their values; `pattern`: a page's path as the source has it; `places`: in the source; `id`: of a run, an operation or a request; `name`: of a job, given by whoever set it up; `time`.
 */
export type Kind = "number" | "word" | "route" | "pattern" | "places" | "id" | "name" | "time";

/** The steps that take time, with what is known when they begin and when they have ended well. */
export const POINTS = {
  run: { begin: { how: "word" }, end: { status: "word", rows: "number" } },
  read_file: { begin: {}, end: {} },
  plan: { begin: {}, end: { limits: "number" } },
  apply: { begin: { operations: "number" }, end: {} },
  operation: { begin: { kind: "word", attempt: "number" }, end: { result: "word" } },
  service_call: { begin: { method: "word", route: "route" }, end: { status: "number" } },
} as const satisfies Record<string, { begin: Record<string, Kind>; end: Record<string, Kind> }>;

export type Point = keyof typeof POINTS;

/** The facts of a list of kinds. */
export type Facts<Kinds> = { readonly [Name in keyof Kinds]: Kinds[Name] extends "number" ? number : string };
export type Begin<P extends Point> = Facts<(typeof POINTS)[P]["begin"]>;
export type End<P extends Point> = Facts<(typeof POINTS)[P]["end"]>;

/** What the work at this moment belongs to. */
export interface Ids {
  run?: string;
  job?: string;
  operation?: string;
}

const LOOKS: Record<Exclude<Kind, "number">, RegExp> = {
  word: /^[A-Za-z][A-Za-z_-]{0,63}$/,
  route: /^(?:\/(?:[a-z][a-z0-9_]*|\{[a-z_]+\}))+$/,
  pattern: /^(?:\/|\(none\)|(?:\/(?:[\w.-]+|:[A-Za-z]+|\*))+\/?)$/,
  places: /^[\w@./:-]+(?: < [\w@./:-]+)*$/,
  id: /^[\w.:-]{1,120}$/,
  name: /^[^\p{C}]{1,200}$/u,
  time: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
};

/** Of what was given only the facts that are named, and that look as they should. */
export function onlyKnown(kinds: Readonly<Record<string, Kind>>, given: object): Record<string, string | number> {
  const known: Record<string, string | number> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(given, name);
    if (kind === "number" ? typeof value === "number" && Number.isFinite(value) : typeof value === "string" && LOOKS[kind].test(value))
      known[name] = value as string | number;
  }
  return known;
}

/** The ids as they may be told. */
export function knownIds(ids: Ids): Record<string, string | number> {
  return onlyKnown({ run: "id", job: "name", operation: "id" }, ids);
}
