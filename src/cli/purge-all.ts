import { secretKey } from "../config/environment.ts";
import { loadJob } from "../config/job.ts";
import { EXIT, Problem } from "../model/problem.ts";
import { KEPT_KINDS, type Retention } from "../model/settings.ts";
import { purge, type KeptJob, type Purged } from "../run/purge/purge.ts";
import { listKnownJobs } from "../store/runs.ts";
import type { State } from "../store/state.ts";
import type { Call } from "./io.ts";

/** A job whose file cannot be read, so that what it left is kept. */
interface Unread {
  job: string;
  why: string;
}

/** Lets go of what the job files, as they now are, keep no longer. */
export async function purgeAll(io: Call, state: State, now: Date, dryRun = false): Promise<{ purged: Purged; unread: Unread[] }> {
  const { jobs, unread } = await jobsOf(io, state);
  return { purged: await purge(state, jobs, now, { dryRun, secret: secretKey(io.env) }), unread };
}

const forEver = Object.fromEntries(KEPT_KINDS.map((kind) => [kind, null])) as unknown as Retention;

/** All jobs that the state knows, by their files as they now are. What cannot be read keeps everything. */
async function jobsOf(io: Call, { db }: State): Promise<{ jobs: KeptJob[]; unread: { job: string; why: string }[] }> {
  const jobs: KeptJob[] = [];
  const unread: { job: string; why: string }[] = [];
  for (const { job: name, job_file: file } of await listKnownJobs(db)) {
    try {
      const { job } = await loadJob(file, io);
      if (job.name !== name)
        throw new Problem(`it is called ${job.name} now`, { code: "usage", exit: EXIT.configuration, audience: "admin" });
      jobs.push({ name, retention: job.retention });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      unread.push({ job: name, why: error.message });
      jobs.push({ name, retention: forEver });
    }
  }
  return { jobs, unread };
}
