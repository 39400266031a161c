import { englishText, factText, whyJson } from "../../reporting/fact-text.ts";
import { removalStatusLabel } from "../../reporting/labels.ts";
import { t } from "../../reporting/locales/t.ts";
import { readableText } from "../../domain/names.ts";
import { fact } from "../../domain/facts/fact.ts";
import { EXIT, Problem, UsageProblem, type ExitCode } from "../../domain/problem.ts";
import { chooseRemovals, decide, type Chosen, type Decided, type DecidedOn, type DecisionRequest } from "../../review/decisions.ts";
import { toRemovalJson } from "../../reporting/removals/pending-removals.ts";
import { applyDecisions } from "../../pipeline/pipeline.ts";
import { causeDigest } from "../../reporting/removals/evidence-digest.ts";
import { findRemoval, listRemovals, type Removal } from "../../store/review/removals.ts";
import { findRun } from "../../store/runs/runs.ts";
import type { State } from "../../state/state.ts";
import { endWith, worst } from "../failure.ts";
import { print, printError, printJson } from "../../app/output.ts";
import { reportProgress } from "../../app/progress.ts";
import { whoActs } from "../proven-actor.ts";
import { problemText } from "../view/problem.ts";
import { plain } from "../../app/view/terminal.ts";
import { loadConfiguration, withOpenJob, withState, type CommonOptions } from "../../app/open-session.ts";
import { untilDate } from "./until.ts";
import type { Call } from "../../app/io.ts";

export interface DecideOptions extends CommonOptions {
  job?: string;
  cause?: string[];
  all?: boolean;
  reason?: string;
  reviewer?: string;
  until?: string;
}

type Outcome = Decided & { notApplied: { id: string; why: string }[] };

/** `review approve` and `review reject`. */
export async function decideCommand(io: Call, ids: string[], options: DecideOptions, verdict: DecisionRequest["verdict"]): Promise<void> {
  const all = options.all === true;
  const named = ids.length + (options.cause ?? []).length;
  if (all === named > 0) throw new UsageProblem(fact("usage.needs_removals", {}), fact("advice.list_removals", {}));
  const reason = options.reason ?? "";
  if (readableText(reason) === "") throw new UsageProblem(fact("usage.reason_missing", {}));
  const keepUntil = options.until === undefined ? null : untilDate(io, options.until);
  await withState(io, options, async (state) => {
    const by = await whoActs(io, state, options.reviewer, "decide", io.now());
    const { chosen, refused } = all
      ? { chosen: await choosePending(io, state, options.job), refused: [] }
      : await chooseRemovals(state.db, { removals: ids.map(decidedOn), causes: (options.cause ?? []).map(decidedOn) });
    const shown = { removals: chosen.length, digest: causeDigest(chosen.map(({ removal }) => removal)) };
    // Before anything is decided: what a run finds from now on is not among them.
    if (all && options.json !== true) print(io, t("review.pending_with_digest", { n: shown.removals, digest: shown.digest.slice(0, 8) }));
    // The limit for one reviewer counts the whole request, across jobs.
    const request = { verdict, by, reason, keepUntil, together: chosen.map(({ removal }) => removal) };
    let code: ExitCode = refused.length > 0 ? EXIT.partly : EXIT.done;
    const outcome: Outcome = { decided: [], waiting: [], refused: [...refused], notApplied: [] };
    for (const part of Map.groupBy(chosen, ({ removal }) => removal.job).values()) {
      const jobFile = options.job ?? (await jobFileOf(state, part[0]?.removal));
      const { code: ended, ...result } = await decideForJob(io, state, jobFile, part, request, options);
      outcome.decided.push(...result.decided);
      outcome.waiting.push(...result.waiting);
      outcome.refused.push(...result.refused);
      outcome.notApplied.push(...result.notApplied);
      code = worst(code, ended);
    }
    const { waiting, refused: notDecided, notApplied } = outcome;
    if (options.json === true)
      printJson(io, {
        ...(all ? { all: shown } : {}),
        decided: await current(state, outcome.decided),
        waiting: waiting.map(whyJson),
        refused: notDecided.map(whyJson),
        not_applied: notApplied,
      });
    else print(io, await outcomeText(state, outcome, verdict));
    endWith(io, code);
  });
}

/** Returns the removals that are pending now, of one job or of all, on the evidence that they have now. */
async function choosePending(io: Call, state: State, jobFile: string | undefined): Promise<Chosen[]> {
  const job = jobFile === undefined ? {} : { job: (await loadConfiguration(io, jobFile)).job.name };
  const pending = await listRemovals(state.db, { ...job, status: ["pending"] });
  return pending.map((removal) => ({ removal, evidence: removal.evidence_digest }));
}

/** Parses `R-7k2mwqp`, or an id with the evidence that the reviewer saw: `R-7k2mwqp@1f2e3d4c`. */
function decidedOn(text: string): DecidedOn {
  const [id = "", evidence] = text.split("@", 2);
  return { id, evidence: evidence === undefined ? null : evidence.toLowerCase() };
}

async function decideForJob(
  io: Call,
  state: State,
  jobFile: string,
  chosen: readonly Chosen[],
  request: Pick<DecisionRequest, "verdict" | "by" | "reason" | "keepUntil" | "together">,
  options: DecideOptions,
): Promise<Outcome & { code: ExitCode }> {
  const { job, mapping } = await loadConfiguration(io, jobFile);
  const progress = reportProgress(io, options.quiet === true);
  return withOpenJob(io, state, job, mapping, progress, async ({ session, connect }) => {
    const result = await decide(state, chosen, request, job.policy, session.now());
    const partly = result.refused.length + result.waiting.length > 0;
    if (request.verdict === "rejected" || result.decided.length === 0) {
      return { ...result, notApplied: [], code: partly ? EXIT.partly : EXIT.done };
    }
    try {
      const notApplied = await applyDecisions(session, connect, result.decided);
      return {
        ...result,
        notApplied: notApplied.map(({ id, why }) => ({ id, why: englishText(why) })),
        code: partly || notApplied.length > 0 ? EXIT.partly : EXIT.done,
      };
    } catch (error) {
      // The decisions are stored; the next run applies them.
      if (!(error instanceof Problem)) throw error;
      progress.end();
      printError(io, problemText(io, error));
      const why = t("review.stays_approved", { why: factText(error.fact) });
      return { ...result, notApplied: result.decided.map(({ id }) => ({ id, why })), code: error.exit };
    }
  });
}

/** Returns the job file of the last run that found a removal. */
export async function jobFileOf(state: State, removal: Removal | undefined): Promise<string> {
  const run = removal === undefined ? undefined : await findRun(state.db, removal.last_run);
  if (run === undefined)
    throw new UsageProblem(fact("usage.job_of_removal_is_unknown", {}), fact("advice.add_option", { option: "--job JOB" }));
  return run.job_file;
}

async function current(state: State, removals: readonly Removal[]) {
  const now = await Promise.all(removals.map((removal) => findRemoval(state.db, removal.id)));
  return now.flatMap((removal) => (removal === undefined ? [] : [toRemovalJson(removal)]));
}

async function outcomeText(
  state: State,
  { decided, waiting, refused, notApplied }: Outcome,
  verdict: DecisionRequest["verdict"],
): Promise<string> {
  const lines: string[] = [];
  for (const { id, status, person, group, evidence_digest: digest } of await current(state, decided)) {
    const what =
      verdict === "rejected" ? "review.keeps_group" : status === "applied" ? "review.is_out_of_group" : "review.is_still_in_group";
    const text = t(what, { name: `${person.name} (${person.key})`, group: group.path });
    lines.push(`${id}  ${removalStatusLabel(status)}: ${text} [${t("review.evidence")} ${digest.slice(0, 8)}]`);
  }
  for (const { id, why } of waiting) lines.push(`${id}  ${t("review.needs_second_reviewer", { why: factText(why) })}`);
  for (const { id, why } of notApplied) lines.push(`${id}  ${t("review.is_not_applied", { why })}`);
  for (const { id, why } of refused) lines.push(`${id}  ${t("review.is_not_decided", { why: factText(why) })}`);
  return lines.map(plain).join("\n");
}
