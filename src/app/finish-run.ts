import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { hasSourceTrouble } from "../domain/files/source-trouble.ts";
import { EXIT, type ExitCode } from "../domain/problem.ts";
import type { Policy } from "../domain/settings.ts";
import { writeAtomically } from "../domain/write-file.ts";
import { asReader } from "../reporting/locales/reader.ts";
import { renderReport } from "../reporting/run-report/html.ts";
import { reportData, type ReportData } from "../reporting/run-report/data.ts";
import { shownRun } from "../reporting/shown-run.ts";
import { findRun, type Run } from "../store/runs/runs.ts";
import type { State } from "../state/state.ts";
import { print, printJson } from "./output.ts";
import { runText, sentSoFar } from "./view/run.ts";
import type { Call, Io } from "./io.ts";
import { installationReader } from "./reader.ts";
import { suggestedState } from "./with-state.ts";

/** Writes the report of a run as HTML, in the language of the installation, and as JSON. Returns what both show. */
export async function writeReport({ env, cwd }: Pick<Io, "env" | "cwd">, state: State, run: Run): Promise<ReportData> {
  const dir = join(state.dir, "reports");
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const html = join(dir, `${run.id}.html`);
  const data = await reportData(state.db, run, html);
  await writeAtomically(
    html,
    asReader({ ...installationReader(env), state: suggestedState({ cwd }, state), labels: true }, () =>
      renderReport(data, shownRun(run), run.files ?? []),
    ),
  );
  await writeAtomically(join(dir, `${run.id}.json`), `${JSON.stringify(data, null, 2)}\n`);
  return data;
}

/** Writes a run's report and returns what to print: with `all`, every person, row and removal. */
export async function writeAndLoadReport(io: Pick<Io, "env" | "cwd">, state: State, run: Run, all: boolean): Promise<ReportData> {
  const data = await writeReport(io, state, run);
  return all ? reportData(state.db, run, data.result.report, { all }) : data;
}

/** Prints the result of a run as text or JSON, and returns the exit code. */
export async function finishRun(
  io: Call,
  state: State,
  run: Run,
  options: { json?: boolean; all?: boolean },
  exit: Policy["exit"],
): Promise<ExitCode> {
  const data = await writeAndLoadReport(io, state, run, options.all === true);
  if (options.json === true) printJson(io, data.result);
  else print(io, runText(io, data, options.all === true));
  await (await import("./notify.ts")).notifyAfterRun(io, state, run);
  return exitOf(run, exit);
}

/** Writes the report of a run that ended with an error, and prints its JSON if asked. The last line will say what it did. */
export async function reportFailedRun(io: Call, state: State, id: string, options: { json?: boolean }): Promise<void> {
  const data = await countFailedRun(io, state, id);
  const run = await findRun(state.db, id);
  if (data === null || run === undefined) return;
  if (options.json === true) printJson(io, data.result);
  await (await import("./notify.ts")).notifyAfterRun(io, state, run);
}

/** Writes the report of a run that ended with an error. The last line of the command will say what it did. */
export async function countFailedRun(io: Call, state: State, id: string): Promise<ReportData | null> {
  const run = await findRun(state.db, id);
  if (run === undefined) return null;
  const data = await writeReport(io, state, run);
  io.lastLine = sentSoFar(data);
  return data;
}

function exitOf(run: Run, { rejected, blocked }: Policy["exit"]): ExitCode {
  if (run.status === "held") return EXIT.held;
  const counts = run.counts ?? {};
  // An approved removal that could not be applied is not pending, so only the exit code reports it.
  const names = ["failed", "uncertain", "removals_held", ...(rejected === 1 ? ["rejected"] : []), ...(blocked === 1 ? ["blocked"] : [])];
  const troubled = names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  return troubled > 0 || hasSourceTrouble(run.notes ?? []) ? EXIT.partly : EXIT.done;
}
