import { z } from "zod";
import { fact, type Fact } from "../../domain/facts/fact.ts";
import { Problem, problemFact, UsageProblem } from "../../domain/problem.ts";
import { englishText, factText, whyJson } from "../../reporting/fact-text.ts";
import { causeDigest } from "../../reporting/removals/evidence-digest.ts";
import { toRemovalJson } from "../../reporting/removals/pending-removals.ts";
import { impactsNow } from "../../review/decided-impact.ts";
import { chooseRemovals, decide, type Chosen, type Decided, type DecidedOn, type DecisionRequest } from "../../review/decisions.ts";
import { isOfFile } from "../../review/workbook-import.ts";
import { otherPartChanged } from "../../review/weigh.ts";
import { listRemovals, type Removal } from "../../store/review/removals.ts";
import { listByIds } from "../../store/review/review-pages.ts";
import { action, help, type Acted, type Context } from "../action.ts";
import { flag, option, optionalDay, reason, texts } from "../input.ts";
import type { NotApplied } from "../work.ts";
import { lineOf, type Outcome } from "./outcome.ts";

/** The results of decisions, job by job. */
interface Applied extends Decided {
  notApplied: NotApplied[];
  problems: Problem[];
}

interface DecisionOutcome extends Outcome {
  not_applied: { id: string; why: string }[];
  /** All that were pending, if all were decided. */
  all?: { removals: number; digest: string };
}

type Asked = Pick<DecisionRequest, "verdict" | "reason" | "keepUntil" | "recommended" | "whole">;

/** Decides removals, for every reviewer and every way to choose them, and has approvals applied. */
async function decideAll(
  context: Context,
  named: { chosen: Chosen[]; refused: Decided["refused"] },
  asked: Asked,
  all?: DecisionOutcome["all"],
): Promise<Acted<DecisionOutcome>> {
  const { state, by, work, now } = context;
  // The limit for one reviewer counts the whole request, across jobs.
  const together = named.chosen.map(({ removal }) => removal);
  const impacts = await impactsNow(state.db, together, now());
  const result: Applied = { decided: [], waiting: [], refused: [...named.refused], notApplied: [], problems: [] };
  if (asked.whole === true && named.refused.length > 0) result.refused.push(...together.map(({ id }) => ({ id, why: otherPartChanged() })));
  else
    for (const [job, part] of Map.groupBy(named.chosen, ({ removal }) => removal.job)) {
      try {
        const { decided, waiting, refused } = await decide(state, part, { ...asked, by, together }, await work.policy(job), now());
        result.decided.push(...decided);
        result.waiting.push(...waiting);
        result.refused.push(...refused);
        if (asked.verdict === "approved") await applied(context, job, decided, result);
      } catch (error) {
        // The job is invalid, or its policy forbids the decision; other jobs continue.
        if (!(error instanceof Problem)) throw error;
        result.problems.push(error);
        const settled = new Set([...result.decided, ...result.waiting, ...result.refused].map(({ id }) => id));
        const open = part.filter(({ removal }) => !settled.has(removal.id));
        result.refused.push(...open.map(({ removal: { id } }) => ({ id, why: problemFact(error) })));
      }
    }
  return outcomeOf(context, result, asked.verdict, impacts, all);
}

/** Has approvals of a job applied. Decisions are kept even if they cannot be applied now; the next run applies them. */
export async function applied(
  { work }: Context,
  job: string,
  decided: readonly Removal[],
  result: Omit<Applied, keyof Decided>,
): Promise<void> {
  if (decided.length === 0) return;
  try {
    result.notApplied.push(...(await work.applyApproved(job, decided)));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    result.problems.push(error);
    // The path of a job file is for those who see the problem itself.
    const cause = isOfFile(error) ? fact("review_row.job_unusable", { job }) : error.fact;
    result.notApplied.push(...decided.map(({ id }) => ({ id, why: fact("removal.stays_approved", { why: cause }) })));
  }
}

async function outcomeOf(
  { state }: Context,
  { decided, waiting, refused, notApplied, problems }: Applied,
  what: Asked["verdict"],
  impacts: NonNullable<Outcome["impacts"]>,
  all: DecisionOutcome["all"],
): Promise<Acted<DecisionOutcome>> {
  const ids = decided.map(({ id }) => id);
  const now = new Map((await listByIds(state.db, ids)).map((removal) => [removal.id, removal]));
  const done = ids.flatMap((id) => now.get(id) ?? []);
  return {
    json: {
      what,
      done: done.map(toRemovalJson),
      returning: [],
      waiting: waiting.map(whyJson),
      refused: refused.map(whyJson),
      remarks: [...new Set(notApplied.map(({ why }) => factText(why)))],
      runs: [],
      impacts,
      not_applied: notApplied.map(({ id, why }) => ({ id, why: englishText(why) })),
      ...(all === undefined ? {} : { all }),
    },
    facts: [fact(what === "approved" ? "removal.some_are_approved" : "removal.some_are_kept", { n: done.length })],
    printed: [
      ...done.map((removal) => lineOf(removal.id, decidedFact(removal, what))),
      ...waiting.map(({ id, why }) => lineOf(id, fact("review.needs_second_reviewer", { why }))),
      ...notApplied.map(({ id, why }) => lineOf(id, fact("review.is_not_applied", { why }))),
      ...refused.map(({ id, why }) => lineOf(id, fact("review.is_not_decided", { why }))),
    ],
    partly: waiting.length + refused.length + notApplied.length > 0,
    problems,
  };
}

/** Returns the fact of a decision, with the status that the removal has now. */
export function decidedFact({ name, key, group_path: group, status, evidence_digest: digest }: Removal, what: Asked["verdict"]): Fact {
  const code = what === "rejected" ? "removal.is_kept" : status === "applied" ? "removal.is_applied" : "removal.is_approved";
  return fact(code, { name, key, group, digest: digest.slice(0, 8) });
}

/** A removal or a cause, and the evidence that was seen; without it, the evidence that it has now. */
const onEvidence = z.array(z.object({ id: z.string(), evidence: z.string() })).default([]);

/** The decision of a form or a program. It names all evidence that was seen. */
export const decideSeen = action(
  "/review/decide",
  "decide",
  {
    verdict: z.enum(["approved", "rejected"]),
    reason,
    until: optionalDay,
    removals: onEvidence,
    causes: onEvidence,
    recommended: texts,
    together: flag,
  },
  async (context, { verdict, reason: why, until, removals, causes, recommended, together: whole }) => {
    const named = await chooseRemovals(context.state.db, { removals, causes });
    const ids = recommended.includes("all") ? named.chosen.map(({ removal }) => removal.id) : recommended;
    const keepUntil = verdict === "rejected" ? until : null;
    return decideAll(context, named, { verdict, reason: why, keepUntil, recommended: new Set(verdict === "approved" ? ids : []), whole });
  },
);

/** Parses `R-7k2mwqp`, or an id with the evidence that the reviewer saw: `R-7k2mwqp@1f2e3d4c`. */
function decidedOn(given: string): DecidedOn {
  const [id = "", evidence] = given.split("@", 2);
  return { id, evidence: evidence === undefined ? null : evidence.toLowerCase() };
}

const typed = {
  ids: texts,
  cause: option(texts, "--cause <id...>", "decide all pending removals of these causes"),
  all: option(flag, "--all", "decide all that are pending now (of --job), after printing their number and a digest"),
  reason,
};

/** The decision of a command, which may leave out the evidence. */
async function decideTyped(
  context: Context,
  verdict: Asked["verdict"],
  { ids, cause, all, reason: why, until = null }: { ids: string[]; cause: string[]; all: boolean; reason: string; until?: Date | null },
): Promise<Acted<DecisionOutcome>> {
  if (all === ids.length + cause.length > 0) throw new UsageProblem(fact("usage.needs_removals", {}), fact("advice.list_removals", {}));
  const asked = { verdict, reason: why, keepUntil: until };
  const { db } = context.state;
  if (!all) return decideAll(context, await chooseRemovals(db, { removals: ids.map(decidedOn), causes: cause.map(decidedOn) }), asked);
  const job = await context.work.namedJob();
  const pending = await listRemovals(db, { ...(job === null ? {} : { job }), status: ["pending"] });
  const chosen = pending.map((removal) => ({ removal, evidence: removal.evidence_digest }));
  const digest = causeDigest(pending);
  context.say?.(fact("review.pending_with_digest", { n: chosen.length, digest: digest.slice(0, 8) }));
  return decideAll(context, { chosen, refused: [] }, asked, { removals: chosen.length, digest });
}

const print = ({ all, done, waiting, refused, not_applied }: DecisionOutcome): object => ({
  ...(all === undefined ? {} : { all }),
  decided: done,
  waiting,
  refused,
  not_applied,
});

/** Decisions on pending removals. */
export const DECISION_ACTIONS = [
  decideSeen,
  action(null, "decide", typed, (context, input) => decideTyped(context, "approved", input), {
    command: help(
      "review approve [ids...]",
      "approve removals, which are then applied immediately",
      'review approve R-7k2mwqp --reason "Moved to Finance in April"',
      'review approve R-7k2mwqp@1f2e3d4c --reason "…"      # only if the evidence is still what `show` printed',
      'review approve --cause C-1f2e3d4c --reason "The department was renamed" --reviewer "Ana Ruiz"',
    ),
    print,
    job: "removal",
  }),
  action(
    null,
    "decide",
    { ...typed, until: option(optionalDay, "--until <date>", "keep them until this day, such as 2027-01-31; then they are pending again") },
    (context, input) => decideTyped(context, "rejected", input),
    {
      command: help(
        "review reject [ids...]",
        "keep memberships until a date, or until the evidence changes",
        'review reject R-7k2mwqp --reason "Still in the project"',
        'review reject R-7k2mwqp@1f2e3d4c --reason "…"      # only if the evidence is still what `show` printed',
        'review reject --cause C-1f2e3d4c --reason "The rename was a mistake" --reviewer "Ana Ruiz"',
        'review reject R-7k2mwqp --until 2027-01-31 --reason "Stays in the project"',
      ),
      print,
      job: "removal",
    },
  ),
];
