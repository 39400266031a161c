import { loadConfiguration, withOpenJob, withState, workFor, type Wired } from "../src/cli/wire.ts";
import { reportProgress } from "../src/cli/progress.ts";
import { resumeRun, startRun } from "../src/run.ts";
import { newRunId } from "../src/store/runs.ts";

/** Opens a bench state and its job, as the command line does, and hands them over. */
export async function openBench(
  dir: string,
  file: string,
  work: (wired: Wired & { file: string }) => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const { job, mapping } = await loadConfiguration(`${dir}/job.yaml`);
  return withState(
    { state: `${dir}/state` },
    (state) => withOpenJob(state, job, mapping, reportProgress(process.stderr, true), (wired) => work({ ...wired, file })),
    await workFor(job.source.file),
  );
}

/** A plan, whole: reading, staging, the directory, the differences, the limits. Opening the state is not in `ms`. */
export async function planRun({ session, connect, file }: Wired & { file: string }): Promise<Record<string, unknown>> {
  const started = performance.now();
  const run = await startRun(session, connect, { id: newRunId(new Date()), file, partial: false, planOnly: true });
  return { ms: performance.now() - started, run: run.id, status: run.status, counts: run.counts };
}

/** The operations of a stored plan, carried out. */
export async function goOnRun({ session, connect }: Wired, id: string): Promise<Record<string, unknown>> {
  const started = performance.now();
  const run = await resumeRun(session, connect, id);
  return { ms: performance.now() - started, status: run.status, operations: run.counts?.["done"] };
}
