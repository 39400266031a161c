import { join } from "node:path";
import type { ServiceSettings } from "../model/settings.ts";
import { connectService, type Surroundings } from "../run/connect.ts";
import type { Service } from "../run/session.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Seed } from "../sandbox/seed.ts";
import type { State } from "../store/state.ts";
import { openSandbox } from "./sandbox-state.ts";

/** A job of one's own meets no made-up people, who would hold its first run as accounts that nobody knows. */
export const SEED_OF_JOBS: Seed = "tree";

export interface OpenService extends Service {
  close(): Promise<void>;
}

/**
 * The learning service that settings name, with its tokens in the state. Where they say `sandbox`, the local one is
 * started in the state, or by the process that has the state open, and the settings then hold where it listens.
 */
export async function openService(
  state: State,
  settings: ServiceSettings,
  secret: string | null,
  surroundings: Surroundings,
  seed: Seed = SEED_OF_JOBS,
): Promise<OpenService> {
  let sandbox: Sandbox | null = null;
  if (settings.baseUrl === "sandbox" && state.through !== null) {
    const there = (await state.through.ask("sandbox")) as Pick<Sandbox, "url" | "refreshToken">;
    settings.baseUrl = there.url;
    settings.auth.refreshToken = there.refreshToken;
  } else if (settings.baseUrl === "sandbox") {
    sandbox = await openSandbox({ dir: join(state.dir, "sandbox"), seed });
    settings.baseUrl = sandbox.url;
    settings.auth.refreshToken = sandbox.refreshToken;
  }
  const service = connectService(state, settings, secret, surroundings);
  return {
    ...service,
    close: async () => {
      service.client.close();
      await sandbox?.close();
    },
  };
}
