import type { FastifyInstance } from "fastify";
import { may } from "../../../actions/access/rights.ts";
import type { Outcome } from "../../../actions/review/outcome.ts";
import { t } from "../../../reporting/locales/t.ts";
import { countNotInPilot } from "../../../review/pilot.ts";
import { listUndoing } from "../../../store/review/decided.ts";
import { listRemovals } from "../../../store/review/removals.ts";
import { listByIds, listPendingCauses } from "../../../store/review/review-pages.ts";
import { recentReasons } from "../../../store/review/review-progress.ts";
import { findSendingRun } from "../../../store/runs/removed.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { notFound } from "../../answers.ts";
import type { Live } from "../../live.ts";
import type { ConsoleParts } from "../../parts.ts";
import { addPageRoute, pageOnly } from "../page-route.ts";
import { param, query } from "../query.ts";
import { applyingOf, followApplying } from "./applying.ts";
import type { CauseIndex } from "./cause-book.ts";
import { nextQuestion } from "./next-question.ts";
import { outcomeTitle, outcomeView, type OutcomeData } from "./outcome-view.ts";
import { approvedIn, removalsOf, type Outcomes } from "./outcomes.ts";
import { checkImpact, findDecidedImpact, removalIn, shownRemovals, wholeRemoval } from "./removal-data.ts";
import { removalPage } from "./removal-view.ts";
import { RECENT_REASONS, reviewerNames } from "./routes.ts";

/** One removal with its evidence, and what a decision came to. */
export function addDecisionPages(app: FastifyInstance, parts: ConsoleParts, book: CauseIndex, live: Live, outcomes: Outcomes): void {
  const { state } = parts;

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
