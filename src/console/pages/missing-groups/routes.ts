import type { FastifyInstance } from "fastify";
import { t } from "../../../reporting/locales/t.ts";
import { missingGroupsCsv, toMissingGroupJson } from "../../../reporting/missing-groups.ts";
import { decideMissingGroup, type MissingGroupDecision } from "../../../review/missing-groups.ts";
import { listMissingGroups } from "../../../store/directory/missing-groups.ts";
import { unusable } from "../../answers.ts";
import { field } from "../../access/form.ts";
import { route } from "../../access/route.ts";
import { doneAt } from "../../flash.ts";
import type { ConsoleParts } from "../../parts.ts";
import { addPageRoute, pageAction } from "../page-route.ts";
import { needed, param, query } from "../query.ts";
import { downloadLink, missingGroupsView } from "./view.ts";

const DONE = {
  create: doneAt("/missing-groups", "missing_group_approved"),
  alias: doneAt("/missing-groups", "missing_group_alias"),
  dismiss: doneAt("/missing-groups", "missing_group_dismissed"),
  reopen: doneAt("/missing-groups", "missing_group_reopened"),
} as const;

/** Adds the page of groups that rules assign and the service doesn't have. */
export function addMissingGroupPages(app: FastifyInstance, parts: ConsoleParts): void {
  const { state } = parts;

  addPageRoute(app, {
    url: "/missing-groups",
    right: "look",
    load: async (request) => {
      const job = query(request, "job");
      return { groups: (await listMissingGroups(state.db, job ?? undefined)).map(toMissingGroupJson), job };
    },
    draw: (data, request) => ({
      title: t("setup.missing_groups"),
      lead: t("missing_groups.groups_rules_assign"),
      action: data.groups.length > 0 && downloadLink(data.job),
      content: missingGroupsView(data, request),
    }),
  });

  for (const url of ["/missing-groups.csv", "/api/v1/missing-groups.csv"])
    route(app, {
      method: "GET",
      url,
      right: "look",
      handler: async (request, reply) => {
        const job = query(request, "job");
        const groups = (await listMissingGroups(state.db, job ?? undefined)).map(toMissingGroupJson);
        return reply
          .type("text/csv; charset=utf-8")
          .header("content-disposition", 'attachment; filename="missing-groups.csv"')
          .send(missingGroupsCsv(groups));
      },
    });

  pageAction(app, {
    url: "/missing-groups/:id/approve",
    right: "decide",
    act: async (request) => {
      const id = param(request, "id");
      const reason = needed(request, "reason", t("missing_groups.decision_missing_group_needs_reason_nothing"));
      const what = field(request, "decision");
      if (what !== "create" && what !== "alias" && what !== "dismiss" && what !== "reopen")
        throw unusable(t("missing_groups.choose_what_group"), undefined, "decision");
      const decision: MissingGroupDecision =
        what === "alias" ? { what, group: needed(request, "group", t("missing_groups.name_existing_group")) } : { what };
      await decideMissingGroup(state, id, decision, {
        by: request.actor,
        reason,
        evidence: field(request, "evidence") || null,
        now: parts.now(),
      });
      return { approved: id, decision: decision.what };
    },
    next: ({ decision }) => DONE[decision],
  });
}
