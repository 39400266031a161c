import { factText } from "../../../reporting/fact-text.ts";
import { loadJob } from "../../../config/job.ts";
import { ConfigurationProblem } from "../../../domain/problem.ts";
import { shellWord } from "../../../domain/names.ts";
import type { Job } from "../../../domain/settings.ts";
import { exportOf } from "../../../setup/schedule.ts";
import type { Call } from "../../../app/io.ts";

/** A need of the first scheduled run. */
export interface ReadyPoint {
  point: "job" | "folder" | "file" | "service" | "groups" | "plan" | "schedule";
  done: boolean;
  text: string;
}

/**
 * Lists the needs of a new job's first scheduled run, in the order in which people get them ready.
 * @param file the job file, as it is shown
 * @param named the job as other commands name it
 */
export async function readyPoints(io: Call, file: string, named: string): Promise<ReadyPoint[]> {
  const command = (name: string): string => `rollcall ${name} ${shellWord(named)}`;
  const later: ReadyPoint[] = [
    { point: "groups", done: false, text: `Whether the learning service has every group is not known yet: ${command("check")}` },
    { point: "plan", done: false, text: `No plan has been checked yet: ${command("plan")}` },
  ];
  try {
    const { job } = await loadJob(file, io);
    return [...(await exportPoints(io, job)), servicePoint(job), ...later, schedulePoint(job, file)];
  } catch (error) {
    if (!(error instanceof ConfigurationProblem)) throw error;
    return [
      ...error.faults.map(({ fact }): ReadyPoint => ({ point: "job", done: false, text: `In ${file}: ${factText(fact)}.` })),
      ...later,
    ];
  }
}

async function exportPoints({ cwd }: Call, { source }: Job): Promise<ReadyPoint[]> {
  const place = await exportOf(cwd, source);
  if (place === null) return [];
  const { folder, folderExists, pattern, file } = place;
  return [
    {
      point: "folder",
      done: folderExists,
      text: folderExists ? `The folder ${folder} exists.` : `Create the folder ${folder}, and let the HR system write its export there.`,
    },
    {
      point: "file",
      done: file !== null,
      text: file === null ? `No file in ${folder} matches ${pattern} yet: until then, each run fails.` : `A run finds the export ${file}.`,
    },
  ];
}

function servicePoint({ service: { baseUrl, auth } }: Job): ReadyPoint {
  if (baseUrl === "sandbox") return { point: "service", done: true, text: "The job uses the sandbox: nothing reaches a real service." };
  if (auth.unset === undefined) return { point: "service", done: true, text: `The job has an access to ${baseUrl}.` };
  return { point: "service", done: false, text: `Each run fails until this is corrected: ${factText(auth.unset.fact)}.` };
}

function schedulePoint({ schedule }: Job, file: string): ReadyPoint {
  if (schedule !== null) return { point: "schedule", done: true, text: `The schedule is ${schedule.cron} (${schedule.timezone}).` };
  return { point: "schedule", done: false, text: `When all this is ready, add the line \`schedule\` to ${file}.` };
}
