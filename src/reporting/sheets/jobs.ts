import { t } from "../locales/t.ts";
import type { ShownRun } from "../shown-run.ts";
import { below, data, link, problem, sheet, table, time, type Sheet, type Words } from "../sheet/sheet.ts";
import { jobLink, runLink } from "./links.ts";
import { runStatus } from "./run-status.ts";

/** A job with its last runs. */
export interface JobLine {
  name: string;
  account: string | null;
  next_run: string | null;
  /** `file:line:column: …`, all that is wrong with its file. */
  faults: readonly string[];
  /** Missing environment variables, if the file has no other error. */
  unset: readonly string[];
  last: ShownRun | null;
  /** The last successful run over a full export. */
  last_good: ShownRun | null;
}

/** Describes the job files. Those not in use are listed apart, folded beside others, because most are worked examples. */
export function jobsSheet(jobs: readonly JobLine[], isUsed: (job: JobLine) => boolean): Sheet {
  if (jobs.length === 0) return [{ block: "nothing", words: t("operation.no_job_file") }];
  const used = jobs.filter(isUsed);
  const unused = jobs.filter((job) => !isUsed(job));
  return sheet(
    used.length === 0 ? { block: "nothing", words: t("operation.no_job_run_scheduled_yet") } : usedTable(used),
    unused.length > 0 && templates(unused, used.length > 0),
  );
}

function templates(jobs: readonly JobLine[], folded: boolean): Sheet {
  const listed = table<JobLine>(
    t("operation.templates_new_jobs_2", { n: jobs.length }),
    [
      { head: t("labels.job"), ...(folded ? {} : { sort: "name" }), kind: "row", words: ({ name }) => jobLink(name) },
      {
        head: t("operation.next_step"),
        words: ({ unset }) =>
          unset.length === 0 ? t("operation.ready_run") : t("operation.set_variables", { variables: unset.join(", ") }),
      },
    ],
    jobs,
  );
  const blocks = sheet({ block: "text", words: { as: "soft", words: t("operation.jobs_not_run") } }, listed);
  const title = t("operation.templates_new_jobs");
  return folded
    ? [{ block: "card", blocks: [{ block: "more", summary: title, blocks }] }]
    : [{ block: "section", id: "templates", title, blocks }];
}

function usedTable(jobs: readonly JobLine[]): ReturnType<typeof table<JobLine>> {
  return table<JobLine>(
    t("operation.jobs", { n: jobs.length }),
    [
      { head: t("labels.job"), sort: "name", kind: "row", words: ({ name }) => jobLink(name) },
      { head: t("operation.job_file"), words: ({ faults }) => fileState(faults.length) },
      {
        head: t("operation.last_run"),
        sort: "last",
        words: ({ last }) => last !== null && [runLink(last.id), below(time(last.started_at))],
      },
      { head: t("operation.result"), words: ({ last }) => last !== null && runStatus(last) },
      {
        head: t("operation.last_successful_run"),
        sort: "good",
        words: ({ last_good: good }) => (good === null ? t("operation.none_yet") : time(good.started_at)),
      },
      { head: t("operation.next_run"), sort: "next", words: ({ next_run: next }) => nextRun(next) },
      { head: t("operation.service_account"), sort: "account", words: ({ account }) => data(account) },
    ],
    jobs,
  );
}

/** Describes the jobs in use on the page about the connection. */
export function jobStates(jobs: readonly (Omit<JobLine, "faults" | "unset" | "account"> & { faults: number })[]): Sheet {
  if (jobs.length === 0) return [{ block: "nothing", words: link("/jobs", t("operation.no_job_in_use")) }];
  return [
    table<(typeof jobs)[number]>(
      t("operation.last_successful_runs"),
      [
        { head: t("labels.job"), kind: "row", words: ({ name }) => jobLink(name) },
        { head: t("operation.job_file"), words: ({ faults }) => fileState(faults) },
        {
          head: t("operation.last_successful_run"),
          words: ({ last_good: good }) => (good === null ? t("operation.none_yet") : [runLink(good.id), below(time(good.started_at))]),
        },
        { head: t("operation.last_run"), words: ({ last }) => last !== null && runStatus(last) },
        { head: t("operation.next_run"), words: ({ next_run: next }) => nextRun(next) },
      ],
      jobs,
    ),
  ];
}

function fileState(faults: number): Words {
  return faults === 0 ? t("operation.valid") : problem(t("operation.errors", { n: faults }));
}

export function nextRun(at: string | null): Words {
  return at === null ? t("operation.no_schedule") : time(at);
}
