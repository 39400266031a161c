import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { secretKey } from "../config/environment.ts";
import { concurrency } from "../config/processes.ts";
import { authoritiesOverlap, siblingJobs } from "../config/siblings.ts";
import { loadJob } from "../config/job.ts";
import { resolveFile } from "../source/resolve.ts";
import { loadMapping } from "../mapping/load.ts";
import type { CompiledMapping } from "../mapping/compiled.ts";
import { ConfigurationProblem } from "../model/problem.ts";
import type { Job, SourceSettings } from "../model/settings.ts";
import type { Connect } from "../run.ts";
import { openSession, stoppedByHand, type Progress, type Session } from "../run/session.ts";
import { listOtherJobs } from "../store/runs.ts";
import type { State, Work } from "../store/state.ts";
import { reportProgress } from "./progress.ts";
import { openService, type OpenService } from "./service-of.ts";
import { withState, type CommonOptions } from "./with-state.ts";
import type { Call, Io } from "./io.ts";

export { stateDirectory, withState, type CommonOptions } from "./with-state.ts";

export interface Wired {
  session: Session;
  connect: Connect;
}

/** A job with everything that a command on it needs. Configuration is checked whole before the state is opened. */
export async function withJob<T>(io: Call, nameOrPath: string, options: CommonOptions, work: (wired: Wired) => Promise<T>): Promise<T> {
  const { job, mapping } = await loadConfiguration(io, nameOrPath);
  // Before there is a state to open: a key that protects nothing ends the command as any other fault does.
  secretKey(io.env);
  concurrency(io.env);
  const progress = reportProgress(io, options.quiet === true);
  const expects = await workFor(io, job.source, options.file);
  return withState(io, options, (state) => withOpenJob(io, state, job, mapping, progress, work), { expects });
}

/** From a file of 1 MB on, some 5,000 people, there is much to do. */
export async function workFor({ cwd }: Pick<Io, "cwd">, source: SourceSettings, given: string | undefined): Promise<Work> {
  if (given === "-" || (given === undefined && [source, ...source.more].some(({ file, sftp }) => sftp !== null || file === "-")))
    return "much";
  try {
    return (await stat(await resolveFile(given === undefined ? source.file : resolve(cwd, given)))).size > 1_000_000 ? "much" : "little";
  } catch {
    return "little";
  }
}

/** What a process that runs on has of its own, and a command makes for itself. */
export interface Within {
  /** Stops the work; without it Ctrl-C and SIGTERM do. */
  stop?: AbortSignal;
  open?: typeof openService;
}

/** The same on a state that is open already. */
export async function withOpenJob<T>(
  io: Call,
  state: State,
  job: Job,
  mapping: CompiledMapping,
  progress: Progress,
  work: (wired: Wired) => Promise<T>,
  within: Within = {},
): Promise<T> {
  const secret = secretKey(io.env);
  await refuseOverlapsInState(io, state, job, mapping);
  const stop =
    within.stop === undefined ? stopSignal(io.signal, progress, state.through?.ending) : { signal: within.stop, release: () => undefined };
  const session = await openSession({
    state,
    job,
    mapping,
    progress,
    secret,
    now: io.now,
    sleep: io.sleep,
    timer: io.timer,
    stdin: io.isTTY.stdin ? null : io.stdin,
    concurrency: concurrency(io.env),
    stop: stop.signal,
  });
  let service: OpenService | null = null;
  const connect: Connect = async () =>
    (service ??= await (within.open ?? openService)(state, job.service, secret, { ...session, env: io.env }));
  try {
    return await work({ session, connect });
  } finally {
    stop.release();
    await (service as OpenService | null)?.close();
  }
}

/** Job and mapping, checked; two jobs of one account must not take away what the other gives. */
export async function loadConfiguration(io: Call, nameOrPath: string): Promise<{ job: Job; mapping: CompiledMapping }> {
  const { job } = await loadJob(nameOrPath, io);
  const mapping = await loadMapping(job.mapping, io.cwd);
  for (const sibling of await siblingJobs(job, io.env)) {
    if (sibling.account !== job.service.account || sibling.mapping === null) continue;
    const other = await loadMapping(sibling.mapping, io.cwd).catch(() => null);
    if (other !== null) refuseOverlap(job, mapping, sibling, other);
  }
  return { job, mapping };
}

/** The same for jobs that lie elsewhere: the state knows who has worked on this account. */
async function refuseOverlapsInState(io: Call, state: State, job: Job, mapping: CompiledMapping): Promise<void> {
  for (const { job: name, job_file: file } of await listOtherJobs(state.db, job.service.account, job.name)) {
    const other = await loadJob(file, io).catch(() => null);
    if (other === null || other.job.name !== name || other.job.service.account !== job.service.account) continue;
    const theirs = await loadMapping(other.job.mapping, io.cwd).catch(() => null);
    if (theirs !== null) refuseOverlap(job, mapping, { name, file }, theirs);
  }
}

function refuseOverlap(job: Job, mapping: CompiledMapping, other: { name: string; file: string }, theirs: CompiledMapping): void {
  const overlap = authoritiesOverlap(mapping.authority, theirs.authority);
  if (overlap === null) return;
  const message =
    `jobs \`${job.name}\` and \`${other.name}\` (${other.file}) work on the same service account, and the groups of \`${overlap.a}\` ` +
    `and \`${overlap.b}\` overlap: each would take away what the other gives. Give each job groups of its own under groups.authority.`;
  throw new ConfigurationProblem([{ file: job.file, line: 1, column: 1, message }]);
}

/**
 * Aborted when someone asks the command to stop: what is in flight ends, and the rest is kept.
 * @param ending aborted when the process through which this one works is about to end
 */
function stopSignal(asked: AbortSignal, progress: Progress, ending?: AbortSignal): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = (): void => {
    progress.say("Stopping: waiting for what is in flight. Once more to stop at once.");
    controller.abort(stoppedByHand());
  };
  if (asked.aborted) stop();
  asked.addEventListener("abort", stop);
  return {
    signal: ending === undefined ? controller.signal : AbortSignal.any([controller.signal, ending]),
    release: () => asked.removeEventListener("abort", stop),
  };
}
