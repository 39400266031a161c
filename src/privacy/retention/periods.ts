import { RETENTION_KINDS, type RetentionKind, type Retention } from "../../domain/settings.ts";

/** A job with its retention periods. */
export interface JobRetention {
  name: string;
  retention: Retention;
}

/** Returns the time before which data is deleted; `null` if it is kept forever. */
export function earlier(now: Date, kept: number | null): Date | null {
  return kept === null ? null : new Date(now.getTime() - kept);
}

/** Returns the longest period of any job for each kind; `null` (forever) if there are no jobs. */
export function longestOf(jobs: readonly JobRetention[]): Retention {
  const of = (kind: RetentionKind): number | null => {
    const all = jobs.map(({ retention }) => retention[kind]);
    return all.length === 0 || all.includes(null) ? null : Math.max(...all.map((kept) => kept ?? 0));
  };
  return Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, of(kind)])) as unknown as Retention;
}
