import type { FastifyInstance } from "fastify";
import { t } from "../../../reporting/locales/t.ts";
import { pageDecisions } from "../../../store/review/decided.ts";
import type { ConsoleParts } from "../../parts.ts";
import { addPageRoute } from "../page-route.ts";
import { pageOf } from "../query.ts";
import { decisionsView, type ShownDecision } from "./view.ts";

const DECISIONS_A_PAGE = 25;

/** Adds the page of recent decisions, where each can be undone as a whole. */
export function addDecisionsPage(app: FastifyInstance, { state }: ConsoleParts): void {
  addPageRoute(app, {
    url: "/review/decided",
    right: "look",
    load: async (request) => {
      const { page, limit, offset } = pageOf(request, DECISIONS_A_PAGE);
      const { decisions, more } = await pageDecisions(state.db, { limit, offset });
      return {
        decisions: decisions.map((one): ShownDecision => ({ ...one, at: one.at.toISOString(), until: one.until?.toISOString() ?? null })),
        page,
        limit,
        more,
      };
    },
    draw: (data, request) => ({
      title: t("review.recent_decisions"),
      lead: t("review.each_row_one"),
      crumbs: [["/review", t("labels.pending_removals")]],
      content: decisionsView(data, request),
    }),
  });
}
