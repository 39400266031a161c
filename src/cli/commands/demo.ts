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
import { stateDirectory, withState, type CommonOptions } from "../wire.ts";

export function addDemo(program: Command): void {
  const command = program
    .command("demo")
    .description("a whole night in front of you: a local learning service, a company of 300 people, yesterday's and today's export")
    .action(demo);
  withExamples(withCommonOptions(command), "rollcall demo", "rollcall demo --state /tmp/play     # keeps everything in /tmp/play/demo");
}

async function demo(options: CommonOptions): Promise<void> {
  const say = options.json === true ? () => undefined : print;
  const place = preparePlace(stateDirectory(options));
  const night = makeNight();
  // Lines about phases would stand between the demo's own; on a terminal they vanish again.
  const progress = reportProgress(process.stderr, options.quiet === true || process.stderr.isTTY !== true);
  say(opening(place));

  await withState({ state: place.dir }, async (state) => {
    const linked = await importAccounts(state, place, writeAccounts(place.exports, night.accounts));
    writeExport(place.exports, "employees-2026-04-29.csv", night.yesterday);
    say(yesterdayText(linked, await sync(state, place, progress)));

    await changeByHand(place, night);
    writeExport(place.exports, "employees-2026-04-30.csv", night.today);
    say(overnightText(night));

    const run = await planAndApply(state, place, progress, (plan) => say(planText(plan)));
    say(appliedText(run));
    if (options.json === true) printJson(run.result);
    if (run.result.status !== "completed") return endWith(EXIT.held);
    say(pendingText(run));
    say(nextText(place, night, run));
  });
}
