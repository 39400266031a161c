import { z } from "zod";
import { fact } from "../../domain/facts/fact.ts";
import { Problem, problemFact } from "../../domain/problem.ts";
import { factText } from "../../reporting/fact-text.ts";
import { comment, reassign, undo } from "../../review/change-decision.ts";
import { listDecidedWith, listUndoing } from "../../store/review/decided.ts";
import { findRemoval, type Removal } from "../../store/review/removals.ts";
import { listByIds } from "../../store/review/review-pages.ts";
import { action, help, type Context } from "../action.ts";
import { option, optionalReason, optionalText, reason, text, texts } from "../input.ts";
import { InputProblem, NotFoundProblem } from "../refusals.ts";
import { byRun } from "../runs.ts";
import { changedOutcome, type Outcome } from "./outcome.ts";

/** Whether memberships that are removed already are added back. `ask`: a later run then asks for a decision again. */
const addBackWord = z
  .union([z.boolean(), z.string()])
  .optional()
  .transform((given) => (given === "ask" ? "ask" : given === true || given === "yes" ? "keep" : "no"));

/** Removals by id, also with their evidence, or those that were decided together with one at a time. */
const subject = { removals: texts, decision: optionalText };

async function removalsNamed(
  { state }: Context,
  { removals, decision }: { removals: string[]; decision: string | null },
): Promise<Removal[]> {
  if (decision !== null) {
    const [id = "", at = ""] = decision.split("@", 2);
    const time = new Date(at);
    const together = Number.isNaN(time.getTime()) ? [] : await listDecidedWith(state.db, id, time);
    if (together.length > 0)
      return listByIds(
        state.db,
        together.map((removal) => removal.id),
      );
    throw new InputProblem(fact("usage.decision_is_changed", {}), { field: "decision", next: fact("advice.reload_page", {}) });
  }
  const ids = new Set(removals.flatMap((given) => given.split(",").map((one) => one.split("@", 1)[0] ?? "")).filter((id) => id !== ""));
  if (ids.size === 0)
    throw new InputProblem(fact("usage.no_removal_named", {}), { field: "removals", next: fact("advice.list_removals", {}) });
  const found = await listByIds(state.db, [...ids]);
  const known = new Set(found.map(({ id }) => id));
  const unknown = [...ids].find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new InputProblem(fact("usage.removal_does_not_exist", { removal: unknown }), {
      field: "removals",
      next: fact("advice.list_removals", {}),
    });
  return found;
}

const idsOf = (removals: readonly Removal[]): string[] => removals.map(({ id }) => id);

/** Returns the output of `--json`. */
const print = ({ done, refused }: Outcome): object => ({ done, refused });

/** Approvals that are not sent yet are cancelled. Memberships that are removed already are added back by a run of each job. */
const undoDecisions = action(
  "/review/undo",
  "decide",
  { ...subject, reason: optionalReason, add_back: addBackWord },
  async (context, { reason: why, add_back: back, ...named }) => {
    const { state, by, work, now } = context;
    const removals = await removalsNamed(context, named);
    const kept = removals.every(({ status }) => status === "rejected");
    const applied = removals.filter(({ status, restored }) => back !== "no" && status === "applied" && restored === null);
    const rest = removals.filter((removal) => !applied.includes(removal));
    const { done, refused } = await undo(state, idsOf(rest), by, why, now());
    const [returning, runs]: [Removal[], string[]] = [[], []];
    for (const [job, theirs] of Map.groupBy(applied, (removal) => removal.job)) {
      try {
        runs.push(await work.addBack(job, idsOf(theirs), by, why, back === "ask"));
        returning.push(...theirs);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        refused.push(...theirs.map(({ id }) => ({ id, why: problemFact(error) })));
      }
    }
    const counts = { n: returning.length, cancelled: done.length };
    const said =
      runs.length === 0
        ? fact(kept ? "removal.keeping_is_undone" : "removal.approvals_are_undone", { n: done.length })
        : fact(back === "ask" ? "removal.some_are_added_back_to_ask" : "removal.some_are_added_back_to_stay", counts);
    const outcome = changedOutcome(
      kept ? "keep_undone" : "undone",
      { done, refused, returning, runs },
      fact("removal.is_pending_again", {}),
    );
    return { ...outcome, facts: [said] };
  },
  {
    command: help(
      "review undo <removals...>",
      "undo decisions: approvals that haven't been sent yet, and decisions to keep",
      'review undo R-7k2mwqp --reason "Wrong person"',
    ),
    print,
    reasonInForms: true,
  },
);

const handOver = action(
  "/review/hand-over",
  "decide",
  {
    ...subject,
    to: option(text("usage.assignee_is_missing"), "--to <name>", "the other reviewer, or a role: role:reviewer"),
    reason: option(text("usage.reassigning_needs_comment"), "--comment <text>", "a comment for the other reviewer"),
  },
  async (context, { to, reason: note, ...named }) => {
    const { state, by, work, now } = context;
    const changed = await reassign(state, idsOf(await removalsNamed(context, named)), by, to, note, now());
    const faults = await work.mailReassigned(changed.done, { to, by: by.name, note });
    const outcome = changedOutcome(
      "handed_over",
      { ...changed, remarks: faults.map(factText) },
      fact("removal.is_reassigned_to", { name: to }),
    );
    return { ...outcome, facts: [fact("removal.is_reassigned", {})], remarks: faults };
  },
  {
    command: help(
      "review reassign <removals...>",
      "ask another reviewer to decide",
      'review reassign R-7k2mwqp --to "Jon Aranda" --comment "Is she still on your project?"',
    ),
    print,
  },
);

const addComment = action(
  "/review/comment",
  "decide",
  { ...subject, reason: option(text("usage.comment_is_empty"), "--comment <text>", "the comment") },
  async (context, { reason: note, ...named }) => {
    const { state, by, now } = context;
    const changed = await comment(state, idsOf(await removalsNamed(context, named)), by, note, now());
    return changedOutcome("commented", changed, fact("removal.is_commented", {}));
  },
  {
    command: help("review comment <removals...>", "add a comment to removals", 'review comment R-7k2mwqp --comment "Asked HR on Monday"'),
    print,
  },
);

/** One applied removal. It continues in the background, as a run. */
const addBack = action("/review/add-back", "decide", { removal: text(), reason, add_back: addBackWord }, async (context, input) => {
  const { state, by, work } = context;
  const removal = await findRemoval(state.db, input.removal);
  if (removal === undefined) throw new NotFoundProblem(fact("usage.removal_does_not_exist", { removal: input.removal }));
  if (removal.status !== "applied" || removal.restored !== null || (await listUndoing(state.db, [removal.id])).size > 0)
    throw new InputProblem(fact("removal.cannot_be_added_back", {}), { field: "removal" });
  const asking = input.add_back === "ask";
  const run = await work.addBack(removal.job, [removal.id], by, input.reason, asking);
  return byRun(run, asking ? "run.adds_membership_back_to_ask" : "run.adds_membership_back_to_stay");
});

/** Changes of decisions, and what reviewers say about removals. Those with an outcome for each. */
export const OUTCOME_ACTIONS = [undoDecisions, handOver, addComment];
export const CHANGE_ACTIONS = [...OUTCOME_ACTIONS, addBack];
