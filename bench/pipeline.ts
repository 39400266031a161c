import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import { copyRows } from "../src/store/copy.ts";
import { loadConfiguration, withOpenJob, withState, withStore, type OpenJob } from "../src/app/open-session.ts";
import { resumeRun, startRun } from "../src/pipeline/pipeline.ts";
import type { Progress } from "../src/session/session.ts";
import type { StatePool } from "../src/state/database/pool.ts";
import { findRun, newRunId } from "../src/store/runs/runs.ts";
import { testCall } from "../test/helpers/io.ts";
import { timed } from "./timed.ts";

export { withStore };

/** Opens a bench state and its job, as the command line does, and hands them over. @param open as the command does */
export async function openBench(
  dir: string,
  file: string,
  work: (wired: OpenJob & { file: string }) => Promise<Record<string, unknown>>,
  open: typeof withStore = withState,
): Promise<Record<string, unknown>> {
  const given = testCall(dir);
  const io = { ...given, env: { ...process.env, ...given.env } };
  const { job, mapping } = await loadConfiguration(io, `${dir}/job.yaml`);
  return open(io, { state: `${dir}/state` }, (state) => withOpenJob(io, state, job, mapping, clock, (wired) => work({ ...wired, file })));
}

/** A plan, whole: reading, staging, the directory, the differences, the limits. Opening the state is not in `ms`. */
export async function planRun({ session, connect, file }: OpenJob & { file: string }): Promise<Record<string, unknown>> {
  const id = newRunId(new Date());
  const took = await timed(() => startRun(session, connect, { id, file, partial: false, planOnly: true }));
  const run = await findRun(session.state.db, id);
  return { ...took, run: id, status: run?.status, counts: run?.counts };
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
  return { ms: performance.now() - (began.get("sending") ?? 0), status: run.status, operations: run.counts?.["done"] };
}

const COPY_PORTION = 5000;

/** What a first plan is held against: csv-parse, and COPY of the same rows into a table of texts. */
export async function copyRowsAlone({ session, file }: OpenJob & { file: string }): Promise<Record<string, unknown>> {
  return timed(() => parseAndCopy(session.state.pool, file));
}

async function parseAndCopy(pool: StatePool, file: string): Promise<void> {
  const parser = createReadStream(file, { highWaterMark: 256 * 1024 }).pipe(parse({})) as AsyncIterable<string[]>;
  let columns: string[] = [];
  let rows: string[][] = [];
  for await (const row of parser) {
    if (columns.length === 0) {
      columns = row.map((_, at) => `c${at}`);
      await pool.query(`DROP TABLE IF EXISTS bench_copy; CREATE TABLE bench_copy (${columns.map((name) => `${name} text`).join(", ")})`);
      continue;
    }
    rows.push(row);
    if (rows.length < COPY_PORTION) continue;
    await copyRows(pool, "bench_copy", columns, rows);
    rows = [];
  }
  await copyRows(pool, "bench_copy", columns, rows);
}
