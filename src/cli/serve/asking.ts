import type { Job } from "../../model/settings.ts";
import type { Surroundings } from "../../run/connect.ts";
import { listKnownJobs } from "../../store/runs.ts";
import type { State } from "../../store/state.ts";
import type { HealthBook } from "./health.ts";
import type { Jobs } from "./jobs.ts";
import type { Services } from "./services.ts";

/** So long what was heard of a service is good enough for a page, in ms. */
const FRESH = 5 * 60_000;

/**
 * Asks each service how it is, with one small reading in the background: a page that is looked at in the morning must
 * not know only what the night has met. Nobody waits for it, and a service that was heard of lately is left alone.
 */
export class Asking {
  readonly #state: State;
  readonly #services: Services;
  readonly #health: HealthBook;
  readonly #asked = new Map<string, number>();
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: { state: State; services: Services; health: HealthBook }) {
    this.#state = parts.state;
    this.#services = parts.services;
    this.#health = parts.health;
  }

  /** Asks those that nothing was heard of lately: of jobs that have run or are to run by themselves, and no others. */
  async look(jobs: Jobs, call: Surroundings, secret: () => string | null): Promise<void> {
    const ran = new Set((await listKnownJobs(this.#state.db)).map(({ job }) => job));
    for (const found of await jobs.all()) {
      if (!("job" in found) || !(ran.has(found.name) || isScheduled(found.job))) continue;
      const { account } = found.job.service;
      const last = Math.max(this.#asked.get(account) ?? 0, this.#health.heardOf(account)?.getTime() ?? 0);
      if (call.now().getTime() - last < FRESH) continue;
      this.#asked.set(account, call.now().getTime());
      const asking = this.#ask(found.job, call, secret).finally(() => this.#underWay.delete(asking));
      this.#underWay.add(asking);
    }
  }

  async #ask({ service: settings }: Job, call: Surroundings, secret: () => string | null): Promise<void> {
    const { account, auth } = settings;
    try {
      // Opening fills in where the sandbox listens, and the job is others' too.
      const service = await this.#services.open(this.#state, { ...settings, auth: { ...auth } }, secret(), call);
      try {
        await service.client.groups.list({ _limit: 1 }).page();
        this.#health.well(account, call.now());
      } finally {
        await service.close();
      }
    } catch (error) {
      this.#health.failed(account, error, call.now());
    }
  }

  /** When nothing is under way any more. */
  async close(): Promise<void> {
    await Promise.all(this.#underWay);
  }
}

function isScheduled({ schedule }: Job): boolean {
  return schedule !== null && !schedule.paused;
}
