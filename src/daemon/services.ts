import { join } from "node:path";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Job } from "../domain/settings.ts";
import type { Surroundings } from "../session/connect.ts";
import type { State } from "../state/state.ts";
import { openSandbox } from "../app/sandbox-state.ts";
import { openService, SEED_OF_JOBS, type OpenService } from "../app/open-service.ts";

/** The services of a daemon process. The local sandbox, once started, is shared. */
export class Services {
  #sandbox: Promise<Sandbox> | null = null;
  readonly #opened = new Map<string, Promise<OpenService>>();

  readonly open: typeof openService = async (state, settings, secret, surroundings) => {
    if (settings.baseUrl === "sandbox") {
      const { url, refreshToken } = await this.sandbox(state);
      settings.baseUrl = url;
      settings.auth.refreshToken = refreshToken;
    }
    return openService(state, settings, secret, surroundings);
  };

  /** Returns the address of the local sandbox, starting it on first use. */
  async sandbox(state: Pick<State, "dir">): Promise<Pick<Sandbox, "url" | "refreshToken">> {
    this.#sandbox ??= openSandbox({ dir: join(state.dir, "sandbox"), seed: SEED_OF_JOBS });
    const sandbox = await this.#sandbox;
    // A refresh token works once, so several accounts can't share one.
    return { url: sandbox.url, refreshToken: sandbox.issueRefreshToken() };
  }

  /** Returns the client of a job's account, which stays open while the job's service settings stay the same. */
  async client(state: State, { service }: Job, secret: string | null, surroundings: Surroundings): Promise<OpenService["client"]> {
    const key = JSON.stringify(service);
    const opened = this.#opened.get(key) ?? this.open(state, { ...service, auth: { ...service.auth } }, secret, surroundings);
    this.#opened.set(key, opened);
    opened.catch(() => this.#opened.delete(key));
    return (await opened).client;
  }

  async close(): Promise<void> {
    for (const opened of this.#opened.values()) await (await opened.catch(() => null))?.close();
    await (await this.#sandbox?.catch(() => null))?.close();
  }
}
