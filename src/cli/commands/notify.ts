import type { Command } from "commander";
import { loadJob } from "../../config/job.ts";
import { EXIT, UsageProblem } from "../../model/problem.ts";
import { isDue, tellAboutRun, tellDigest, type NotifyParts, type Told } from "../../notify/notify.ts";
import { listRuns } from "../../store/runs.ts";
import { endWith } from "../failure.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printError, printJson } from "../output.ts";
import { consoleUrl, faultsOf } from "../tell.ts";
import { plain } from "../view/terminal.ts";
import { withState, type CommonOptions } from "../with-state.ts";
import type { Call } from "../io.ts";

interface NotifyOptions extends CommonOptions {
  digest?: boolean;
}

/** `rollcall notify` */
export function addNotify(io: Call, program: Command): void {
  withExamples(
    withCommonOptions(
      program
        .command("notify <job>")
        .description("tell by mail and webhook what waits, once a day, and what became of the last run")
        .option("--digest", "what waits, whatever the time of the day"),
    ).action((name: string, options: NotifyOptions) => notifyCommand(io, name, options)),
    "rollcall notify nightly",
    "rollcall notify nightly --digest",
  );
}

async function notifyCommand(io: Call, name: string, options: NotifyOptions): Promise<void> {
  const { job } = await loadJob(name, io);
  if (job.notify === null)
    throw new UsageProblem(
      `The job ${job.name} tells nobody: it has no \`notify\`. Nothing was sent.`,
      "docs/notifications.md says how it is written.",
    );
  await withState(io, options, async (state) => {
    const parts: NotifyParts = { db: state.db, job, console: await consoleUrl(io, state), now: io.now(), sleep: io.sleep, env: io.env };
    const told: Told = { sent: [], before: [], failed: [] };
    const add = ({ sent, before, failed }: Told): void => {
      told.sent.push(...sent);
      told.before.push(...before);
      told.failed.push(...failed);
    };
    const [last] = (await listRuns(state.db, { job: job.name, limit: 20 })).filter(({ kind }) => kind === "sync");
    if (last !== undefined) add(await tellAboutRun(parts, last));
    // Where its time has come it was told a moment ago.
    if (last === undefined || (options.digest === true && !isDue(parts))) add(await tellDigest(parts));
    if (options.json === true) printJson(io, { sent: told.sent, before: told.before, failed: told.failed });
    else print(io, textOf(told));
    for (const sentence of faultsOf(told)) printError(io, plain(sentence));
    endWith(io, told.failed.length > 0 ? EXIT.partly : EXIT.done);
  });
}

function textOf({ sent, before, failed }: Told): string {
  const lines = [
    ...sent.map(({ channel, kind }) => `Sent by ${channel}: ${kind}.`),
    ...before.map(({ channel, kind }) => `Told today already by ${channel}: ${kind}.`),
  ];
  if (lines.length > 0) return lines.join("\n");
  if (failed.length > 0) return "Nothing was sent.";
  return "Nothing waits, or the time of the day for it has not come: nothing was sent.";
}
