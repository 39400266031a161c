import { fact } from "../../../domain/facts/fact.ts";
import { currentReader } from "../../../reporting/locales/reader.ts";
import { englishText } from "../../../reporting/fact-text.ts";
import { t } from "../../../reporting/locales/t.ts";
import type { FastifyInstance } from "fastify";
import { listLastRuns, pageRuns } from "../../../store/runs/run-pages.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { field } from "../../access/form.ts";
import { notFound, unusable } from "../../answers.ts";
import type { ConsoleParts, JobCard } from "../../parts.ts";
import { html } from "../../../reporting/html/html.ts";
import { may } from "../../../actions/access/rights.ts";
import { effectsOf, readiness } from "./next-view.ts";
import { jobView, type ShownJob } from "./view.ts";
import { jobsSheet } from "../../../reporting/sheets/jobs.ts";
import { isInUse } from "./in-use.ts";
import { addSheetPage } from "../sheet-page.ts";
import { doneAt } from "../../flash.ts";
import { pageAction, addPageRoute } from "../page-route.ts";
import { sortOf, sortRows } from "../sorting.ts";
import { flag, param } from "../query.ts";
import { shownRun } from "../../../reporting/shown-run.ts";

const RUNS_SHOWN = 15;

const JOB_VALUES = {
  name: ({ name }: ShownJob) => name,
  last: ({ last }: ShownJob) => last?.started_at ?? null,
  good: ({ last_good: good }: ShownJob) => good?.started_at ?? null,
  next: ({ next_run: next }: ShownJob) => next,
  account: ({ account }: ShownJob) => account,
} as const;
const JOB_SORTS = Object.keys(JOB_VALUES) as (keyof typeof JOB_VALUES)[];

/** The jobs: last and next run, errors of the file, and actions. */
export function addJobPages(app: FastifyInstance, parts: ConsoleParts): void {
  const { work, state, setups } = parts;

  addSheetPage(app, {
    url: "/jobs",
    right: "look",
    load: async (request) => {
      const { last, good } = await listLastRuns(state.db);
      const sort = sortOf(request, JOB_SORTS, { by: "name", direction: "asc" });
      const jobs = (await work.jobs()).map((card) => shownJob(card, last, good));
      return { jobs: sortRows(jobs, JOB_VALUES[sort.by], sort.direction), sort };
    },
    head: (_, { actor }) => ({
      title: t("shell.jobs"),
      ...(may(actor, "set up jobs") ? { action: html`<a class="btn" href="/setup">${t("setup.set_up_job")}</a>` } : {}),
    }),
    sheet: ({ jobs }) =>
      jobsSheet(jobs, ({ next_run: next, faults, unset, last }) => isInUse({ nextRun: next, faults, unset }, last !== null)),
  });

  addPageRoute(app, {
    url: "/jobs/:name",
    right: "look",
    load: async (request) => {
      const card = await jobIn(request, parts);
      const { last, good } = await listLastRuns(state.db);
      const { runs } = await pageRuns(state.db, { job: card.name }, { limit: RUNS_SHOWN, offset: 0 });
      const job = shownJob(card, last, good);
      // Once a run was successful, what later runs wait for is on their own pages.
      const asked = card.schedule === null || job.last_good === null;
      const scheduling =
        asked && card.faults.length === 0 && may(request.actor, "set up jobs")
          ? await setups.scheduling(card.name, currentReader().timeZone)
          : null;
      const running = work.running().filter(({ job: of }) => of === card.name);
      return { job, runs: runs.map(shownRun), running, scheduling };
    },
    draw: (data, request) => ({
      title: t("operation.job_name", { name: data.job.name }),
      crumbs: [["/jobs", t("shell.jobs")]],
      content: jobView(data, request),
    }),
  });

  pageAction(app, {
    url: "/jobs/:name/schedule",
    right: "set up jobs",
    act: async (request) => {
      const card = await jobIn(request, parts);
      const { name } = card;
      const before = await setups.scheduling(name, currentReader().timeZone);
      const { last, good } = await listLastRuns(state.db);
      const running = work.running().filter(({ job }) => job === name);
      const effects = before === null ? [] : effectsOf(readiness(shownJob(card, last, good), before, running));
      if (effects.length > 0 && !flag(request, "anyway"))
        throw unusable(
          `${t("setup.job_not_ready")} ${effects.join(" ")} ${t("review.nothing_changed")}`,
          t("setup.correct_first_confirm"),
          "anyway",
        );
      const error = await setups.schedule(name, { text: (of) => field(request, of) }, request.actor.name);
      if (error !== null)
        throw unusable(scheduleError(error.why), t("review.nothing_changed"), error.field === "" ? undefined : error.field);
      return { job: name, ready: effects.length === 0 };
    },
    next: ({ job, ready }) =>
      doneAt(`/jobs/${encodeURIComponent(job)}`, ready ? fact("job.schedule_is_added", {}) : fact("job.schedule_is_added_early", {})),
  });
}

function scheduleError(why: string): string {
  if (why === "time") return t("setup.enter_time_such");
  if (why === "time_zone") return t("shell.language_time_zone_not");
  return t("setup.job_file_changed");
}

async function jobIn(request: ActorsRequest, { work }: ConsoleParts): Promise<JobCard> {
  const name = param(request, "name");
  const card = (await work.jobs()).find((job) => job.name === name);
  if (card === undefined) throw notFound(t("usage.job_does_not_exist"));
  return card;
}

type Lines = Awaited<ReturnType<typeof listLastRuns>>["last"];

function shownJob(card: JobCard, last: Lines, good: Lines): ShownJob {
  const of = (runs: Lines): ShownJob["last"] => {
    const found = runs.find(({ job }) => job === card.name);
    return found === undefined ? null : shownRun(found);
  };
  const { name, account, practice, schedule, nextRun, faults, unset } = card;
  return {
    name,
    account,
    practice,
    schedule,
    next_run: nextRun,
    faults: faults.map(englishText),
    fault_facts: faults,
    unset,
    last: of(last),
    last_good: of(good),
  };
}
