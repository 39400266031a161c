/** `runs resume`, `approve`, `cancel` and `revert`. Kept apart because they load the whole pipeline, unlike `runs list` and `show`. */
import { t } from "../../reporting/locales/t.ts";
import type { Reverted } from "../../pipeline/release/restore-memberships.ts";
import { englishText } from "../../reporting/fact-text.ts";
import { readableText } from "../../domain/names.ts";
import { loadJob } from "../../config/job.ts";
import { fact } from "../../domain/facts/fact.ts";
import { EXIT, UsageProblem } from "../../domain/problem.ts";
import type { Policy } from "../../domain/settings.ts";
import { approveRun, resumeRun, revertRun } from "../../pipeline/pipeline.ts";
import { newRunId, type Run } from "../../store/runs/runs.ts";
import { endWith } from "../failure.ts";
import { fetchImpactAfterRun } from "../../app/fetch-impact.ts";
import { countFailedRun, finishRun, reportFailedRun, writeReport } from "../../app/finish-run.ts";
import { discardRun } from "../../app/discard-run.ts";
import { print, printJson } from "../../app/output.ts";
import { reportProgress } from "../../app/progress.ts";
import { releaseArea } from "../../review/missing-areas.ts";
import { runJob } from "../commands/sync.ts";
import { possibleActors } from "../../review/possible-actors.ts";
import { whoActs } from "../proven-actor.ts";
import { untilDate } from "../review/until.ts";
import { revertedText } from "../view/worded-tables.ts";
import { loadConfiguration, withOpenJob, type OpenJob } from "../../app/open-session.ts";
import { withState } from "../../app/with-state.ts";
import { existingRun, type RunsOptions } from "./existing.ts";
import type { Call } from "../../app/io.ts";

export async function resumeCommand(io: Call, id: string, options: RunsOptions): Promise<void> {
  await continueRun(io, id, options, ({ session, connect }) => resumeRun(session, connect, id));
}

export async function approveCommand(io: Call, id: string, options: RunsOptions): Promise<void> {
  await continueRun(io, id, options, async ({ session, connect }) => {
    const by = await whoActs(io, session.state, options.reviewer, "run", session.now());
    const people = await possibleActors(session.state.db, by);
    return approveRun(session, connect, id, { by: by.name, via: by.via, reason: options.reason ?? "", people });
  });
}

/** Releases a missing area. A run that waits applies the release itself; after a completed one, the export is read again. */
export async function releaseCommand(io: Call, id: string, options: RunsOptions): Promise<void> {
  const progress = reportProgress(io, options.quiet === true);
  await withState(io, options, async (state) => {
    const by = await whoActs(io, state, options.reviewer, "run", io.now());
    const area = options.area ?? "";
    const run = await releaseArea(state, { run: id, area, by, reason: options.reason ?? "", now: io.now() });
    if (run.status !== "completed") {
      if (options.json === true) printJson(io, { run: id, status: run.status, released: area });
      else
        print(
          io,
          `${t("run.area_released", { area })} ${
            run.status === "held"
              ? t("report.if_plan_right", {
                  release: `\`rollcall runs approve ${id} --reason "…"\``,
                  cancel: `\`rollcall runs cancel ${id}\``,
                })
              : t("report.then_continue_resume", { resume: `\`rollcall runs resume ${id}\`` })
          }`,
        );
      return;
    }
    const { job, mapping } = await loadConfiguration(io, options.job ?? run.job_file);
    await withOpenJob(io, state, job, mapping, progress, async (open) => endWith(io, await runJob(io, open, options, false)));
  });
}

export async function cancelCommand(io: Call, id: string, options: RunsOptions): Promise<void> {
  await withState(io, options, async (state) => {
    const by = await whoActs(io, state, options.reviewer, "run", io.now());
    const run = await discardRun(io, state, id, by, options.reason ?? "");
    endWith(io, await finishRun(io, state, run, options, await exitPolicyOf(io, run)));
  });
}

/** Returns `policy.exit` of the run's job; the defaults if its file is missing or invalid. */
async function exitPolicyOf(io: Call, run: Run): Promise<Policy["exit"]> {
  const loaded = await loadJob(run.job_file, io).catch(() => null);
  return loaded?.job.policy.exit ?? { rejected: 1, blocked: 1 };
}

export async function revertCommand(io: Call, id: string, options: RunsOptions): Promise<void> {
  const reason = options.reason ?? "";
  if (readableText(reason) === "") throw new UsageProblem(fact("usage.reason_missing", {}));
  const until = options.until === undefined ? null : untilDate(io, options.until);
  const progress = reportProgress(io, options.quiet === true);
  await withState(io, options, async (state) => {
    const by = await whoActs(io, state, options.reviewer, "run", io.now());
    const { job, mapping } = await loadConfiguration(io, options.job ?? (await existingRun(state, id)).job_file);
    const revert = newRunId(io.now());
    const reverted = await withOpenJob(io, state, job, mapping, progress, ({ session, connect }) =>
      revertRun(session, connect, id, { by, reason, until, id: revert }),
    ).catch(async (error: unknown) => {
      progress.end();
      await countFailedRun(io, state, revert);
      throw error;
    });
    const { report } = (await writeReport(io, state, reverted.run)).result;
    if (options.json === true)
      printJson(io, { run: reverted.run.id, reverted: id, memberships: reverted.memberships.map(withWhy), report });
    else print(io, revertedText(io, id, reverted));
    endWith(io, reverted.memberships.some(({ status }) => status === "missing") ? EXIT.partly : EXIT.done);
  });
}

function withWhy({ why, ...one }: Reverted["memberships"][number]): object {
  return why === null ? { ...one, why } : { ...one, why: englishText(why), fact: why };
}

/** Continues a run with the current job file. */
async function continueRun(io: Call, id: string, options: RunsOptions, work: (open: OpenJob) => Promise<Run>): Promise<void> {
  const progress = reportProgress(io, options.quiet === true);
  await withState(io, options, async (state) => {
    const { job, mapping } = await loadConfiguration(io, options.job ?? (await existingRun(state, id)).job_file);
    await withOpenJob(io, state, job, mapping, progress, async (open) => {
      try {
        const run = await work(open);
        endWith(io, await finishRun(io, state, run, options, job.policy.exit));
        await fetchImpactAfterRun(io, open, run);
      } catch (error) {
        progress.end();
        await reportFailedRun(io, state, id, options);
        throw error;
      }
    });
  });
}
