import { englishText } from "../reporting/fact-text.ts";
import type { Fact } from "../domain/facts/fact.ts";
import { ServiceProblem } from "../learning-service/errors/errors.ts";
import type { OpenJob } from "../app/open-session.ts";

interface HealthRecord {
  account: string;
  ok: boolean;
  said: string;
  /** Why it does not answer; `null`: it does. */
  fact: Fact | null;
  at: string;
}

/** The result of the last request to each account's service. */
export class HealthRecords {
  readonly #records = new Map<string, HealthRecord>();

  /** Wraps a job so that each successful snapshot is recorded. */
  watching(account: string, { session, connect }: OpenJob): OpenJob {
    return {
      session,
      connect: async () => {
        const service = await connect();
        const refresh = service.directory.refresh.bind(service.directory);
        service.directory.refresh = async (...given) => {
          const read = await refresh(...given);
          this.succeeded(account, session.now());
          return read;
        };
        return service;
      },
    };
  }

  succeeded(account: string, at: Date): void {
    this.#records.set(account, { account, ok: true, said: "Connected.", fact: null, at: at.toISOString() });
  }

  /** Returns the time of the last result. */
  checkedAt(account: string): Date | null {
    const known = this.#records.get(account);
    return known === undefined ? null : new Date(known.at);
  }

  failed(account: string, error: unknown, at: Date): void {
    if (error instanceof ServiceProblem)
      this.#records.set(account, { account, ok: false, said: englishText(error.fact), fact: error.fact, at: at.toISOString() });
  }

  /** Returns whether all services answered last; `null`: none was asked yet. */
  connected(): boolean | null {
    return this.#records.size === 0 ? null : this.all().every(({ ok }) => ok);
  }

  all(): HealthRecord[] {
    return [...this.#records.values()].toSorted((a, b) => a.account.localeCompare(b.account));
  }
}
