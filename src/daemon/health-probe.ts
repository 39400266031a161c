import type { Job } from "../domain/settings.ts";
import type { Surroundings } from "../session/connect.ts";
import { listKnownJobs } from "../store/runs/runs.ts";
import type { State } from "../state/state.ts";
import type { HealthRecords } from "./health.ts";
import type { Jobs } from "./jobs.ts";
import type { Services } from "./services.ts";

const RESULT_VALID_MS = 5 * 60_000;

/**
 * Checks the connection to each service with one small request in the background, so that the console shows more than
 * the result of the last run. Services that answered recently are skipped.
 */
export class HealthProbe {
  readonly #state: State;
  readonly #services: Services;
  readonly #health: HealthRecords;
  readonly #probedAt = new Map<string, number>();
  readonly #probing = new Set<Promise<void>>();

  constructor(parts: { state: State; services: Services; health: HealthRecords }) {
    this.#state = parts.state;
    this.#services = parts.services;
    this.#health = parts.health;
  }

  /** Probes services without a recent result, but only those of jobs that have run or are scheduled. */
  async probeStale(jobs: Jobs, call: Surroundings, secret: () => string | null): Promise<void> {
    const ran = new Set((await listKnownJobs(this.#state.db)).map(({ job }) => job));
    for (const found of await jobs.all()) {
      if (!("job" in found) || !(ran.has(found.name) || isScheduled(found.job))) continue;
      const { account } = found.job.service;
      const last = Math.max(this.#probedAt.get(account) ?? 0, this.#health.checkedAt(account)?.getTime() ?? 0);
      if (call.now().getTime() - last < RESULT_VALID_MS) continue;
      this.#probedAt.set(account, call.now().getTime());
      const probing = this.#ask(found.job, call, secret).finally(() => this.#probing.delete(probing));
      this.#probing.add(probing);
    }
  }

  async #ask({ service: settings }: Job, call: Surroundings, secret: () => string | null): Promise<void> {
    const { account, auth } = settings;
    try {
      // A copy: opening writes the sandbox's address into the settings, and the job is shared.
      const service = await this.#services.open(this.#state, { ...settings, auth: { ...auth } }, secret(), call);
      try {
        await service.client.groups.list({ _limit: 1 }).page();
        this.#health.succeeded(account, call.now());
      } finally {
        await service.close();
      }
    } catch (error) {
      this.#health.failed(account, error, call.now());
    }
  }

  /** Waits for the probes in flight. */
  async close(): Promise<void> {
    await Promise.all(this.#probing);
  }
}

function isScheduled({ schedule }: Job): boolean {
  return schedule !== null && !schedule.paused;
}
