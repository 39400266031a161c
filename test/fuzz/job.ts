import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createSandbox, type Sandbox } from "../../src/sandbox/sandbox.ts";
import { workplace, type CliResult, type Workplace } from "../helpers/cli.ts";

const mappings = fileURLToPath(new URL("../../mappings/", import.meta.url));

/** A folder with a state and the learning service, and jobs that read one file. */
export interface JobPlace {
  place: Workplace;
  sandbox: Sandbox;
  /** Writes a job over this file, with a mapping that comes with Rollcall. */
  job(file: string, mapping: string, baseUrl?: string): void;
  run(command: string, ...args: string[]): Promise<CliResult>;
  close(): Promise<void>;
}

export async function jobPlace(): Promise<JobPlace> {
  const sandbox = await createSandbox({ seed: "empty" });
  for (const group of ["HR/All staff", "HR/Contractors", "HR/Regions/Lava State", "Clubs/Chess"]) sandbox.addGroup(group);
  const place = workplace();
  return {
    place,
    sandbox,
    job: (file, mapping, baseUrl = sandbox.url) => {
      place.write("mapping.yaml", readFileSync(`${mappings}${mapping}`, "utf8"));
      place.write("job.yaml", JSON.stringify(jobOf(file, baseUrl, sandbox.refreshToken)));
    },
    run: (command, ...args) => place.run([...command.split(" "), ...args, "--json"]),
    close: async () => {
      await place.remove();
      await sandbox.close();
    },
  };
}

/** A job that never holds and retries fast. */
export function jobOf(file: string, baseUrl: string, token: string) {
  return {
    name: "nightly",
    source: { file, settle: "0s" },
    mapping: "mapping.yaml",
    service: {
      base_url: baseUrl,
      account: "acme",
      auth: { refresh_token: token },
      rate: { per_second: 500, in_flight: 8 },
      retry: { attempts: 2, delay: "10ms", max_delay: "50ms", give_up: "1s" },
      timeout: "2s",
    },
    policy: { limits: { creates: 100, updates: 100, deactivations: 100, removals: 100, shrink: 100 } },
  };
}
