import { ServiceProblem } from "../../learning-service/errors.ts";
import type { Wired } from "../wire.ts";

interface Standing {
  account: string;
  ok: boolean;
  said: string;
  at: string;
}

/** How each account's service answered the last time that anything was asked of it. */
export class HealthBook {
  readonly #standing = new Map<string, Standing>();

  /** The same job; that the service could be reached is written down. */
  watching(account: string, { session, connect }: Wired): Wired {
    return {
      session,
      connect: async () => {
        const service = await connect();
        const refresh = service.directory.refresh.bind(service.directory);
        service.directory.refresh = async (...given) => {
          const read = await refresh(...given);
          this.well(account, session.now());
          return read;
        };
        return service;
      },
    };
  }

  well(account: string, at: Date): void {
    this.#standing.set(account, { account, ok: true, said: "It answers.", at: at.toISOString() });
  }

  /** When anything was known of it last. */
  heardOf(account: string): Date | null {
    const known = this.#standing.get(account);
    return known === undefined ? null : new Date(known.at);
  }

  failed(account: string, error: unknown, at: Date): void {
    if (error instanceof ServiceProblem) this.#standing.set(account, { account, ok: false, said: error.message, at: at.toISOString() });
  }

  all(): Standing[] {
    return [...this.#standing.values()].toSorted((a, b) => a.account.localeCompare(b.account));
  }
}
