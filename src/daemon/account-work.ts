import pLimit from "p-limit";
import type { Work } from "../console/parts.ts";
import { fact } from "../domain/facts/fact.ts";
import { UsageProblem } from "../domain/problem.ts";
import { readAccountFile, readAccountReport } from "../identities/account-list.ts";
import { planAccountChange } from "../pipeline/release/urgent-deactivation.ts";
import { findAccountOfJob } from "../store/identities/unconfirmed-pages.ts";
import type { State } from "../state/state.ts";
import { withOpenJob, type OpenJob } from "../app/open-session.ts";
import type { Call } from "../app/io.ts";
import type { Jobs } from "./jobs.ts";
import type { ProgressFeed } from "./progress-feed.ts";
import type { Services } from "./services.ts";

/** Returns what the console does with single accounts: change one at once, and read lists of them. */
export function accountWork(
  io: Call,
  { state, jobs, services, feed }: { state: State; jobs: Jobs; services: Services; feed: ProgressFeed },
  resume: (run: { run: string; job: string; file: string }, by: string) => Promise<void>,
): Pick<Work, "changeAccount" | "readAccounts" | "accountReport" | "accountOf" | "alone"> {
  const quiet = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };
  const inJob = async <T>(name: string, work: (open: OpenJob) => Promise<T>): Promise<T> => {
    const { job, mapping } = await jobs.open(name);
    return withOpenJob(io, state, job, mapping, quiet, work, { stop: new AbortController().signal, open: services.open });
  };
  const oneAtATime = pLimit(1);
  return {
    alone: (work) =>
      oneAtATime(() => {
        if (feed.running().length > 0) throw new UsageProblem(fact("create.run_may_resolve", {}), fact("advice.try_when_run_ended", {}));
        return work();
      }),
    async accountOf(name) {
      const account = await findAccountOfJob(state.db, name);
      return account === null ? null : { job: name, account };
    },
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
