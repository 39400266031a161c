import { countEnded, type RecentRun } from "../store/runs/metrics.ts";
import type { Db } from "../store/schema/tables.ts";
import type { OperationKind, OperationStatus, RunStatus } from "../store/schema/statuses.ts";

/** The counted outcomes of a run. */
export const RUN_ENDS = ["completed", "held", "failed", "interrupted", "cancelled", "superseded"] as const satisfies readonly RunStatus[];
/** Nothing of such a run changes any more. */
const OVER: readonly RunStatus[] = ["completed", "cancelled", "superseded"];

/** Events since the last reading. */
export interface Increments {
  runs: { job: string; status: RunStatus }[];
  operations: { kind: OperationKind; result: OperationStatus; n: number }[];
}

interface Seen {
  status: RunStatus;
  /** How many operations of a kind have ended in a way. */
  ended: ReadonlyMap<string, number>;
  /** Nothing of it needs to be counted again. */
  settled: boolean;
}

/**
 * Counts what happens to runs and their operations, whichever process did it, from the database: only runs that are not
 * over are read again, so a reading costs as much as the current runs and not as much as all stored runs. Outcomes before
 * the first reading is not counted, as with any counter of a restarted process.
 */
export class RunTally {
  #seen: Map<string, Seen> | null = null;

  async read(db: Db, runs: readonly RecentRun[]): Promise<Increments> {
    const before = this.#seen;
    const now = new Map<string, Seen>();
    const found: Increments = { runs: [], operations: [] };
    for (const { id, job, status } of runs) {
      const last = before?.get(id);
      const counts = RUN_ENDS.some((end) => end === status);
      if (before !== null && counts && last?.status !== status) found.runs.push({ job, status });
      const over = OVER.includes(status);
      if ((over && last?.settled === true) || (over && before === null)) {
        now.set(id, { status, ended: new Map(), settled: true });
        continue;
      }
      const ended = new Map<string, number>();
      for (const { kind, result, n } of await countEnded(db, id)) {
        const name = `${kind} ${result}`;
        ended.set(name, n);
        const more = n - (last?.ended.get(name) ?? 0);
        if (before !== null && more > 0) found.operations.push({ kind, result, n: more });
      }
      now.set(id, { status, ended, settled: over });
    }
    this.#seen = now;
    return found;
  }
}
