import { join } from "node:path";
import { PassThrough } from "node:stream";
import { loadConfiguration, withOpenJob } from "../../src/app/open-session.ts";
import { createLog, type Log } from "../../src/observability/log.ts";
import { prepareQueues } from "../../src/queue/backend.ts";
import { startRun } from "../../src/pipeline/pipeline.ts";
import { newRunId, type Run } from "../../src/store/runs/runs.ts";
import type { State } from "../../src/state/state.ts";
import type { Company } from "../helpers/company.ts";
import { testCall } from "../helpers/io.ts";

/** Progress that nobody reads. */
export const quiet = { phase: () => undefined, at: () => undefined, say: () => undefined, end: () => undefined };

/** One night of a company in this process, on an open state. */
export async function night(c: Company, state: State, file = "job.yaml"): Promise<Run> {
  await prepareQueues(state);
  const io = testCall(c.place.dir);
  const { job, mapping } = await loadConfiguration(io, join(c.place.dir, file));
  return withOpenJob(io, state, job, mapping, quiet, ({ session, connect }) =>
    startRun(session, connect, { id: newRunId(new Date()), file: null, partial: false, planOnly: false }),
  );
}

/** A log, and what it has written. */
export function logInto(level = "trace"): { log: Log; text(): string; lines(): Record<string, unknown>[] } {
  const stream = new PassThrough();
  const chunks: string[] = [];
  stream.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
  return {
    log: createLog(stream, { level, name: "test" }),
    text: () => chunks.join(""),
    lines: () =>
      chunks
        .join("")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
