import { join } from "node:path";
import { ConfigurationProblem } from "../domain/problem.ts";
import type { ServiceSettings } from "../domain/settings.ts";
import { connectService, type Surroundings } from "../session/connect.ts";
import type { Service } from "../session/session.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Seed } from "../sandbox/seed/seed.ts";
import { hasTokens } from "../store/sealing/service-tokens.ts";
import type { State } from "../state/state.ts";
import { openSandbox } from "./sandbox-state.ts";

/** Jobs get a sandbox without invented people: unknown accounts would put the first run on hold. */
export const SEED_OF_JOBS: Seed = "tree";

export interface OpenService extends Service {
  close(): Promise<void>;
}

/**
 * Opens the learning service of the settings, with its tokens in the state. For `sandbox` it starts the local sandbox, or
 * takes that of the daemon that runs the command, and writes its address into the settings.
 */
export async function openService(
  state: State,
  settings: ServiceSettings,
  secret: string | null,
  surroundings: Surroundings,
  seed: Seed = SEED_OF_JOBS,
): Promise<OpenService> {
  await requireTokens(state, settings);
  let sandbox: Sandbox | null = null;
  if (settings.baseUrl === "sandbox" && state.host !== null) {
    const remote = await state.host.sandbox();
    settings.baseUrl = remote.url;
    settings.auth.refreshToken = remote.refreshToken;
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

/**
 * @param state `null`: there is none to look into
 * @throws ConfigurationProblem if the variable of the refresh token is not set, and the state has no tokens either
 */
export async function requireTokens(state: Pick<State, "db"> | null, { account, auth }: ServiceSettings): Promise<void> {
  if (auth.unset !== undefined && (state === null || !(await hasTokens(state.db, account)))) throw new ConfigurationProblem([auth.unset]);
}
