import { readFile, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { shownPath } from "../../config/find.ts";
import { parseJob } from "../../config/job.ts";
import { asTimeZone } from "../../domain/languages.ts";
import type { Job } from "../../domain/settings.ts";
import { writeAtomically } from "../../domain/write-file.ts";
import { ConfigurationProblem, FileProblem } from "../../domain/problem.ts";
import { withExpectation } from "../write/job-text.ts";
import { resolveFile } from "../../source/fetch/resolve.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import { listMissingGroups } from "../../store/directory/missing-groups.ts";
import { lacksGroups } from "../../store/runs/runs.ts";
import { isSetupFile } from "../../store/setup/written.ts";
import { placeOf } from "./finish.ts";
import { digestOf } from "./samples.ts";
import type { SetupSurroundings } from "./surroundings.ts";
import type { CodedError, SetupForm } from "./types.ts";

/** How a job without a schedule can get one, and what its scheduled runs need. */
export interface Scheduling {
  /** It has one already. */
  scheduled: boolean;
  /** The job file, as it is shown. */
  file: string;
  /** The line to add to it. */
  line: string;
  /** Whether the console may add it: it wrote the file, nobody has changed it since, and the folder can be written to. */
  writable: boolean;
  /** Where runs find the export; `null`: on another machine. */
  export: ExportPlace | null;
  /** Groups that people of the last released plan wait for, and that nobody has decided on. */
  missingGroups: number;
  /** Whether the last plan assigns groups that the service does not have, also if someone has decided to create them. */
  lacksGroups: boolean;
}

export interface ExportPlace {
  folder: string;
  folderExists: boolean;
  pattern: string;
  /** The name of the file that a run would read; `null`: none matches. */
  file: string | null;
}

const DAYS: Readonly<Record<string, string>> = { every: "*", workdays: "1-5" };

/** Returns how a job gets a schedule; `null` if its file is invalid or somewhere else. */
export async function schedulingOf(around: SetupSurroundings, job: string, timeZone: string): Promise<Scheduling | null> {
  const file = await jobFile(around, job);
  if (file === null) return null;
  const { cwd, state, isWritable } = around;
  const missing = await listMissingGroups(state.db, job);
  return {
    scheduled: file.scheduled,
    file: shownPath(file.path, cwd),
    line: lineOf("30 2 * * *", timeZone),
    export: await exportOf(cwd, file.source),
    missingGroups: missing.filter(({ decision }) => decision === null).length,
    lacksGroups: missing.length === 0 ? await lacksGroups(state.db, job) : missing.some(({ decision }) => decision !== "dismiss"),
    writable: (await isSetupFile(state.db, job, digestOf(Buffer.from(file.text)))) && (await isWritable(file.path)),
  };
}

/** Returns where runs find the export; `null` if it is on another machine. */
export async function exportOf(cwd: string, { file, sftp, http }: Job["source"]): Promise<ExportPlace | null> {
  if (sftp !== null || http !== null || file === "-") return null;
  const [folder, found] = await Promise.all([
    stat(dirname(file)).catch(() => null),
    resolveFile(file).catch((error: unknown) => {
      if (error instanceof FileProblem) return null;
      throw error;
    }),
  ]);
  return {
    folder: shownPath(dirname(file), cwd),
    folderExists: folder?.isDirectory() === true,
    pattern: basename(file),
    file: found === null ? null : basename(found.path),
  };
}

/** Adds a schedule to a job file that a setup wrote and nobody has changed. All other content stays as it is. */
export async function addSchedule(
  around: SetupSurroundings,
  job: string,
  form: Pick<SetupForm, "text">,
  by: string,
): Promise<CodedError | null> {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)(?::\d\d)?$/.exec(form.text("time")) ?? [];
  if (hour === undefined) return { field: "time", why: "time" };
  const timeZone = asTimeZone(form.text("time_zone"));
  if (timeZone === null) return { field: "time_zone", why: "time_zone" };
  const file = await jobFile(around, job);
  const known = file?.scheduled === false && (await isSetupFile(around.state.db, job, digestOf(Buffer.from(file.text))));
  if (!known || !(await around.isWritable(file.path))) return { field: "", why: "schedule_not_written" };
  const days = DAYS[form.text("days")] ?? "*";
  const line = lineOf(`${Number(minute)} ${Number(hour)} * * ${days}`, timeZone);
  const text = `${withExpectation(file.text, days)}${file.text.endsWith("\n") ? "" : "\n"}${line}\n`;
  if (!addsOnlySchedule(file, text)) return { field: "", why: "schedule_not_written" };
  await writeAtomically(file.path, text, { mode: 0o644 });
  around.filesChanged();
  const detail = { job, schedule: line, job_sha256: digestOf(Buffer.from(text)) };
  await appendAudit(around.state, { actor: by, action: "job_schedule_written", detail }, around.now());
  return null;
}

function lineOf(cron: string, timeZone: string): string {
  return `schedule: { cron: "${cron}", timezone: ${timeZone} }`;
}

interface JobFile {
  path: string;
  text: string;
  source: Job["source"];
  scheduled: boolean;
}

async function jobFile(around: SetupSurroundings, job: string): Promise<JobFile | null> {
  const path = placeOf(around, { job }).job;
  const text = await readFile(path, "utf8").catch(() => null);
  const parsed = text === null ? null : jobIn(text, path);
  if (text === null || parsed?.name !== job) return null;
  return { path, text, source: parsed.source, scheduled: parsed.schedule !== null };
}

function addsOnlySchedule({ path, text }: { path: string; text: string }, after: string): boolean {
  const [changed, before] = [jobIn(after, path), jobIn(text, path)];
  if (changed === null || before === null || changed.schedule === null) return false;
  // The zone of the schedule is also that of the dates, unless the job names one. The schedule tells when a new file is due.
  const source = { ...changed.source, expect: before.source.expect };
  return isDeepStrictEqual({ ...changed, schedule: null, source, timezone: before.timezone, text: "" }, { ...before, text: "" });
}

/** Returns a job as its file says; `null` if it is invalid. */
function jobIn(text: string, path: string) {
  try {
    return parseJob(text, path, path, { LMS_REFRESH_TOKEN: "-" });
  } catch (error) {
    if (error instanceof ConfigurationProblem) return null;
    throw error;
  }
}
