import { fact } from "../domain/facts/fact.ts";
import { requestReload } from "../store/settings.ts";
import { action, help, type Context } from "./action.ts";
import { flag, text } from "./input.ts";
import { InputProblem, NotFoundProblem } from "./refusals.ts";
import { byRun } from "./runs.ts";

/** Larger exports belong where the job looks for them. */
const MAX_UPLOAD_BYTES = 100 << 20;

const name = text();

async function refuseUnknown({ work }: Context, job: string): Promise<void> {
  if (!(await work.jobs()).some((one) => one.name === job)) throw new NotFoundProblem(fact("usage.job_does_not_exist", {}));
}

/** Actions on jobs. On the command line, `sync` and `plan` start runs, and show them. */
export const JOB_ACTIONS = [
  action("/jobs/:name/run", "run", { name, plan_only: flag }, async (context, { name: job, plan_only: planOnly }) => {
    await refuseUnknown(context, job);
    const run = await context.work.start(job, { by: context.by, file: null, complete: false, planOnly });
    return byRun(run, planOnly ? "run.plan_is_made" : "run.is_started");
  }),
  // Only a plan: its changes are reviewed before anything is sent.
  action(
    "/jobs/:name/upload",
    "run",
    { name, complete: flag },
    async (context, { name: job, complete }) => {
      const { work, by, file = null } = context;
      await refuseUnknown(context, job);
      if (file === null)
        throw new InputProblem(fact("usage.file_is_missing", {}), { field: "file", next: fact("advice.choose_export", {}) });
      const run = await work.start(job, { by, file: { name: file.name, path: file.path }, complete, planOnly: true });
      // From here on it belongs to the run, which deletes it when it has been read.
      file.keep = true;
      return byRun(run, "run.plan_is_made");
    },
    { upload: { bytes: MAX_UPLOAD_BYTES } },
  ),
  action(
    "/jobs/reload",
    "run",
    {},
    async ({ state, now }) => {
      const at = now();
      await requestReload(state.db, at);
      return { json: { asked: at.toISOString() }, facts: [fact("job.files_reload", {})] };
    },
    { command: help("jobs reload", "make the schedulers read the job files again; SIGHUP does the same for one process", "jobs reload") },
  ),
];
