import { factText, reasonOf } from "../../../reporting/fact-text.ts";
import type { FastifyInstance } from "fastify";
import { Problem, problemFact } from "../../../domain/problem.ts";
import { listUndoing } from "../../../store/review/decided.ts";
import { listExceptions } from "../../../store/review/exceptions.ts";
import { historyOf } from "../../../store/runs/operations.ts";
import { findPersonById, findPersonCard, PERSON_SORTS, searchPeople } from "../../../store/people/people-pages.ts";
import { listRemovals } from "../../../store/review/removals.ts";
import { displayNames } from "../../../store/console/users.ts";
import { loadTimeline } from "../../../reporting/history/timeline.ts";
import { html } from "../../../reporting/html/html.ts";
import { t } from "../../../reporting/locales/t.ts";
import { notFound } from "../../answers.ts";
import type { ConsoleParts } from "../../parts.ts";
import { sheetHtml } from "../../../reporting/sheet/html.ts";
import { deactivatedSheet } from "../../../reporting/sheets/deactivated.ts";
import { PAGE } from "../parts.ts";
import { shownUrgent } from "./deactivate.ts";
import { shownPerson, type ShownPerson } from "./shown-person.ts";
import { peopleView, personPage, searchView, type PersonData } from "./view.ts";
import { addFind } from "../find.ts";
import { addPageRoute } from "../page-route.ts";
import { sortOf } from "../sorting.ts";
import { param, query } from "../query.ts";
import { shownRemovals } from "../review/removal-data.ts";

const MAX_FOUND = 100;

/** Adds the pages about people. The search is a form, because a name must not be in an address. */
export function addPeoplePages(app: FastifyInstance, parts: ConsoleParts): void {
  const { db } = parts.state;

  addPageRoute(app, {
    url: "/people",
    right: "look",
    load: async () => ({ deactivated: await shownUrgent(db, parts.now()) }),
    draw: ({ deactivated }, request) => ({
      title: t("shell.people"),
      content: html`${searchView(request)} ${sheetHtml(deactivatedSheet(deactivated), PAGE)}`,
    }),
  });

  addFind(app, {
    url: "/people/search",
    missing: t("history.enter_name_username"),
    find: async (text, request) => {
      // Without a choice, the person with this very key is first.
      const sort = query(request, "sort") === null ? undefined : sortOf(request, PERSON_SORTS, { by: "key", direction: "asc" });
      const found = await searchPeople(db, text, MAX_FOUND + 1, sort);
      return { people: found.slice(0, MAX_FOUND).map(shownPerson), more: found.length > MAX_FOUND, sort: sort ?? null };
    },
    at: (id) => `/people/${id}`,
    draw: (found, request) => ({ title: t("shell.people"), content: peopleView(found, request) }),
  });

  addPageRoute(app, {
    url: "/people/:id",
    right: "look",
    load: async (request): Promise<PersonData> => {
      const id = param(request, "id");
      const named = /^[0-9a-f]{16}$/.test(id) ? await findPersonById(db, id) : undefined;
      if (named === undefined) throw notFound(t("usage.person_does_not_exist"));
      const { job, key } = named;
      const card = await findPersonCard(db, job, key);
      const removals = await listRemovals(db, { job, key });
      const exceptions = await listExceptions(db, { job, key });
      const account = card?.account ?? removals[0]?.account;
      const history = account === undefined ? [] : await historyOf(db, account, key);
      const timeline = await loadTimeline(db, { account: account ?? "", job, key });
      return {
        person: card === undefined ? bare(id, job, key, removals[0]?.name ?? null) : shownPerson(card),
        explained: await explained(parts, job, key),
        urgent: account === undefined ? null : ((await shownUrgent(db, parts.now(), { account, key }))[0] ?? null),
        history: history.map(({ run, kind, status, code, reason }) => ({ run, kind, status, code, ...reasonOf(reason) })),
        timeline,
        displays: await displayNames(db, new Set(timeline.lost.flatMap(({ approvals }) => approvals.map(({ by }) => by)))),
        adding_back: [
          ...(await listUndoing(
            db,
            removals.map(({ id: removal }) => removal),
          )),
        ],
        removals: (await shownRemovals(db, removals)).toReversed(),
        exceptions: exceptions.map(({ group_path: group, by, at, reason, until }) => ({
          group,
          by,
          at: at.toISOString(),
          reason,
          until: until?.toISOString() ?? null,
        })),
      };
    },
    draw: (data, request) => personPage(data, query(request, "removal"), request),
  });
}

/** Explains a person by the job's current file and mapping, or says why that is not possible. */
async function explained({ work }: ConsoleParts, job: string, key: string): Promise<PersonData["explained"]> {
  try {
    const said = await work.explain(job, key);
    return { said, why: said === null ? t("explanation.key_unknown") : null };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { said: null, why: factText(problemFact(error)) };
  }
}

function bare(id: string, job: string, key: string, name: string | null): ShownPerson {
  return { id, job, key, name, username: null, user_id: null, active: null, state: null };
}
