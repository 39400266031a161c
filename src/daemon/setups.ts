import { access, constants } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { secretKey } from "../config/environment.ts";
import { SERVICE_DEFAULTS } from "../domain/settings.ts";
import { keysFor } from "../state/sealing-keys.ts";
import { groupsOf } from "../setup/browser/connection.ts";
import { englishText } from "../reporting/fact-text.ts";
import { Setups } from "../setup/browser/setup.ts";
import type { State } from "../state/state.ts";
import { refuseSiblingOverlaps } from "../app/open-session.ts";
import type { Call } from "../app/io.ts";
import type { Jobs } from "./jobs.ts";
import type { Services } from "./services.ts";

/** Creates what the console sets up jobs with. */
export function createSetups(
  io: Call,
  { state, jobs, services, folder, uploads }: { state: State; jobs: Jobs; services: Services; folder: string; uploads: string },
): Setups {
  const secret = (): string | null => secretKey(io.env);
  return new Setups({
    state,
    cwd: io.cwd,
    jobsFolder: resolve(io.cwd, folder),
    uploads,
    env: io.env,
    now: io.now,
    timer: io.timer,
    secret,
    openKeys: () => void keysFor(state, secret()),
    openSandbox: () => {
      const auth = { ...SERVICE_DEFAULTS.auth, refreshToken: "", client: null };
      return services.open(state, { ...SERVICE_DEFAULTS, baseUrl: "sandbox", account: "sandbox", auth }, secret(), io);
    },
    jobOf: async (account) => {
      const found = (await jobs.all()).find((one) => "job" in one && one.job.service.account === account);
      if (found === undefined || !("job" in found)) return null;
      const { service } = found.job;
      const groups = async (): Promise<string[]> => {
        const opened = await services.open(state, { ...service, auth: { ...service.auth } }, secret(), io);
        try {
          return await groupsOf(opened);
        } finally {
          await opened.close();
        }
      };
      return { name: found.name, groups };
    },
    refuseOverlaps: (job, mapping) => refuseSiblingOverlaps(io, job, mapping),
    filesChanged: () => jobs.clearCache(),
    english: englishText,
    isWritable,
  });
}

/** Whether a file can be made: its folder, or the nearest one above that exists, can be written to. */
async function isWritable(path: string): Promise<boolean> {
  const folder = dirname(path);
  return access(folder, constants.W_OK).then(
    () => true,
    (error: unknown) => {
      const missing = error instanceof Error && Reflect.get(error, "code") === "ENOENT";
      return missing && folder !== path ? isWritable(folder) : false;
    },
  );
}
