import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { EXIT, type ExitCode } from "../model/problem.ts";
import type { Policy } from "../model/settings.ts";
import { writeWhole } from "../model/write-file.ts";
import { renderReport } from "../review/report-html.ts";
import { reportData } from "../review/report-data.ts";
import { findRun, type Run } from "../store/runs.ts";
import type { State } from "../store/state.ts";
import { print, printJson } from "./output.ts";
import { runText } from "./view/run.ts";
import type { Call } from "./io.ts";

/** More than any run has. */
export const EVERYTHING = 10_000_000;

/** Writes the report of a run as HTML and JSON; both are drawn from the stored run. */
export async function writeReport(state: State, run: Run): Promise<string> {
  const dir = join(state.dir, "reports");
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const html = join(dir, `${run.id}.html`);
  const data = await reportData(state.db, run, html);
  await writeWhole(html, renderReport(data));
  await writeWhole(join(dir, `${run.id}.json`), `${JSON.stringify(data, null, 2)}\n`);
  return html;
}

/** Tells how a run ended, as text or JSON, and says with which code to exit. */
export async function finishRun(
  io: Call,
  state: State,
  run: Run,
  options: { json?: boolean; all?: boolean },
  exit: Policy["exit"],
): Promise<ExitCode> {
  const report = await writeReport(state, run);
  const data = await reportData(state.db, run, report, options.all === true ? EVERYTHING : undefined);
  if (options.json === true) printJson(io, data.result);
  else print(io, runText(io, data, options.all === true));
  await (await import("./tell.ts")).tellAfterRun(io, state, run);
  return exitOf(run, exit);
}

/** When a run ends with an error, its report is written all the same, and printed for machines. */
export async function reportFailedRun(io: Call, state: State, id: string, options: { json?: boolean }): Promise<void> {
  const run = await findRun(state.db, id);
  if (run === undefined) return;
  const report = await writeReport(state, run);
  if (options.json === true) printJson(io, (await reportData(state.db, run, report)).result);
  await (await import("./tell.ts")).tellAfterRun(io, state, run);
}

function exitOf(run: Run, { rejected, blocked }: Policy["exit"]): ExitCode {
  if (run.status === "held") return EXIT.held;
  const counts = run.counts ?? {};
  // An approved removal that could not be carried out waits for nobody's decision: without this nobody would look.
  const names = ["failed", "uncertain", "removals_held", ...(rejected === 1 ? ["rejected"] : []), ...(blocked === 1 ? ["blocked"] : [])];
  const troubled = names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  return troubled > 0 ? EXIT.partly : EXIT.done;
}
