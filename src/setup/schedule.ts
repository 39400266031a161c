import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { parseJob } from "../config/job.ts";
import { ConfigurationProblem } from "../domain/problem.ts";
import { asTimeZone } from "../domain/languages.ts";
import { writeAtomically } from "../domain/write-file.ts";
import { appendAudit } from "../store/audit/audit.ts";
import { isSetupFile } from "../store/setup/written.ts";
import { placeOf } from "./finish.ts";
import { digestOf } from "./samples.ts";
import type { SetupSurroundings } from "./surroundings.ts";
import type { FieldError, SetupForm } from "./types.ts";

/** How a job without a schedule can get one. */
export interface Scheduling {
  /** The job file, as it is shown. */
  file: string;
  /** The line to add to it. */
  line: string;
  /** Whether the console may add it: it wrote the file, nobody has changed it since, and the folder can be written to. */
  writable: boolean;
}

const DAYS: Readonly<Record<string, string>> = { every: "*", workdays: "1-5" };

/** Returns how a job gets a schedule; `null` if it has one, or its file is invalid or somewhere else. */
export async function schedulingOf(around: SetupSurroundings, job: string, timeZone: string): Promise<Scheduling | null> {
  const file = await unscheduled(around, job);
  if (file === null) return null;
  const { cwd, state, isWritable } = around;
  return {
    file: file.path.startsWith(`${cwd}/`) ? file.path.slice(cwd.length + 1) : file.path,
    line: lineOf("30 2 * * *", timeZone),
    writable: (await isSetupFile(state.db, job, digestOf(Buffer.from(file.text)))) && (await isWritable(file.path)),
  };
}

/** Adds a schedule to a job file that a setup wrote and nobody has changed. All other content stays as it is. */
export async function addSchedule(around: SetupSurroundings, job: string, form: SetupForm, by: string): Promise<FieldError | null> {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)(?::\d\d)?$/.exec(form.text("time")) ?? [];
  if (hour === undefined) return { field: "time", why: "time" };
  const timeZone = asTimeZone(form.text("time_zone"));
  if (timeZone === null) return { field: "time_zone", why: "time_zone" };
  const file = await unscheduled(around, job);
  const known = file !== null && (await isSetupFile(around.state.db, job, digestOf(Buffer.from(file.text))));
  if (!known || !(await around.isWritable(file.path))) return { field: "", why: "schedule_not_written" };
  const line = lineOf(`${Number(minute)} ${Number(hour)} * * ${DAYS[form.text("days")] ?? "*"}`, timeZone);
  const text = `${file.text}${file.text.endsWith("\n") ? "" : "\n"}${line}\n`;
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

async function unscheduled(around: SetupSurroundings, job: string): Promise<{ path: string; text: string } | null> {
  const path = placeOf(around, { job }).job;
  const text = await readFile(path, "utf8").catch(() => null);
  const parsed = text === null ? null : jobIn(text, path);
  return text !== null && parsed?.name === job && parsed.schedule === null ? { path, text } : null;
}

function addsOnlySchedule({ path, text }: { path: string; text: string }, after: string): boolean {
  const [changed, before] = [jobIn(after, path), jobIn(text, path)];
  if (changed === null || before === null || changed.schedule === null) return false;
  // The zone of the schedule is also that of the dates, unless the job names one.
  return isDeepStrictEqual({ ...changed, schedule: null, timezone: before.timezone, text: "" }, { ...before, text: "" });
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
