import { fact, type PlainCode } from "../domain/facts/fact.ts";
import { releaseArea } from "../review/missing-areas.ts";
import { findRun, type Run } from "../store/runs/runs.ts";
import { action, help, type Acted, type Context } from "./action.ts";
import { option, optionalDay, optionalReason, reason, text } from "./input.ts";
import { NotFoundProblem } from "./refusals.ts";

const id = text();

/** Returns a stored run. */
export async function runNamed({ state }: Pick<Context, "state">, run: string): Promise<Run> {
  const found = await findRun(state.db, run);
  if (found === undefined) throw new NotFoundProblem(fact("run.does_not_exist", { run }), fact("advice.list_runs", {}));
  return found;
}

/** A run does it in the background, or a command has printed it. */
export function byRun(run: string, said: PlainCode): Acted<{ run: string }> {
  return { json: { run }, facts: [fact(said, {})], at: `/runs/${encodeURIComponent(run)}` };
}

/** Actions on a stored run. */
export const RUN_ACTIONS = [
  action(
    "/runs/:id/resume",
    "run",
    { id },
    async (context, input) => {
      await runNamed(context, input.id);
      await context.work.resume(input.id, context.by);
      return byRun(input.id, "run.is_resumed");
    },
    {
      command: help("runs resume <run>", "continue an interrupted run, or apply a plan", "runs resume 20260430-023000-x7ke"),
      job: "run",
    },
  ),
  action(
    "/runs/:id/approve",
    "run",
    { id, reason },
    async (context, input) => {
      await runNamed(context, input.id);
      await context.work.approve(input.id, context.by, input.reason);
      return byRun(input.id, "run.is_released");
    },
    {
      command: help(
        "runs approve <run>",
        "approve a run that a limit put on hold",
        'runs approve 20260430-023000-x7ke --reason "The merger: 400 people join"',
      ),
      job: "run",
    },
  ),
  // A run that waits applies the release itself; after a completed one, the export is read again.
  action(
    "/runs/:id/release",
    "run",
    { id, area: option(text(), "--area <column=value>", "the area, as the run names it"), reason },
    async ({ state, by, work, now }, { id: waiting, area, reason: why }) => {
      await runNamed({ state }, waiting);
      const { job, status } = await releaseArea(state, { run: waiting, area, by, reason: why, now: now() });
      const run = status === "completed" ? await work.start(job, { by, file: null, complete: false, planOnly: false }) : waiting;
      const [release, cancel] = [`\`rollcall runs approve ${run} --reason "…"\``, `\`rollcall runs cancel ${run}\``];
      const next =
        status === "held"
          ? fact("report.if_plan_right", { release, cancel })
          : fact("report.then_continue_resume", { resume: `\`rollcall runs resume ${run}\`` });
      return {
        ...byRun(run, "run.is_released"),
        json: { run, status, released: area },
        printed: [fact("run.area_released", { area }), next],
      };
    },
    {
      command: help(
        "runs release <run>",
        "release a missing area, whose people a run blocked, and apply what the export says about them",
        'runs release 20260430-023000-x7ke --area City=Lisbon --reason "The office is closed"',
      ),
      job: "run",
    },
  ),
  action(
    "/runs/:id/cancel",
    "run",
    { id, reason: optionalReason },
    async (context, input) => {
      await runNamed(context, input.id);
      await context.work.cancel(input.id, context.by, input.reason);
      return byRun(input.id, "run.is_cancelled");
    },
    {
      command: help(
        "runs cancel <run>",
        "discard a run; changes it hasn't sent are never sent",
        'runs cancel 20260430-023000-x7ke --reason "The file of last week"',
      ),
      reasonInForms: true,
    },
  ),
  action(
    "/runs/:id/revert",
    "run",
    { id, reason, until: option(optionalDay, "--until <date>", "last day of the exceptions, such as 2027-01-31 (default: no end date)") },
    async (context, input) => {
      await runNamed(context, input.id);
      return byRun(await context.work.revert(input.id, context.by, input.reason, input.until), "run.adds_memberships_back");
    },
    {
      command: help(
        "runs revert <run>",
        "undo the removals of a run, including those approved in a review, and keep the memberships as exceptions",
        'runs revert 20260430-023000-x7ke --reason "The rename was a mistake in HR"',
      ),
      job: "run",
      confirm: "confirm",
    },
  ),
];
