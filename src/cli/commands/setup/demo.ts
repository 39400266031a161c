import type { Command } from "commander";
import { EXIT } from "../../../domain/problem.ts";
import { writeAccounts, writeExport } from "../../demo/files.ts";
import { makeScenario } from "../../demo/scenario.ts";
import { preparePlace } from "../../demo/place.ts";
import { changeByHand, importAccounts, planAndApply, sync } from "../../demo/steps.ts";
import { appliedText, nextText, opening, scheduledRunText, pendingText, planText, yesterdayText } from "../../demo/story.ts";
import { endWith } from "../../failure.ts";
import { withCommonOptions, withExamples } from "../../options.ts";
import { print, printJson } from "../../../app/output.ts";
import { reportProgress } from "../../../app/progress.ts";
import { openSandbox } from "../../../app/sandbox-state.ts";
import { stateDirectory, withState, type CommonOptions } from "../../../app/open-session.ts";
import type { Call } from "../../../app/io.ts";

export function addDemo(io: Call, command: Command): void {
  command.action((options: CommonOptions) => demo(io, options));
  withExamples(withCommonOptions(command), "rollcall demo", "rollcall demo --state /tmp/play     # stores everything in /tmp/play/demo");
}

async function demo(given: Call, options: CommonOptions): Promise<void> {
  const place = preparePlace(given, stateDirectory(given, options));
  // Suggested commands name the demo's own state.
  const io = { ...given, givenState: place.shown };
  const say = options.json === true ? () => undefined : (text: string): void => print(io, text);
  const scenario = makeScenario();
  // Progress lines would mix with the demo's text; on a terminal they are erased.
  const progress = reportProgress(io, options.quiet === true || !io.isTTY.stderr);
  say(opening(io, place));

  // First, because a job would start the sandbox without people.
  await (await openSandbox({ dir: place.sandbox, seed: "company" })).close();
  await withState(io, { state: place.dir }, async (state) => {
    const linked = await importAccounts(io, state, place, writeAccounts(place.exports, scenario.accounts));
    writeExport(place.exports, "employees-2026-04-29.csv", scenario.yesterday);
    say(yesterdayText(io, linked, await sync(io, state, place, progress)));

    await changeByHand(place, scenario);
    writeExport(place.exports, "employees-2026-04-30.csv", scenario.today);
    say(scheduledRunText(io, scenario));

    const run = await planAndApply(io, state, place, progress, (plan) => say(planText(io, plan)));
    say(appliedText(io, run));
    if (options.json === true) printJson(io, run.result);
    if (run.result.status !== "completed") return endWith(given, EXIT.held);
    say(pendingText(io, run));
    say(nextText(io, place, scenario, run));
  });
}
