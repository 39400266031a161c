import type { Fact } from "./facts/fact.ts";

/** The subject of a finding. Scripts rely on these names. */
export type Subject =
  | "connection"
  | "token"
  | "groups"
  | "lists"
  | "tree"
  | "members"
  | "rules"
  | "accounts"
  | "subscriptions"
  | "dialect"
  | "usernames"
  | "pgp_keys";

/**
 * `fits`: nothing to do. `look`: a run works, but an administrator should know. `fails`: every run would fail here.
 * `skipped`: not checked, because something else fails. `unknown`: no answer shows it, usually because only a write
 * would.
 */
export type Verdict = "fits" | "look" | "fails" | "skipped" | "unknown";

/** One result of `rollcall check` about the service. */
export interface Finding {
  what: Subject;
  verdict: Verdict;
  /** The observation. */
  found: Fact;
  /** Some of the groups or other items concerned, by name or as facts: at most `MAX_EXAMPLES`. */
  examples?: readonly (string | Fact)[];
  /** Settings to change when it does not fit, the likeliest first: keys of the job file, or of the mapping as `mapping: KEY`. */
  settings?: readonly string[];
  /** The value that the first of `settings` should have, if the answers prove it. */
  value?: string | number;
  /** The next step. */
  advice?: Fact;
}

const MAX_EXAMPLES = 20;

export function some<T>(all: readonly T[]): T[] {
  return all.slice(0, MAX_EXAMPLES);
}
