import { data, html } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { FastifyInstance } from "fastify";
import { searchGroups } from "../../../store/directory/group-pages.ts";
import { searchPeople } from "../../../store/people/people-pages.ts";
import { listPendingCauses } from "../../../store/review/review-pages.ts";
import { searchRuns } from "../../../store/runs/run-pages.ts";
import type { ConsoleParts } from "../../parts.ts";
import { pageAction } from "../page-route.ts";
import { shownPerson } from "../people/shown-person.ts";
import { needed } from "../query.ts";
import type { CauseIndex } from "../review/cause-book.ts";
import { shownRun } from "../../../reporting/shown-run.ts";
import { resultsView } from "./view.ts";

const MAX_FOUND = 20;
/** Those that no job manages come last. */
const MAX_GROUPS = 200;

/** Searches people, groups, pending removals by group, and runs. The text is sent by a form: a name must not be in an address. */
export function addSearch(app: FastifyInstance, parts: ConsoleParts, book: CauseIndex): void {
  const { db } = parts.state;
  pageAction(app, {
    url: "/search",
    right: "look",
    act: async (request) => {
      const text = needed(request, "text", t("overview.enter_name_username"));
      const [people, causes, found, runs, { managers }] = await Promise.all([
        searchPeople(db, text, MAX_FOUND + 1),
        listPendingCauses(db, { filter: { group: text }, fittingOnly: true }),
        searchGroups(db, text, MAX_GROUPS),
        searchRuns(db, text, MAX_FOUND),
        parts.work.managedGroups(),
      ]);
      const groups = found
        .map((group) => ({ ...group, jobs: managers(group) }))
        .sort((one, other) => Number(one.jobs.length === 0) - Number(other.jobs.length === 0));
      return {
        people: people.slice(0, MAX_FOUND).map(shownPerson),
        more: people.length > MAX_FOUND,
        groups: groups.slice(0, MAX_FOUND),
        causes: await book.lines(db, causes.slice(0, MAX_FOUND), parts.now()),
        runs: runs.map(shownRun),
        text,
      };
    },
    next: (found) =>
      onlyPerson(found) ?? {
        title: t("overview.search_results"),
        lead: tHtml("overview.text", { text: html`<b>${data(found.text)}</b>` }),
        content: resultsView(found),
      },
  });
}

/** Returns the page of the only result, if it is a person; `null`: there are others, or none. */
function onlyPerson({
  people,
  groups,
  causes,
  runs,
}: { people: readonly { id: string }[] } & Record<"groups" | "causes" | "runs", readonly unknown[]>): string | null {
  const [only, ...more] = people;
  return only !== undefined && more.length + groups.length + causes.length + runs.length === 0 ? `/people/${only.id}` : null;
}
