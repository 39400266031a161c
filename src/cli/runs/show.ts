import { writeAndLoadReport } from "../../app/finish-run.ts";
import type { Call } from "../../app/io.ts";
import { print, printJson } from "../../app/output.ts";
import { runText } from "../../app/view/run.ts";
import { withStore } from "../../app/with-state.ts";
import { existingRun, type RunsOptions } from "./existing.ts";

export async function showCommand(io: Call, id: string, options: RunsOptions): Promise<void> {
  await withStore(io, options, async (state) => {
    const run = await existingRun(state, id);
    const data = await writeAndLoadReport(io, state, run, options.all === true);
    if (options.json === true) printJson(io, data.result);
    else print(io, runText(io, data, options.all === true));
  });
}
