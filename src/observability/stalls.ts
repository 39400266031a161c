import type { Db } from "../store/schema/tables.ts";
import { findSeenWork, listUnderWay, recordStalled, setSeenWork, type SeenWork } from "../store/schedule/stalls.ts";
import type { Log } from "./log.ts";
import { shareRunningQuery, type SharedQuery } from "./shared-query.ts";

/** A run without progress for this long has stalled. */
const STALL_AFTER_MS = 15 * 60_000;

export interface StallParts {
  db: Db;
  log: Log;
  /** Tells people that a run, or a request for one, has made no progress since then. */
  notify(job: string, run: string, since: Date): Promise<unknown>;
  now(): Date;
}

/** Finds runs without progress; several processes may run it, and each stall is reported once. */
export class StallWatch {
  readonly #parts: StallParts;
  readonly check: SharedQuery["run"];
  readonly settled: SharedQuery["settled"];

  constructor(parts: StallParts) {
    this.#parts = parts;
    ({ run: this.check, settled: this.settled } = shareRunningQuery(parts.log, () => this.#check()));
  }

  async #check(): Promise<void> {
    const { db, log, now, notify: tell } = this.#parts;
    const at = now();
    const before = await findSeenWork(db);
    const seen: Record<string, SeenWork> = {};
    for (const { id, job, mark } of await listUnderWay(db)) {
      const known = before[id];
      seen[id] = known?.mark === mark ? known : { job, mark, since: at.toISOString() };
    }
    if (JSON.stringify(before) !== JSON.stringify(seen)) await setSeenWork(db, seen);
    for (const { id, job, since } of stalledIn(seen, at)) {
      if (!(await recordStalled(db, id, since, at))) continue;
      const seconds = Math.round((at.getTime() - new Date(since).getTime()) / 1000);
      log.child({ job, run: id }).event("run_stalled", { seconds });
      await tell(job, id, new Date(since));
    }
  }
}

/** A run without progress for too long. */
export function stalledIn(seen: Readonly<Record<string, SeenWork>>, now: Date): ({ id: string } & SeenWork)[] {
  return Object.entries(seen)
    .map(([id, work]) => ({ id, ...work }))
    .filter(({ since }) => now.getTime() - new Date(since).getTime() >= STALL_AFTER_MS);
}
