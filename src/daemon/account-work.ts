import type { Work } from "../console/parts.ts";
import { readAccountFile, readAccountReport } from "../identities/account-list.ts";
import { planAccountChange } from "../pipeline/release/urgent-deactivation.ts";
import type { State } from "../state/state.ts";
import { withOpenJob, type OpenJob } from "../app/open-session.ts";
import type { Call } from "../app/io.ts";
import type { Jobs } from "./jobs.ts";
import type { Services } from "./services.ts";

/** Returns what the console does with single accounts: change one at once, and read lists of them. */
export function accountWork(
  io: Call,
  { state, jobs, services }: { state: State; jobs: Jobs; services: Services },
  resume: (run: { run: string; job: string; file: string }, by: string) => Promise<void>,
): Pick<Work, "changeAccount" | "readAccounts" | "accountReport"> {
  const quiet = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };
  const inJob = async <T>(name: string, work: (open: OpenJob) => Promise<T>): Promise<T> => {
    const { job, mapping } = await jobs.open(name);
    return withOpenJob(io, state, job, mapping, quiet, work, { stop: new AbortController().signal, open: services.open });
  };
  return {
    // In force when this returns; a worker sends it as a run.
    async changeAccount(name, change) {
      const { job } = await jobs.open(name);
      const run = await inJob(name, ({ session }) => planAccountChange(session, change));
      await resume({ run, job: name, file: job.file }, change.by.name);
      return run;
    },
    readAccounts: async (name, file) =>
      file === null
        ? inJob(name, async ({ session, connect }) => readAccountReport(session, await connect()))
        : readAccountFile(file, (await jobs.open(name)).job.source.csv),
    accountReport: async (name) => (await jobs.open(name)).job.service.identities.report?.template ?? null,
  };
}
