import { KEPT_KINDS, type KeptKind, type Retention } from "../../model/settings.ts";

/** A job of the state, and how long what it leaves is kept. */
export interface KeptJob {
  name: string;
  retention: Retention;
}

/** Before when something is too old to be kept; `null`: it is kept for ever. */
export function earlier(now: Date, kept: number | null): Date | null {
  return kept === null ? null : new Date(now.getTime() - kept);
}

/** Of each kind the longest that any job keeps it; for ever where there is no job that says otherwise. */
export function longestOf(jobs: readonly KeptJob[]): Retention {
  const of = (kind: KeptKind): number | null => {
    const all = jobs.map(({ retention }) => retention[kind]);
    return all.length === 0 || all.includes(null) ? null : Math.max(...all.map((kept) => kept ?? 0));
  };
  return Object.fromEntries(KEPT_KINDS.map((kind) => [kind, of(kind)])) as unknown as Retention;
}
