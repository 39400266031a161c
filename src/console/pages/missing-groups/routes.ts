import type { FastifyInstance } from "fastify";
import { t } from "../../../reporting/locales/t.ts";
import { missingGroupsCsv, toMissingGroupJson } from "../../../reporting/missing-groups.ts";
import { listMissingGroups } from "../../../store/directory/missing-groups.ts";
import type { ConsoleParts } from "../../parts.ts";
import { addAnswer, addPageRoute } from "../page-route.ts";
import { query } from "../query.ts";
import { downloadLink, missingGroupsView } from "./view.ts";

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

  addAnswer(app, "/missing-groups.csv", async (request, reply) => {
    const job = query(request, "job");
    const groups = (await listMissingGroups(state.db, job ?? undefined)).map(toMissingGroupJson);
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="missing-groups.csv"')
      .send(missingGroupsCsv(groups));
  });
}
