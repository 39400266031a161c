import { fact } from "../domain/facts/fact.ts";
import { secretKey } from "../config/environment.ts";
import { loadJob } from "../config/job.ts";
import { EXIT, Problem } from "../domain/problem.ts";
import { RETENTION_KINDS, type Retention } from "../domain/settings.ts";
import { purge, type JobRetention, type Purged } from "../privacy/retention/retention.ts";
import { englishText } from "../reporting/fact-text.ts";
import { listKnownJobs } from "../store/runs/runs.ts";
import type { State } from "../state/state.ts";
import type { Call } from "./io.ts";

/** A job whose file can't be read; its data is kept. */
interface Unread {
  job: string;
  why: string;
}

/** Deletes data older than `retention` of the current job files. */
export async function purgeAll(io: Call, state: State, now: Date, dryRun = false): Promise<{ purged: Purged; unread: Unread[] }> {
  const { jobs, unread } = await jobsOf(io, state);
  return { purged: await purge(state, jobs, now, { dryRun, secret: secretKey(io.env) }), unread };
}

const KEEP_FOREVER = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, null])) as unknown as Retention;

/** Returns all jobs of the state with the retention of their current files. A job whose file can't be read keeps everything. */
async function jobsOf(io: Call, { db }: State): Promise<{ jobs: JobRetention[]; unread: { job: string; why: string }[] }> {
  const jobs: JobRetention[] = [];
  const unread: { job: string; why: string }[] = [];
  for (const { job: name, job_file: file } of await listKnownJobs(db)) {
    try {
      const { job } = await loadJob(file, io);
      if (job.name !== name)
        throw new Problem(fact("job_file.names_other_job", { job: job.name }), {
          code: "usage",
          exit: EXIT.configuration,
          audience: "admin",
        });
      jobs.push({ name, retention: job.retention });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      unread.push({ job: name, why: englishText(error.fact) });
      jobs.push({ name, retention: KEEP_FOREVER });
    }
  }
  return { jobs, unread };
}
