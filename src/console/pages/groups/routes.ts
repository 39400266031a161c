import type { FastifyInstance } from "fastify";
import { t } from "../../../reporting/locales/t.ts";
import { findSnapshot } from "../../../store/directory/directory.ts";
import { findGroup, listRemovalsFrom, pageMembers } from "../../../store/directory/group-pages.ts";
import { notFound } from "../../answers.ts";
import type { ConsoleParts } from "../../parts.ts";
import { groupSheet } from "../../../reporting/sheets/group.ts";
import { addSheetPage } from "../sheet-page.ts";
import { shownPerson } from "../people/shown-person.ts";
import { pageOf, param } from "../query.ts";
import { shownRemovals } from "../review/removal-data.ts";
import { groupHead, type GroupData } from "./view.ts";

const PEOPLE_A_PAGE = 50;
const MAX_REMOVALS = 50;

/** Adds the page of one group: who is in it, and its removals. */
export function addGroupPage(app: FastifyInstance, { state: { db }, work }: ConsoleParts): void {
  addSheetPage(app, {
    url: "/groups/:account/:id",
    right: "look",
    load: async (request): Promise<GroupData> => {
      const group = await findGroup(db, param(request, "account"), param(request, "id"));
      if (group === undefined) throw notFound(t("groups.no_such_group"));
      const { page, limit, offset } = pageOf(request, PEOPLE_A_PAGE);
      const { people, known, accounts } = await pageMembers(db, group, { limit, offset });
      const { managers } = await work.managedGroups();
      return {
        group,
        jobs: managers(group),
        read_at: (await findSnapshot(db, group.account))?.read_at.toISOString() ?? null,
        people: people.map(shownPerson),
        accounts,
        removals: await shownRemovals(db, await listRemovalsFrom(db, group, MAX_REMOVALS)),
        page,
        limit,
        all: known,
      };
    },
    head: groupHead,
    sheet: groupSheet,
  });
}
