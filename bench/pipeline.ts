import { loadConfiguration, withOpenJob, withState, workFor, type OpenJob } from "../src/app/open-session.ts";
import { resumeRun, startRun } from "../src/pipeline/pipeline.ts";
import type { Progress } from "../src/session/session.ts";
import { newRunId } from "../src/store/runs/runs.ts";
import { testCall } from "../test/helpers/io.ts";

/** Opens a bench state and its job, as the command line does, and hands them over. */
export async function openBench(
  dir: string,
  file: string,
  work: (wired: OpenJob & { file: string }) => Promise<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const given = testCall(dir);
  const io = { ...given, env: { ...process.env, ...given.env } };
  const { job, mapping } = await loadConfiguration(io, `${dir}/job.yaml`);
  return withState(
    io,
    { state: `${dir}/state` },
    (state) => withOpenJob(io, state, job, mapping, clock, (wired) => work({ ...wired, file })),
    {
      expects: await workFor(io, job.source, file),
    },
  );
}

/** A plan, whole: reading, staging, the directory, the differences, the limits. Opening the state is not in `ms`. */
export async function planRun({ session, connect, file }: OpenJob & { file: string }): Promise<Record<string, unknown>> {
  const started = performance.now();
  const run = await startRun(session, connect, { id: newRunId(new Date()), file, partial: false, planOnly: true });
  return { ms: performance.now() - started, run: run.id, status: run.status, counts: run.counts };
}

/** When each phase began: a resumed run plans again before it sends. */
const began = new Map<string, number>();
const clock: Progress = {
  phase: (name) => void began.set(name, performance.now()),
  at: () => undefined,
  say: () => undefined,
  end: () => undefined,
};

/** The operations of a stored plan, carried out; `ms` from the first that is handed over. */
export async function goOnRun({ session, connect }: OpenJob, id: string): Promise<Record<string, unknown>> {
  const run = await resumeRun(session, connect, id);
  return { ms: performance.now() - (began.get("Sending") ?? 0), status: run.status, operations: run.counts?.["done"] };
}
