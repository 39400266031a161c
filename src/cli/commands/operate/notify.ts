import { t } from "../../../reporting/locales/t.ts";
import type { Command } from "commander";
import { loadJob } from "../../../config/job.ts";
import { factText, whyJson } from "../../../reporting/fact-text.ts";
import { fact } from "../../../domain/facts/fact.ts";
import { EXIT, UsageProblem } from "../../../domain/problem.ts";
import { isDue, notifyAboutRun, sendDigest, type NotifyParts, type NotifyResult } from "../../../notify/notify.ts";
import { listRuns } from "../../../store/runs/runs.ts";
import { endWith } from "../../failure.ts";
import { withCommonOptions, withExamples } from "../../options.ts";
import { print, printError, printJson } from "../../../app/output.ts";
import { consoleUrl, faultsOf } from "../../../app/notify.ts";
import { plain } from "../../../app/view/terminal.ts";
import { withState, type CommonOptions } from "../../../app/with-state.ts";
import type { Call } from "../../../app/io.ts";

interface NotifyOptions extends CommonOptions {
  digest?: boolean;
}

/** `rollcall notify` */
export function addNotify(io: Call, command: Command): void {
  withExamples(
    withCommonOptions(command.argument("<job>").option("--digest", "send the digest of pending work now")).action(
      (name: string, options: NotifyOptions) => notifyCommand(io, name, options),
    ),
    "rollcall notify nightly",
    "rollcall notify nightly --digest",
  );
}

async function notifyCommand(io: Call, name: string, options: NotifyOptions): Promise<void> {
  const { job } = await loadJob(name, io);
  if (job.notify === null) throw new UsageProblem(fact("usage.job_notifies_nobody", { job: job.name }), fact("advice.add_notify", {}));
  await withState(io, options, async (state) => {
    const parts: NotifyParts = { db: state.db, job, console: await consoleUrl(io, state), now: io.now(), sleep: io.sleep, env: io.env };
    const result: NotifyResult = { sent: [], before: [], failed: [] };
    const add = ({ sent, before, failed }: NotifyResult): void => {
      result.sent.push(...sent);
      result.before.push(...before);
      result.failed.push(...failed);
    };
    const [last] = (await listRuns(state.db, { job: job.name, limit: 20 })).filter(({ kind }) => kind === "sync");
    if (last !== undefined) add(await notifyAboutRun(parts, last));
    // A due digest was sent just now.
    if (last === undefined || (options.digest === true && !isDue(parts))) add(await sendDigest(parts));
    if (options.json === true) printJson(io, { sent: result.sent, before: result.before, failed: result.failed.map(whyJson) });
    else print(io, textOf(result));
    for (const fault of faultsOf(result)) printError(io, plain(factText(fault)));
    endWith(io, result.failed.length > 0 ? EXIT.partly : EXIT.done);
  });
}

function textOf({ sent, before, failed }: NotifyResult): string {
  const lines = [
    ...sent.map(({ channel, kind }) => t("mail.is_sent", { channel, kind })),
    ...before.map(({ channel, kind }) => t("mail.was_sent_today", { channel, kind })),
  ];
  if (lines.length > 0) return lines.join("\n");
  return failed.length > 0 ? t("nothing.sent") : `${t("nothing.sent")} ${t("mail.nothing_is_due")}`;
}
