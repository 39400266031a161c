/** What a finding is about; the names stay as they are, for scripts. */
export type Subject = "connection" | "token" | "groups" | "lists" | "tree" | "members" | "rules" | "accounts" | "subscriptions" | "dialect";

/**
 * `fits`: nothing to do. `look`: a run works, but somebody should know. `fails`: no run would get past it.
 * `skipped`: not asked, because of something that fails. `unknown`: no answer shows it, mostly because only a write would.
 */
export type Verdict = "fits" | "look" | "fails" | "skipped" | "unknown";

/** One thing that `rollcall check` found out about the service. */
export interface Finding {
  what: Subject;
  verdict: Verdict;
  /** What was found, as a sentence or two. */
  found: string;
  /** Some of the groups, or of whatever else it is about: at most `SOME`. */
  examples?: readonly string[];
  /** What to change when it does not fit, the likeliest first: keys of the job file, or of the mapping as `mapping: KEY`. */
  settings?: readonly string[];
  /** What to do, as a sentence or two. */
  advice?: string;
}

/** So many examples are enough to know what a finding is about. */
export const SOME = 20;

/** `1 group`, `1,204 groups`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

/** `is` after one, `are` after several. */
export function are(n: number): string {
  return n === 1 ? "is" : "are";
}

export function some(all: readonly string[]): string[] {
  return all.slice(0, SOME);
}
