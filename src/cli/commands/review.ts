import type { Command } from "commander";
import { EXIT, Problem, UsageProblem, type ExitCode } from "../../model/problem.ts";
import { chooseRemovals, decide, type Decided, type DecisionRequest } from "../../review/decisions.ts";
import { byCause, listed } from "../../review/removals.ts";
import { carryOutDecisions } from "../../run.ts";
import { findRemoval, listRemovals, type Removal } from "../../store/removals.ts";
import { findRun } from "../../store/runs.ts";
import type { RemovalStatus } from "../../store/schema.ts";
import type { State } from "../../store/state.ts";
import { endWith } from "../failure.ts";
import { withCommonOptions, withExamples } from "../options.ts";
import { print, printJson } from "../output.ts";
import { reportProgress } from "../progress.ts";
import { problemText } from "../view/problem.ts";
import { removalText } from "../view/removal.ts";
import { causesText } from "../view/tables.ts";
import { loadConfiguration, withOpenJob, withState, type CommonOptions } from "../wire.ts";
import { defaultReviewer } from "./runs.ts";

interface ReviewOptions extends CommonOptions {
  job?: string;
  status?: string;
  cause?: string[];
  reason?: string;
  reviewer?: string;
}

const statuses: readonly RemovalStatus[] = ["pending", "approved", "rejected", "applied", "superseded", "expired"];

export function addReview(program: Command): void {
  const review = program.command("review").description("the removals that wait for a decision: list, show, approve, reject");
  withExamples(
    withCommonOptions(
      review
        .command("list")
        .description("what is pending, by cause")
        .option("--job <name>", "of this job only")
        .option("--status <status>", `one of ${statuses.join(", ")}, or all`, "pending"),
    ).action(listCommand),
    "rollcall review list",
    "rollcall review list --status rejected --json",
  );
  withExamples(
    withCommonOptions(review.command("show <id>").description("one removal with its evidence")).action(showCommand),
    "rollcall review show R-7k2mwqp",
  );
  for (const [name, verdict, what] of [
    ["approve", "approved", "let memberships be removed; carried out at once"],
    ["reject", "rejected", "keep memberships, until the evidence changes"],
  ] as const) {
    withExamples(
      withCommonOptions(
        review
          .command(`${name} [ids...]`)
          .description(what)
          .option("--cause <id...>", "all pending removals of these causes")
          .option("--reason <text>", "why: it goes into the audit trail", "")
          .option("--reviewer <name>", "who decides", defaultReviewer())
          .option("--job <job>", "the job's file, when it is not where the run found it"),
      ).action((ids: string[], options: ReviewOptions) => decideCommand(ids, options, verdict)),
      `rollcall review ${name} R-7k2mwqp --reason "Moved to Finance in April"`,
      `rollcall review ${name} --cause C-1f2e3d4c --reason "The department was renamed" --reviewer "Ana Ruiz"`,
    );
  }
}

async function listCommand(options: ReviewOptions): Promise<void> {
  const status = options.status ?? "pending";
  if (status !== "all" && !statuses.includes(status as RemovalStatus)) {
    throw new UsageProblem(`--status takes one of ${statuses.join(", ")}, or all, not ${status}.`);
  }
  await withState(options, async ({ db }) => {
    const removals = await listRemovals(db, {
      ...(options.job === undefined ? {} : { job: options.job }),
      ...(status === "all" ? {} : { status: [status as RemovalStatus] }),
    });
    if (options.json === true) printJson(removals.map(listed));
    else print(removals.length === 0 ? "Nothing waits for a decision." : causesText(byCause(removals)));
    if (options.json === true || status !== "pending") return;
    const approved = await listRemovals(db, { ...(options.job === undefined ? {} : { job: options.job }), status: ["approved"] });
    if (approved.length > 0) {
      print(
        `\n${approved.length} approved removals are not carried out yet: rollcall review list --status approved. The next run tries again.`,
      );
    }
  });
}

async function showCommand(id: string, options: ReviewOptions): Promise<void> {
  await withState(options, async ({ db }) => {
    const removal = await findRemoval(db, id);
    if (removal === undefined) throw new UsageProblem(`There is no removal ${id}.`, "`rollcall review list` shows what is pending.");
    const earlier = (await listRemovals(db, { job: removal.job, key: removal.key })).filter(
      (other) => other.group_id === removal.group_id && other.id !== id,
    );
    if (options.json === true)
      printJson({
        ...listed(removal),
        evidence: removal.evidence,
        decided_by: removal.decided_by,
        decided_at: removal.decided_at,
        decision_reason: removal.decision_reason,
        outcome: removal.outcome,
        earlier: earlier.map(listed),
      });
    else print(removalText(removal, earlier));
  });
}

async function decideCommand(ids: string[], options: ReviewOptions, verdict: DecisionRequest["verdict"]): Promise<void> {
  const request: DecisionRequest = {
    ids,
    causes: options.cause ?? [],
    verdict,
    by: options.reviewer ?? defaultReviewer(),
    reason: options.reason ?? "",
  };
  if (ids.length + request.causes.length === 0)
    throw new UsageProblem(
      "Name removals by their ids, or a cause with --cause ID. Nothing was decided.",
      "`rollcall review list` shows what is pending.",
    );
  if (request.reason.trim() === "") throw new UsageProblem("A decision needs a reason: --reason TEXT. Nothing was decided.");
  await withState(options, async (state) => {
    const chosen = await chooseRemovals(state.db, request);
    let code: number = EXIT.done;
    const outcome: { decided: Removal[]; refused: { id: string; why: string }[]; notApplied: { id: string; why: string }[] } = {
      decided: [],
      refused: [],
      notApplied: [],
    };
    for (const removals of Map.groupBy(chosen, (removal) => removal.job).values()) {
      const part = await decideForJob(state, options.job ?? (await jobFileOf(state, removals[0])), removals, request, options);
      outcome.decided.push(...part.decided);
      outcome.refused.push(...part.refused);
      outcome.notApplied.push(...part.notApplied);
      code = Math.max(code, part.code);
    }
    if (options.json === true)
      printJson({ decided: await current(state, outcome.decided), refused: outcome.refused, not_applied: outcome.notApplied });
    else print(await outcomeText(state, outcome, verdict));
    endWith(code);
  });
}

async function decideForJob(
  state: State,
  jobFile: string,
  removals: readonly Removal[],
  request: DecisionRequest,
  options: ReviewOptions,
): Promise<Decided & { notApplied: { id: string; why: string }[]; code: ExitCode }> {
  const { job, mapping } = await loadConfiguration(jobFile);
  const progress = reportProgress(process.stderr, options.quiet === true);
  return withOpenJob(state, job, mapping, progress, async ({ session, connect }) => {
    const result = await decide(state, removals, request, job.policy, session.now());
    if (request.verdict === "rejected" || result.decided.length === 0) {
      return { ...result, notApplied: [], code: result.refused.length > 0 ? EXIT.partly : EXIT.done };
    }
    try {
      const notApplied = await carryOutDecisions(session, connect, result.decided);
      return { ...result, notApplied, code: result.refused.length + notApplied.length > 0 ? EXIT.partly : EXIT.done };
    } catch (error) {
      // The decisions stand whatever stopped their carrying out; the next run goes on with them.
      if (!(error instanceof Problem)) throw error;
      progress.end();
      console.error(problemText(error));
      const why = `${error.message} It stays approved; the next run carries it out.`;
      return { ...result, notApplied: result.decided.map(({ id }) => ({ id, why })), code: error.exit };
    }
  });
}

async function jobFileOf(state: State, removal: Removal | undefined): Promise<string> {
  const run = removal === undefined ? undefined : await findRun(state.db, removal.last_run);
  if (run === undefined) throw new UsageProblem("The job file of this removal is not known.", "Name it with --job JOB.");
  return run.job_file;
}

async function current(state: State, removals: readonly Removal[]) {
  const now = await Promise.all(removals.map((removal) => findRemoval(state.db, removal.id)));
  return now.flatMap((removal) => (removal === undefined ? [] : [listed(removal)]));
}

async function outcomeText(
  state: State,
  {
    decided,
    refused,
    notApplied,
  }: { decided: Removal[]; refused: { id: string; why: string }[]; notApplied: { id: string; why: string }[] },
  verdict: DecisionRequest["verdict"],
): Promise<string> {
  const lines: string[] = [];
  for (const { id, status, person, group } of await current(state, decided)) {
    const what = verdict === "rejected" ? "keeps" : status === "applied" ? "is no longer in" : "not yet removed from";
    lines.push(`${id}  ${status.padEnd(10)} ${person.name} (${person.key}) ${what} ${group.path}`);
  }
  for (const { id, why } of notApplied) lines.push(`${id}  not carried out: ${why}`);
  for (const { id, why } of refused) lines.push(`${id}  not decided: ${why}`);
  return lines.join("\n");
}
