import type { FastifyInstance } from "fastify";
import { endOfDay } from "../../../domain/clock.ts";
import { Problem, problemFact } from "../../../domain/problem.ts";
import { comment, reassign, type Changed } from "../../../review/change-decision.ts";
import { impactsNow } from "../../../review/decided-impact.ts";
import { chooseRemovals, decide, type Chosen, type DecidedOn } from "../../../review/decisions.ts";
import { countNotInPilot } from "../../../review/pilot.ts";
import { otherPartChanged } from "../../../review/weigh.ts";
import { toRemovalJson } from "../../../reporting/removals/pending-removals.ts";
import { listRemovals } from "../../../store/review/removals.ts";
import { listByIds, listPendingCauses } from "../../../store/review/review-pages.ts";
import { recentReasons, reviewProgress } from "../../../store/review/review-progress.ts";
import { may } from "../../access/rights.ts";
import { field, fields } from "../../access/form.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { notFound, unusable } from "../../answers.ts";
import type { Live } from "../../live.ts";
import type { ConsoleParts } from "../../parts.ts";
import { t } from "../../../reporting/locales/t.ts";
import { factText, whyJson } from "../../../reporting/fact-text.ts";
import { applyingOf, followApplying } from "./applying.ts";
import type { CauseIndex } from "./cause-book.ts";
import { cardAfter, nextQuestion } from "./next-question.ts";
import { outcomeTitle, outcomeView, type OutcomeData } from "./outcome-view.ts";
import { removalPage } from "./removal-view.ts";
import { approvedIn, Outcomes, removalsOf, type Outcome } from "./outcomes.ts";
import { addBackIn, namedByDecision, undoDecisions } from "./undo.ts";
import { doneAt, withDetails } from "../../flash.ts";
import { pageAction, addPageRoute, pageOnly } from "../page-route.ts";
import { chosen, flag, ids, needed, param, query, refuseDay } from "../query.ts";
import { listUndoing } from "../../../store/review/decided.ts";
import { findSendingRun } from "../../../store/runs/removed.ts";
import { checkImpact, findDecidedImpact, removalIn, shownRemovals, wholeRemoval } from "./removal-data.ts";
import { RECENT_REASONS, reviewerNames } from "./routes.ts";

/** One removal with its evidence, and everything that is done about removals. */
export function addDecisionPages(app: FastifyInstance, parts: ConsoleParts, book: CauseIndex, live: Live): void {
  const { state } = parts;
  const outcomes = new Outcomes();
  const shown = (outcome: Outcome, { actor }: ActorsRequest): string => `/review/done/${outcomes.keep(actor.name, outcome)}`;

  const outcomeOf = (request: ActorsRequest): Outcome => {
    const outcome = outcomes.find(param(request, "id"), request.actor.name);
    if (outcome === null) throw notFound(t("review.page_no_longer"));
    return outcome;
  };

  addPageRoute(app, {
    url: "/review/removals/:id",
    right: "look",
    load: async (request) => {
      const found = await removalIn(request, parts);
      // First, because it is stored: advice and impact below go by it.
      const checked = query(request, "stakes") === null ? null : await checkImpact(parts, found);
      const removal = await wholeRemoval(state.db, found, parts.now());
      const recent = may(request.actor, "decide") ? await recentReasons(state.db, request.actor.name, RECENT_REASONS) : [];
      return {
        removal,
        stakes: checked,
        decided_impact: await findDecidedImpact(state.db, found),
        reviewers: await reviewerNames(parts),
        recent_reasons: recent,
        not_in_pilot: (await countNotInPilot(state.db, found.job, await parts.work.recentPolicy(found.job), found.id)) > 0,
        cause_people: (await listPendingCauses(state.db, { cause: found.cause }))[0]?.people ?? 0,
        others: (await listRemovals(state.db, { job: found.job, key: found.key, status: ["pending"] }))
          .filter(({ id }) => id !== found.id)
          .map(({ id, group_path: group }) => ({ id, group })),
        adding_back: (await listUndoing(state.db, [found.id])).size > 0,
        sent_by_run: found.status === "applied" ? await findSendingRun(state.db, found.id) : null,
        applying: found.status === "approved" ? await applyingOf(state.db, [found.id], parts.now()) : null,
      };
    },
    draw: (data, request) => removalPage(data, request, parts.now()),
  });
  followApplying(app, parts, live, {
    url: "/review/removals/:id",
    right: "look",
    idsOf: async (request) => [(await removalIn(request, parts)).id],
  });

  pageAction(app, {
    url: "/review/decide",
    right: "decide",
    act: (request) => decided(parts, request),
    next: async (outcome, request) => {
      const { what, done, waiting, refused, remarks } = outcome;
      if (done.length === 0 || waiting.length + refused.length + remarks.length > 0) return shown(outcome, request);
      const next = await cardAfter(state.db, done);
      const to = `${listIn(request)}${next === null ? "" : `#c-${next}`}`;
      const { decided: already, all } = await reviewProgress(state.db);
      const id = outcomes.keep(request.actor.name, outcome);
      const redirect =
        all === 0
          ? doneAt(to, what === "approved" ? "removals_approved" : "memberships_kept", { n: done.length })
          : doneAt(to, what === "approved" ? "removals_decided" : "keeping_decided", {
              n: done.length,
              decided: already,
              all,
              left: all - already,
            });
      return withDetails(redirect, `/review/done/${id}`, id);
    },
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
        const { done, refused, remarks = [] } = await act(request, await namedIn(parts, request, outcomes));
        return { what, done: done.map(toRemovalJson), returning: [], waiting: [], refused: refused.map(whyJson), remarks };
      },
      next: (outcome, request) => {
        const [only, ...more] = outcome.done;
        const whole = outcome.refused.length + outcome.remarks.length === 0 && only !== undefined && more.length === 0;
        return whole
          ? doneAt(`/review/removals/${only.id}`, what === "handed_over" ? "removal_reassigned" : "removal_commented")
          : shown(outcome, request);
      },
    });
  change("hand-over", "handed_over", async (request, named) => {
    const to = needed(request, "to", t("review.name_reviewer_reassign"));
    const note = textIn(request, t("review.reassigning_needs_comment_nothing"));
    const changed = await reassign(state, named, request.actor, to, note, parts.now());
    const remarks = await parts.work.mailReassigned(changed.done, { to: to.trim(), by: request.actor.name, note });
    return { ...changed, remarks: remarks.map(factText) };
  });
  change("comment", "commented", async (request, named) =>
    comment(state, named, request.actor, textIn(request, t("review.write_what_say")), parts.now()),
  );
  pageAction(app, {
    url: "/review/undo",
    right: "decide",
    act: async (request): Promise<Outcome & { runs: string[] }> => {
      const named = await namedIn(parts, request, outcomes);
      const reason = textIn(request, t("review.undoing_decision_needs"));
      const kept = (await listByIds(state.db, named)).every(({ status }) => status === "rejected");
      const { done, returning, runs, refused } = await undoDecisions(parts, named, request.actor, reason, addBackIn(request));
      const what = kept ? "keep_undone" : "undone";
      const came = { done: done.map(toRemovalJson), returning: returning.map(toRemovalJson), refused: refused.map(whyJson) };
      return { what, ...came, waiting: [], remarks: [], runs };
    },
    next: (outcome, request) => {
      const { what, done, returning, refused, runs } = outcome;
      const [run] = runs;
      const [only, ...others] = [...done, ...returning];
      if (refused.length > 0 || only === undefined) return shown(outcome, request);
      // Where the effect is seen: the removal, or the list of all of them.
      const to = others.length === 0 ? `/review/removals/${only.id}` : shown(outcome, request);
      if (run === undefined) return doneAt(to, what === "keep_undone" ? "keeping_undone" : "approvals_undone", { n: done.length });
      const key = addBackIn(request) === "ask" ? "decision_undone_asking" : "decision_undone_kept";
      return withDetails(doneAt(to, key, { n: returning.length, cancelled: done.length }), `/runs/${encodeURIComponent(run)}`);
    },
  });

  pageOnly(app, {
    url: "/review/done/:id",
    right: "decide",
    load: async (request): Promise<OutcomeData> => {
      const outcome = outcomeOf(request);
      const all = removalsOf(outcome);
      const now = await shownRemovals(state.db, await listByIds(state.db, all));
      const applying = await applyingOf(state.db, approvedIn(outcome), parts.now());
      return {
        id: param(request, "id"),
        outcome,
        now,
        addingBack: await listUndoing(state.db, all),
        applying,
        ...(await nextQuestion(state.db, book, { now, ...outcome }, parts.now())),
      };
    },
    draw: (data, request) => ({
      title: outcomeTitle(data.outcome),
      content: outcomeView(data, request),
    }),
  });
  followApplying(app, parts, live, {
    url: "/review/done/:id",
    right: "decide",
    idsOf: async (request) => {
      const outcome = outcomeOf(request);
      return [...approvedIn(outcome), ...outcome.returning.map(({ id }) => id)];
    },
  });
}

/** Decides the selected removals or whole causes, on the evidence that was seen, and has due approvals applied. */
async function decided(parts: ConsoleParts, request: ActorsRequest): Promise<Outcome> {
  const { state, work } = parts;
  const by = request.actor;
  const verdict = verdictIn(request);
  const reason = textIn(request, t("decision.needs_reason"));
  const keepUntil = verdict === "rejected" ? untilIn(request) : null;
  const named = await chooseRemovals(state.db, subjectIn(request));
  const whole = flag(request, "together");
  const words =
    verdict === "approved" ? [...ids(request, "recommended"), ...(field(request, "scope") === "recommended" ? ["all"] : [])] : [];
  const recommended = new Set(words.includes("all") ? named.chosen.map(({ removal }) => removal.id) : words);
  const outcome: Outcome = { what: verdict, done: [], returning: [], waiting: [], refused: named.refused.map(whyJson), remarks: [] };
  // The limit for one reviewer counts the whole request, across jobs.
  const together = named.chosen.map(({ removal }) => removal);
  if (whole && named.refused.length > 0)
    return { ...outcome, refused: [...named.refused, ...together.map(({ id }) => ({ id, why: otherPartChanged() }))].map(whyJson) };
  outcome.impacts = await impactsNow(state.db, together, parts.now());
  const asked = { verdict, by, reason, keepUntil, together, recommended, whole };
  for (const [job, part] of Map.groupBy(named.chosen, ({ removal }) => removal.job)) {
    try {
      const result = await decide(state, part, asked, await work.policy(job), parts.now());
      outcome.done.push(...result.decided.map(toRemovalJson));
      outcome.waiting.push(...result.waiting.map(whyJson));
      outcome.refused.push(...result.refused.map(whyJson));
      if (verdict === "approved" && result.decided.length > 0) outcome.remarks.push(...(await applyApproved(parts, job)));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      outcome.refused.push(...refusedAll(part, outcome, error));
    }
  }
  return outcome;
}

/** Refuses all removals of a job that is invalid or whose policy forbids the decision; other jobs continue. */
function refusedAll(part: readonly Chosen[], { done, waiting, refused }: Outcome, problem: Problem): Outcome["refused"] {
  const settled = new Set([...done, ...waiting, ...refused].map(({ id }) => id));
  const open = part.filter(({ removal }) => !settled.has(removal.id));
  return open.map(({ removal: { id } }) => whyJson({ id, why: problemFact(problem) }));
}

async function applyApproved({ work }: ConsoleParts, job: string): Promise<string[]> {
  try {
    await work.applyApproved(job);
    return [];
  } catch (error) {
    // Decisions are kept even if they cannot be applied now; the next run applies them.
    if (!(error instanceof Problem)) throw error;
    return [`${factText(error.fact)} ${t("review.approved_removals_stay")}`];
  }
}

function subjectIn(request: ActorsRequest): { removals: DecidedOn[]; causes: DecidedOn[] } {
  // A page of a cause says which cause it is also where only some of its people are meant.
  if (fields(request, "scope").length > 1) throw unusable(t("review.choose_one_group"), t("review.go_back_clear"));
  const whole = field(request, "scope");
  const causes = whole === "" ? chosen(request, "causes") : whole === "all" ? chosen(request, "cause") : [];
  const removals = whole === "all" ? [] : chosen(request, whole === "recommended" ? "all_recommended" : "removals");
  if (causes.length + removals.length === 0) throw unusable(t("review.no_one_selected"), t("review.go_back_select_people_decision"));
  return { removals, causes };
}

function verdictIn(request: ActorsRequest): "approved" | "rejected" {
  const verdict = field(request, "verdict");
  if (isKeepingUntil(request)) return "rejected";
  if (verdict !== "approved" && verdict !== "rejected") throw unusable(t("review.decision_either_approved"));
  return verdict;
}

/** The sheet with more actions has its own fields, so that a date left in it does not count for the buttons of the bar. */
const isKeepingUntil = (request: ActorsRequest): boolean => field(request, "verdict") === "rejected_until";

/** The end of the day belongs to it. */
function untilIn(request: ActorsRequest): Date | null {
  const text = isKeepingUntil(request) ? needed(request, "more_until", t("review.choose_date_until")) : field(request, "until");
  return text === "" ? null : (endOfDay(text) ?? refuseDay(t("review.keep_until")));
}

function textIn(request: ActorsRequest, missing: string): string {
  const inSheet = isKeepingUntil(request) || (field(request, "verdict") === "" && field(request, "more_reason") !== "");
  return needed(request, inSheet ? "more_reason" : "reason", missing);
}

/** Returns the address of the list with the filter that the reviewer came from. */
function listIn(request: ActorsRequest): string {
  const back = field(request, "back");
  return /^\/review\?[\w=&%.+~-]{1,400}$/.test(back) ? back : "/review";
}

/** The removals that a form or a machine names; those that there are not end the request before anything is changed. */
async function namedIn({ state }: ConsoleParts, request: ActorsRequest, outcomes: Outcomes): Promise<string[]> {
  const kept = outcomes.find(field(request, "outcome"), request.actor.name);
  const decision = field(request, "decision");
  const named =
    decision !== ""
      ? await namedByDecision(state.db, decision)
      : kept === null
        ? ids(request, "removals")
        : [...kept.done, ...kept.waiting].map(({ id }) => id);
  if (named.length === 0) throw unusable(t("review.no_removal_named"), t("review.go_back_select_people_about"));
  const known = new Set((await listByIds(state.db, named)).map(({ id }) => id));
  if (named.some((id) => !known.has(id))) throw unusable(t("review.removal_named_not"));
  return named;
}
