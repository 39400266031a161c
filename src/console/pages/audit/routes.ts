import { fact } from "../../../domain/facts/fact.ts";
import { shownAuditState, shownVerification } from "../../../review/audit-state.ts";
import type { FastifyInstance } from "fastify";
import { lastVerification, verifyAndRemember, verifyAudit } from "../../../review/audit.ts";
import { pageAuditEvents } from "../../../reporting/history/audit-events.ts";
import { actionsOf, AUDIT_KINDS } from "../../../reporting/history/audit-texts.ts";
import { listRemovals } from "../../../store/review/removals.ts";
import { listRemovalGroups } from "../../../store/review/review-pages.ts";
import { auditCsv, auditJson } from "../../../review/audit-export.ts";
import { listActions, pageAudit, type AuditFilter } from "../../../store/audit/audit-pages.ts";
import { findPersonById, findPersonCard, searchPeople } from "../../../store/people/people-pages.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { t } from "../../../reporting/locales/t.ts";
import { notFound } from "../../answers.ts";
import type { ConsoleParts } from "../../parts.ts";
import { shownPerson } from "../people/shown-person.ts";
import { auditPage, foundPeople, type AuditData } from "./view.ts";
import { doneAt } from "../../flash.ts";
import { addFind } from "../find.ts";
import { addAnswer, addPageRoute, pageAction } from "../page-route.ts";
import { choice, day, pageOf, query, whole } from "../query.ts";

const ENTRIES_PER_PAGE = 50;
const EVENTS_PER_PAGE = 30;
const MAX_GROUPS = 200;
const MAX_PEOPLE = 50;
const DAY = 86_400_000;
/** More are exported by the command line. */
const MAX_EXPORTED = 50_000;

/** The trail of everything that was decided and done, with the state of its chain. */
export function addAuditPage(app: FastifyInstance, parts: ConsoleParts): void {
  const { db } = parts.state;

  addPageRoute(app, {
    url: "/audit",
    right: "look",
    load: async (request): Promise<AuditData> => {
      const { filter, asked, person } = await filterOf(request, parts);
      const { page, limit, offset } = pageOf(request, ENTRIES_PER_PAGE);
      const before = whole(request, "before", 1, 999_999_999);
      const from = before === null ? filter : { ...filter, before };
      const { entries, more } = await pageAudit(db, from, { limit, offset });
      const { events, older } = await pageAuditEvents(db, from, EVENTS_PER_PAGE);
      const verify = query(request, "verify") !== null;
      const verified = await lastVerification(db);
      return {
        entries,
        events,
        older,
        filter: asked,
        person,
        groups: await listRemovalGroups(db, MAX_GROUPS),
        verified: verified && shownVerification(verified),
        actions: await listActions(db),
        page,
        limit,
        more,
        chain: verify ? shownAuditState(await verifyAudit(parts.state)) : null,
      };
    },
    draw: (data, request) => auditPage(data, request),
  });

  pageAction(app, {
    url: "/audit/verify",
    right: "look",
    act: async () => verifyAndRemember(parts.state, parts.now()),
    next: ({ broken, damage, entries }) =>
      broken === null && damage === null ? doneAt("/audit", fact("audit.is_intact", { n: entries })) : "/audit",
  });

  addFind(app, {
    url: "/audit/find",
    missing: t("history.enter_name_username"),
    find: async (text) => ({ people: (await searchPeople(db, text, MAX_PEOPLE)).map(shownPerson) }),
    at: (id) => `/audit?person=${id}`,
    draw: ({ people }) => ({
      title: t("history.find_person_audit"),
      crumbs: [["/audit", t("shell.audit_trail")]],
      content: foundPeople(people),
    }),
  });

  addAnswer(app, "/audit/export", async (request, reply) => {
    const { filter } = await filterOf(request, parts);
    const { entries } = await pageAudit(db, filter, { limit: MAX_EXPORTED, offset: 0 });
    const format = choice(request, "format", ["json", "csv"] as const) ?? "json";
    const inOrder = entries.toReversed();
    reply.header("content-disposition", `attachment; filename="rollcall-audit.${format}"`);
    if (format === "csv") return reply.type("text/csv; charset=utf-8").send(auditCsv(inOrder));
    return reply.type("application/json; charset=utf-8").send(auditJson(inOrder));
  });
}

async function filterOf(
  request: ActorsRequest,
  { state }: ConsoleParts,
): Promise<{ filter: AuditFilter; asked: AuditData["filter"]; person: string | null }> {
  const asked = {
    actor: query(request, "actor"),
    action: query(request, "action"),
    kind: choice(request, "kind", AUDIT_KINDS),
    group: query(request, "group"),
    about: query(request, "about"),
    person: query(request, "person"),
    from: query(request, "from"),
    to: query(request, "to"),
  };
  const [from, to] = [day(request, "from"), day(request, "to")];
  const filter: AuditFilter = {};
  if (asked.actor !== null) filter.actor = asked.actor;
  if (asked.kind !== null) filter.actions = actionsOf(asked.kind);
  if (asked.group !== null) filter.group = asked.group;
  if (asked.action !== null) filter.action = asked.action;
  if (asked.about !== null) filter.about = asked.about;
  if (from !== null) filter.from = from;
  if (to !== null) filter.to = new Date(to.getTime() + DAY);
  let name: string | null = null;
  if (asked.person !== null) {
    const person = await findPersonById(state.db, asked.person);
    if (person === undefined) throw notFound(t("usage.person_does_not_exist"));
    filter.key = person.key;
    const card = await findPersonCard(state.db, person.job, person.key);
    filter.account = card?.account ?? (await listRemovals(state.db, person))[0]?.account ?? "";
    name = (card === undefined ? null : shownPerson(card).name) ?? person.key;
  }
  return { filter, asked, person: name };
}
