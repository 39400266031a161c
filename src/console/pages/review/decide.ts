import type { FastifyInstance } from "fastify";
import { endOfDay } from "../../../domain/clock.ts";
import { Problem } from "../../../domain/problem.ts";
import { comment, reassign, undo, type Changed } from "../../../review/change-decision.ts";
import { chooseRemovals, decide, type Chosen, type DecidedOn } from "../../../review/decisions.ts";
import { refuseChangedAdvice } from "../../../review/recommended.ts";
import { toRemovalJson } from "../../../reporting/removals/pending-removals.ts";
import { findRemoval, type Removal } from "../../../store/review/removals.ts";
import { listByIds } from "../../../store/review/review-pages.ts";
import { recentReasons } from "../../../store/review/review-progress.ts";
import { may } from "../../access/rights.ts";
import { field, fields } from "../../access/form.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { notFound, unusable } from "../../answers.ts";
import type { ConsoleParts } from "../../parts.ts";
import { outcomeView } from "./outcome-view.ts";
import { removalPage } from "./removal-view.ts";
import { Outcomes, type Outcome } from "./outcomes.ts";
import { pageAction, addPageRoute, pageOnly } from "../page-route.ts";
import { chosen, ids, needed, param, query, refuseDay } from "../query.ts";
import { shownRemovals, wholeRemoval } from "./removal-data.ts";
import { RECENT_REASONS, reviewerNames } from "./routes.ts";

/** One removal with its evidence, and everything that is done about removals. */
export function addDecisionPages(app: FastifyInstance, parts: ConsoleParts): void {
  const { state } = parts;
  const outcomes = new Outcomes();
  const shown = (outcome: Outcome, { actor }: ActorsRequest): string => `/review/done/${outcomes.keep(actor.name, outcome)}`;

  addPageRoute(app, {
    url: "/review/removals/:id",
    right: "look",
    load: async (request) => {
      const found = await removalIn(request, parts);
      const asked = query(request, "stakes") !== null;
      const removal = await wholeRemoval(state.db, found, parts.now());
      const recent = may(request.actor, "decide") ? await recentReasons(state.db, request.actor.name, RECENT_REASONS) : [];
      return {
        removal,
        stakes: asked ? await impactOf(parts, found) : null,
        reviewers: await reviewerNames(parts),
        recent_reasons: recent,
      };
    },
    draw: (data, request) => removalPage(data, request),
  });

  pageAction(app, {
    url: "/review/decide",
    right: "decide",
    act: (request) => decided(parts, request),
    next: shown,
  });
  const change = (
    name: string,
    what: Outcome["what"],
    act: (request: ActorsRequest, named: string[]) => Promise<Changed & { remarks?: string[] }>,
  ): void =>
    pageAction(app, {
      url: `/review/${name}`,
      right: "decide",
      act: async (request): Promise<Outcome> => {
        const named = await namedIn(parts, request, outcomes);
        const kept = what === "undone" && (await listByIds(state.db, named)).every(({ status }) => status === "rejected");
        const { done, refused, remarks = [] } = await act(request, named);
        return { what: kept ? "keep_undone" : what, done: done.map(toRemovalJson), waiting: [], refused, remarks };
      },
      next: (outcome, request) => {
        const [only, ...more] = outcome.done;
        const whole = outcome.refused.length + outcome.remarks.length === 0 && only !== undefined && more.length === 0 && what !== "undone";
        return whole ? `/review/removals/${only.id}?done=${name}` : shown(outcome, request);
      },
    });
  change("hand-over", "handed_over", async (request, named) => {
    const to = needed(request, "to", "Name the reviewer to reassign to. Nothing was changed.");
    const note = textIn(request, "Reassigning needs a comment.");
    const changed = await reassign(state, named, request.actor, to, note, parts.now());
    const remarks = await parts.work.mailReassigned(changed.done, { to: to.trim(), by: request.actor.name, note });
    return { ...changed, remarks };
  });
  change("comment", "commented", async (request, named) =>
    comment(state, named, request.actor, textIn(request, "Write what there is to say."), parts.now()),
  );
  change("undo", "undone", async (request, named) =>
    undo(state, named, request.actor, textIn(request, "Undoing a decision needs a reason."), parts.now()),
  );

  pageOnly(app, {
    url: "/review/done/:id",
    right: "decide",
    load: async (request) => {
      const outcome = outcomes.find(param(request, "id"), request.actor.name);
      if (outcome === null) throw notFound("This page is no longer kept. The audit trail has every decision.");
      const all = [...outcome.done.map(({ id }) => id), ...outcome.waiting.map(({ id }) => id), ...outcome.refused.map(({ id }) => id)];
      return { id: param(request, "id"), outcome, now: await shownRemovals(state.db, await listByIds(state.db, all)) };
    },
    draw: (data, request) => ({ title: "Decisions saved", content: outcomeView(data, request) }),
  });
}

async function removalIn(request: ActorsRequest, { state }: ConsoleParts): Promise<Removal> {
  const found = await findRemoval(state.db, param(request, "id"));
  if (found === undefined) throw notFound("There is no such removal.");
  return found;
}

async function impactOf({ work }: ConsoleParts, { account, user_id: user, group_id: group }: Removal) {
  try {
    const said = await work.impact(account, user, group);
    return { said, why: said === null ? "The learning service does not say what hangs on it." : null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { said: null, why: `${error.message} What hangs on it is not known.` };
  }
}

/** Decides what was ticked, or whole causes, on the evidence that was seen; and has carried out what may leave. */
async function decided(parts: ConsoleParts, request: ActorsRequest): Promise<Outcome> {
  const { state, work } = parts;
  const by = request.actor;
  const verdict = verdictIn(request);
  const reason = textIn(request, "A decision needs a reason.", "Nothing was decided.");
  const keepUntil = verdict === "rejected" ? untilIn(request) : null;
  const subject = subjectIn(request);
  const named = await chooseRemovals(state.db, subject);
  const words =
    verdict === "approved" ? [...ids(request, "recommended"), ...(field(request, "scope") === "recommended" ? ["all"] : [])] : [];
  const recommended = new Set(words.includes("all") ? named.chosen.map(({ removal }) => removal.id) : words);
  const { chosen: all, refused } = await refuseChangedAdvice(state.db, named.chosen, recommended, parts.now());
  const outcome: Outcome = { what: verdict, done: [], waiting: [], refused: [...named.refused, ...refused], remarks: [] };
  for (const [job, part] of Map.groupBy(all, ({ removal }) => removal.job)) {
    try {
      const result = await decide(state, part, { verdict, by, reason, keepUntil }, await work.policy(job), parts.now());
      outcome.done.push(...result.decided.map(toRemovalJson));
      outcome.waiting.push(...result.waiting);
      outcome.refused.push(...result.refused);
      if (verdict === "approved" && result.decided.length > 0) outcome.remarks.push(...(await applyApproved(parts, job)));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      outcome.refused.push(...refusedAll(part, outcome, error));
    }
  }
  return outcome;
}

/** Refuses all removals of a job that is invalid or whose policy forbids the decision; other jobs continue. */
function refusedAll(part: readonly Chosen[], { done, waiting, refused }: Outcome, { message, next }: Problem): Outcome["refused"] {
  const settled = new Set([...done, ...waiting, ...refused].map(({ id }) => id));
  const why = next === undefined ? message : `${message} ${next}`;
  return part.filter(({ removal }) => !settled.has(removal.id)).map(({ removal }) => ({ id: removal.id, why }));
}

async function applyApproved({ work }: ConsoleParts, job: string): Promise<string[]> {
  try {
    await work.applyApproved(job);
    return [];
  } catch (error) {
    // Decisions are kept even if they cannot be applied now; the next run applies them.
    if (!(error instanceof Problem)) throw error;
    return [`${error.message} What was approved stays approved; the next run carries it out.`];
  }
}

function subjectIn(request: ActorsRequest): { removals: DecidedOn[]; causes: DecidedOn[] } {
  // A page of a cause says which cause it is also where only some of its people are meant.
  if (fields(request, "scope").length > 1)
    throw unusable("Choose one group of people. Nothing was decided.", "Go back and clear one of the boxes.");
  const whole = field(request, "scope");
  const causes = whole === "" ? chosen(request, "causes") : whole === "all" ? chosen(request, "cause") : [];
  const removals = whole === "all" ? [] : chosen(request, whole === "recommended" ? "all_recommended" : "removals");
  if (causes.length + removals.length === 0)
    throw unusable("No one is selected. Nothing was decided.", "Go back and select the people that the decision is about.");
  return { removals, causes };
}

function verdictIn(request: ActorsRequest): "approved" | "rejected" {
  const verdict = field(request, "verdict");
  if (verdict !== "approved" && verdict !== "rejected") throw unusable("A decision is either approved or rejected. Nothing was decided.");
  return verdict;
}

/** The end of the day belongs to it. */
function untilIn(request: ActorsRequest): Date | null {
  const text = field(request, "until");
  return text === "" ? null : (endOfDay(text) ?? refuseDay("“Keep until”"));
}

function textIn(request: ActorsRequest, missing: string, unchanged = "Nothing was changed."): string {
  return needed(request, "reason", `${missing} ${unchanged}`);
}

/** The removals that a form or a machine names; those that there are not end the request before anything is changed. */
async function namedIn({ state }: ConsoleParts, request: ActorsRequest, outcomes: Outcomes): Promise<string[]> {
  const kept = outcomes.find(field(request, "outcome"), request.actor.name);
  const named = kept === null ? ids(request, "removals") : [...kept.done, ...kept.waiting].map(({ id }) => id);
  if (named.length === 0) throw unusable("No removal was named. Nothing was changed.", "Go back and tick those that it is about.");
  const known = new Set((await listByIds(state.db, named)).map(({ id }) => id));
  if (named.some((id) => !known.has(id))) throw unusable("A removal that was named is not there. Nothing was changed.");
  return named;
}
