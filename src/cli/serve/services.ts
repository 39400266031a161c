import { join } from "node:path";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { Stakes } from "../../console/parts.ts";
import type { Job } from "../../model/settings.ts";
import type { Surroundings } from "../../run/connect.ts";
import { stakesReader } from "../../run/stakes.ts";
import type { State } from "../../store/state.ts";
import { openSandbox } from "../sandbox-state.ts";
import { openService, SEED_OF_JOBS, type OpenService } from "../service-of.ts";

type ReadStakes = (userId: string, groupId: string) => Promise<Stakes>;

/** The services of a process that runs on: the local sandbox, once started, stays for all who work on it. */
export class Services {
  #sandbox: Promise<Sandbox> | null = null;
  readonly #readers = new Map<string, Promise<{ service: OpenService; read: ReadStakes }>>();

  readonly open: typeof openService = async (state, settings, secret, surroundings) => {
    if (settings.baseUrl === "sandbox") {
      const { url, refreshToken } = await this.sandbox(state);
      settings.baseUrl = url;
      settings.auth.refreshToken = refreshToken;
    }
    return openService(state, settings, secret, surroundings);
  };

  /** Where the local sandbox is reached; it is started by whoever asks first. */
  async sandbox(state: Pick<State, "dir">): Promise<Pick<Sandbox, "url" | "refreshToken">> {
    this.#sandbox ??= openSandbox({ dir: join(state.dir, "sandbox"), seed: SEED_OF_JOBS });
    const sandbox = await this.#sandbox;
    // A used token dies, so several accounts cannot share one.
    return { url: sandbox.url, refreshToken: sandbox.issueRefreshToken() };
  }

  /** Reads what hangs on memberships, for one account; the same reader as long as the job says the same of it. */
  async stakes(state: State, { service }: Job, secret: string | null, surroundings: Surroundings): Promise<ReadStakes> {
    const key = JSON.stringify(service);
    const opened =
      this.#readers.get(key) ??
      this.open(state, { ...service, auth: { ...service.auth } }, secret, surroundings).then((open) => ({
        service: open,
        read: stakesReader(open.client, surroundings.now),
      }));
    this.#readers.set(key, opened);
    opened.catch(() => this.#readers.delete(key));
    return (await opened).read;
  }

  async close(): Promise<void> {
    for (const opened of this.#readers.values()) await (await opened.catch(() => null))?.service.close();
    await (await this.#sandbox?.catch(() => null))?.close();
  }
}
