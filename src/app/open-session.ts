import { secretKey } from "../config/environment.ts";
import { concurrency } from "../config/processes.ts";
import { authoritiesOverlap, siblingJobs } from "../config/siblings.ts";
import { loadJob } from "../config/job.ts";
import { loadMapping } from "../mapping/load.ts";
import type { CompiledMapping } from "../mapping/compiled.ts";
import { compilePilot, type Pilot } from "../mapping/people/pilot.ts";
import { fact } from "../domain/facts/fact.ts";
import { ConfigurationProblem } from "../domain/problem.ts";
import type { Job } from "../domain/settings.ts";
import type { Connect } from "../pipeline/pipeline.ts";
import { openSession, stoppedByHand, type Progress, type Session } from "../session/session.ts";
import { listOtherJobs } from "../store/runs/runs.ts";
import type { State } from "../state/state.ts";
import { reportProgress } from "./progress.ts";
import { pilotOfCommand, type PilotOptions } from "./pilot-options.ts";
import { openService, requireTokens, type OpenService } from "./open-service.ts";
import { withState, withStore, type CommonOptions } from "./with-state.ts";
import type { Call } from "./io.ts";

export { stateDirectory, withState, withStore, type CommonOptions } from "./with-state.ts";

export interface OpenJob {
  session: Session;
  connect: Connect;
}

/**
 * Opens a job with everything that a command on it needs. Checks the whole configuration before it opens the state.
 * @param withQueues false for a command that sends nothing: it then starts faster and needs no Redis
 */
export async function withJob<T>(
  io: Call,
  nameOrPath: string,
  options: CommonOptions & PilotOptions,
  work: (open: OpenJob) => Promise<T>,
  withQueues = true,
): Promise<T> {
  const { job, mapping } = await loadConfiguration(io, nameOrPath);
  const pilot = pilotOfCommand(io, options, job, mapping);
  // Report an invalid key or setting before the state is opened.
  secretKey(io.env);
  concurrency(io.env);
  const progress = reportProgress(io, options.quiet === true);
  return (withQueues ? withState : withStore)(io, options, (state) => withOpenJob(io, state, job, mapping, progress, work, { pilot }));
}

/** Parts that the daemon shares between jobs; a command creates its own. */
export interface Within {
  /** Stops the work; by default Ctrl-C and SIGTERM do. */
  stop?: AbortSignal;
  /** In place of the job's. */
  pilot?: Pilot | undefined;
  open?: typeof openService;
}

/** Opens a job on a state that is already open. */
export async function withOpenJob<T>(
  io: Call,
  state: State,
  job: Job,
  mapping: CompiledMapping,
  progress: Progress,
  work: (open: OpenJob) => Promise<T>,
  within: Within = {},
): Promise<T> {
  const secret = secretKey(io.env);
  await requireTokens(state, job.service);
  await refuseOverlapsInState(io, state, job, mapping);
  const stop = within.stop === undefined ? stopSignal(io.signal, progress) : { signal: within.stop, release: () => undefined };
  const session = await openSession({
    state,
    job,
    mapping,
    pilot: within.pilot,
    progress,
    secret,
    env: io.env,
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

/** Loads and checks a job and its mapping. @throws ConfigurationProblem if another job of the account manages the same groups */
export async function loadConfiguration(io: Call, nameOrPath: string): Promise<{ job: Job; mapping: CompiledMapping }> {
  const { job } = await loadJob(nameOrPath, io);
  const mapping = await loadMapping(job.mapping, io.cwd);
  // An invalid expression is an error of the configuration.
  compilePilot(job, mapping);
  await refuseSiblingOverlaps(io, job, mapping);
  return { job, mapping };
}

/** @throws ConfigurationProblem if another job of the account and the folder manages the same groups */
export async function refuseSiblingOverlaps(io: Pick<Call, "cwd" | "env">, job: Job, mapping: CompiledMapping): Promise<void> {
  for (const sibling of await siblingJobs(job, io.env)) {
    if (sibling.account !== job.service.account || sibling.mapping === null) continue;
    const other = await loadMapping(sibling.mapping, io.cwd).catch(() => null);
    if (other !== null) refuseOverlap(job, mapping, sibling, other);
  }
}

/** Makes the same check for job files in other directories, which the state knows from their runs. */
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
  const values = { job: job.name, other: other.name, file: other.file, mine: overlap.a, theirs: overlap.b };
  throw new ConfigurationProblem([{ file: job.file, line: 1, column: 1, fact: fact("config.authorities_overlap", values) }]);
}

/** Returns a signal that is aborted when the command is asked to stop: requests in flight finish, the rest is kept. */
function stopSignal(requested: AbortSignal, progress: Progress): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = (): void => {
    progress.say(fact("run.stopping", {}));
    controller.abort(stoppedByHand());
  };
  if (requested.aborted) stop();
  requested.addEventListener("abort", stop);
  return { signal: controller.signal, release: () => requested.removeEventListener("abort", stop) };
}
