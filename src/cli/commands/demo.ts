import type { Command } from "commander";
import { EXIT } from "../../model/problem.ts";
import { writeAccounts, writeExport } from "../demo/files.ts";
import { makeNight } from "../demo/night.ts";
import { preparePlace } from "../demo/place.ts";
import { changeByHand, importAccounts, planAndApply, sync } from "../demo/steps.ts";
import { appliedText, nextText, opening, overnightText, pendingText, planText, yesterdayText } from "../demo/story.ts";
import { endWith } from "../failure.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { reportProgress } from "../progress.ts";
import { openSandbox } from "../sandbox-state.ts";
import { stateDirectory, withState, type CommonOptions } from "../wire.ts";
import type { Call } from "../io.ts";

export function addDemo(io: Call, program: Command): void {
  const command = program
    .command("demo")
    .description("a whole night in front of you: a local learning service, a company of 300 people, yesterday's and today's export")
    .action((options: CommonOptions) => demo(io, options));
  withExamples(withCommonOptions(command), "rollcall demo", "rollcall demo --state /tmp/play     # keeps everything in /tmp/play/demo");
}

async function demo(io: Call, options: CommonOptions): Promise<void> {
  const say = options.json === true ? () => undefined : (text: string): void => print(io, text);
  const place = preparePlace(io, stateDirectory(io, options));
  const night = makeNight();
  // Lines about phases would stand between the demo's own; on a terminal they vanish again.
  const progress = reportProgress(io, options.quiet === true || !io.isTTY.stderr);
  say(opening(io, place));

  // Before the job opens it, which would start it without people.
  await (await openSandbox({ dir: place.sandbox, seed: "company" })).close();
  await withState(io, { state: place.dir }, async (state) => {
    const linked = await importAccounts(io, state, place, writeAccounts(place.exports, night.accounts));
    writeExport(place.exports, "employees-2026-04-29.csv", night.yesterday);
    say(yesterdayText(io, linked, await sync(io, state, place, progress)));

    await changeByHand(place, night);
    writeExport(place.exports, "employees-2026-04-30.csv", night.today);
    say(overnightText(io, night));

    const run = await planAndApply(io, state, place, progress, (plan) => say(planText(io, plan)));
    say(appliedText(io, run));
    if (options.json === true) printJson(io, run.result);
    if (run.result.status !== "completed") return endWith(io, EXIT.held);
    say(pendingText(io, run));
    say(nextText(io, place, night, run));
  });
}
