import { loadJob } from "../config/job.ts";
import type { Job } from "../model/settings.ts";
import { isDue, tellAboutRun, tellDigest, type Told } from "../notify/notify.ts";
import { consoleAddress } from "../store/settings.ts";
import type { Run } from "../store/runs.ts";
import type { State } from "../store/state.ts";
import { plain } from "./view/terminal.ts";
import type { Call } from "./io.ts";
import { printError } from "./output.ts";

/** After these somebody may have to be told. */
const telling: readonly Run["status"][] = ["completed", "held", "failed", "interrupted"];

/**
 * Tells by mail and webhook what a run has left for people to do, where its job asks for it. Whatever fails is said
 * and changes nothing about the run.
 */
export async function tellAfterRun(io: Call, state: State, run: Run): Promise<void> {
  if (run.kind !== "sync" || !telling.includes(run.status)) return;
  try {
    const { job } = await loadJob(run.job_file, io);
    if (job.notify === null || job.name !== run.job) return;
    const told = await tellAboutRun(
      { db: state.db, job, console: await consoleUrl(io, state), now: io.now(), sleep: io.sleep, env: io.env },
      run,
    );
    for (const sentence of faultsOf(told)) printError(io, plain(sentence));
  } catch (error) {
    // The run is over, and its outcome stands whatever happens here.
    printError(
      io,
      `Nobody could be told about run ${run.id} (${error instanceof Error ? error.name : "unknown error"}). The run itself is not affected.`,
    );
  }
}

/** Sends the digests that are due by now, of the jobs that name a time for theirs; each is sent once a day. */
export async function tellDueDigests(io: Call, state: State, jobs: { all(): Promise<readonly ({ job: Job } | object)[]> }): Promise<void> {
  for (const found of await jobs.all()) {
    if (!("job" in found) || found.job.notify?.digest == null) continue;
    const parts = { db: state.db, job: found.job, console: await consoleUrl(io, state), now: io.now(), sleep: io.sleep, env: io.env };
    if (!isDue(parts)) continue;
    for (const sentence of faultsOf(await tellDigest(parts))) printError(io, plain(sentence));
  }
}

/** `ROLLCALL_URL`, else where `rollcall serve --url` was reached last. */
export async function consoleUrl(io: Call, state: State): Promise<string | null> {
  const given = io.env["ROLLCALL_URL"]?.trim() ?? "";
  if (given !== "" && URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)) return given.replace(/\/{1,100}$/, "");
  return consoleAddress(state.db);
}

/** What could not be sent, a sentence each. */
export function faultsOf({ failed }: Told): string[] {
  return failed.map(
    ({ channel, why }) =>
      `The ${channel === "mail" ? "mail" : "message to the webhook"} under \`notify\` could not be sent: ${why}. The run itself is not affected; \`rollcall notify JOB\` tries again.`,
  );
}
