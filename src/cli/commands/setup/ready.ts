import { t } from "../../../reporting/locales/t.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { loadJob } from "../../../config/job.ts";
import { ConfigurationProblem } from "../../../domain/problem.ts";
import { shellWord } from "../../../domain/names.ts";
import type { Job } from "../../../domain/settings.ts";
import { exportOf } from "../../../setup/browser/schedule.ts";
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
    { point: "groups", done: false, text: t("setup.groups_not_checked", { command: command("check") }) },
    { point: "plan", done: false, text: t("setup.plan_not_checked", { command: command("plan") }) },
  ];
  try {
    const { job } = await loadJob(file, io);
    return [...(await exportPoints(io, job)), servicePoint(job), ...later, schedulePoint(job, file)];
  } catch (error) {
    if (!(error instanceof ConfigurationProblem)) throw error;
    return [
      ...error.faults.map(({ fact }): ReadyPoint => ({
        point: "job",
        done: false,
        text: t("setup.job_is_invalid", { file, why: factText(fact) }),
      })),
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
      text: folderExists ? t("setup.folder_folder_exists", { folder }) : t("setup.create_folder_folder", { folder }),
    },
    {
      point: "file",
      done: file !== null,
      text: file === null ? t("setup.no_file_folder", { folder, pattern }) : t("setup.run_finds_export", { file }),
    },
  ];
}

function servicePoint({ service: { baseUrl, auth } }: Job): ReadyPoint {
  if (baseUrl === "sandbox") return { point: "service", done: true, text: t("setup.job_uses_sandbox") };
  if (auth.unset === undefined) return { point: "service", done: true, text: t("setup.job_has_access", { url: baseUrl }) };
  return { point: "service", done: false, text: t("setup.runs_fail_until", { why: factText(auth.unset.fact) }) };
}

function schedulePoint({ schedule }: Job, file: string): ReadyPoint {
  if (schedule !== null)
    return { point: "schedule", done: true, text: t("setup.schedule_is", { schedule: `${schedule.cron} (${schedule.timezone})` }) };
  return { point: "schedule", done: false, text: t("setup.add_schedule_to", { file }) };
}
