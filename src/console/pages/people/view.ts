import type { Fact } from "../../../domain/facts/fact.ts";
import type { FastifyRequest } from "fastify";
import type { Explanation } from "../../../domain/explanation.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { DrawnTimeline } from "../../../reporting/history/timeline.ts";
import type { PersonSort } from "../../../store/people/people-pages.ts";
import type { Sort } from "../../../store/sort.ts";
import { field } from "../../access/form.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { csrfField } from "../../access/csrf.ts";
import type { ShownRemoval } from "../review/removal-data.ts";
import { icon } from "../../../reporting/html/icon.ts";
import { findForm } from "../find.ts";
import type { DrawnPage } from "../page-route.ts";
import { explanation, next } from "./explanation.ts";
import { answerCard, timelineView } from "./timeline-view.ts";
import { urgentCard, type ShownUrgent } from "./deactivate.ts";
import type { ShownPerson } from "./shown-person.ts";
import { facts, groupPath, jobLink, emptyState, more, prose, table, time } from "../parts.ts";

export interface PersonData {
  person: ShownPerson;
  /** `said: null`: it cannot be explained, and `why` says why. */
  explained: { said: Explanation | null; why: string | null };
  /** The account was deactivated by hand, and HR's file does not agree yet. */
  urgent: ShownUrgent | null;
  history: { run: string; kind: string; status: string; code: string | null; reason: string | null; fact: Fact | null }[];
  removals: ShownRemoval[];
  /** Of these, those that a run is adding back now. */
  adding_back: string[];
  timeline: DrawnTimeline;
  /** Names of users as people know them, by the names of their accounts. */
  displays: Record<string, string>;
  exceptions: { group: string; by: string; at: string; reason: string; until: string | null }[];
}

/** The form that finds people. */
export function searchView(request: FastifyRequest): Html {
  return findForm(request, "/people/search", t("history.name_username_key"));
}

/** Whom a search has found. */
export function peopleView(
  { people, more: cut, sort }: { people: ShownPerson[]; more: boolean; sort: Sort<PersonSort> | null },
  request: FastifyRequest,
): Html {
  if (people.length === 0) return html`${searchView(request)}${emptyState(t("history.no_one_matches"))}`;
  return html`${searchView(request)}${cut && html`<p class="warn">${t("history.first_enter_more", { n: people.length })}</p>`}
    <form id="sorted" method="post">${csrfField(request)}<input type="hidden" name="text" value="${field(request, "text")}" /></form>
    ${table<ShownPerson>(
      t("labels.people", { n: people.length }),
      [
        {
          head: t("labels.person"),
          sort: "name",
          rowHeader: true,
          cell: ({ id, name, key }) => html`<a href="/people/${id}">${data(name ?? key)}</a>`,
        },
        { head: t("workbook.key"), sort: "key", cell: ({ key }) => data(key) },
        { head: t("labels.username"), sort: "username", cell: ({ username }) => data(username) },
        {
          head: t("operation.account"),
          cell: ({ user_id: user, active }) =>
            user === null ? t("history.none_account") : active === false ? t("history.linked_deactivated") : t("history.linked"),
        },
        { head: t("history.latest_full_export"), cell: ({ state }) => stateText(state) },
        { head: t("labels.job"), sort: "job", cell: ({ job }) => jobLink(job) },
      ],
      people,
      { by: sort?.by ?? "", direction: sort?.direction ?? "asc", url: request.url, form: "sorted" },
    )}`;
}

function stateText(state: string | null): string {
  if (state === "present") return t("operation.yes");
  if (state === "rejected") return t("history.row_rejected");
  return state === "absent" ? t("common.no") : t("history.none");
}

/** One person: the answer to why a group was lost, the history, and what a run would do now. */
export function personPage(given: PersonData, chosen: string | null, request: ActorsRequest): DrawnPage {
  const { person, explained, timeline } = given;
  const name = person.name ?? person.key;
  const account =
    person.user_id === null
      ? t("history.no_account")
      : person.active === false
        ? t("report.account_deactivated")
        : t("history.account_active");
  return {
    title: name,
    crumbs: [["/people", t("shell.people")]],
    lead: html`${tHtml("history.employee_key_key", { key: data(person.key) })} · ${jobLink(person.job)} · ${account}`,
    action: html`<div class="row noprint">
      <button class="btn" type="button" data-print data-js>${icon("print")}${t("history.print")}</button>
      <a class="btn" href="/api/v1/people/${person.id}" download="rollcall-person-${person.id}.json">${icon("download")}JSON</a>
      <a class="btn" href="/audit?person=${person.id}">${icon("audit")}${t("history.audit_entries")}</a>
    </div>`,
    content: html`${urgentCard(person, given.urgent, request)}
      ${answerCard(name, timeline.lost, chosen, given.displays, request, given.adding_back)}
      <div class="split wide section">
        ${timelineView(timeline)}
        <div class="stack" data-part="now">
          ${explained.said === null ? notExplained(explained.why) : next(explained.said)} ${exceptionsTable(given)}
          ${more(t("common.technical_details"), technical(person))}
        </div>
      </div>
      ${explained.said !== null && html`<section class="section noprint">${more(t("history.row_mapped_fields"), explanation(explained.said))}</section>`}`,
  };
}

function notExplained(why: string | null): Html {
  return html`<section class="card">
    <h2>${t("history.what_rules_give")}</h2>
    <p class="warn">${why !== null && prose(why)}</p>
  </section>`;
}

function technical(person: ShownPerson): Html {
  return facts([
    [t("labels.username"), data(person.username)],
    [t("operation.account"), person.user_id !== null && html`<code>${person.user_id}</code>`],
    [t("history.latest_full_export"), stateText(person.state)],
  ]);
}

function exceptionsTable({ exceptions }: PersonData): Html | null {
  if (exceptions.length === 0) return null;
  return table<PersonData["exceptions"][number]>(
    t("shell.exceptions"),
    [
      { head: t("labels.group"), rowHeader: true, cell: ({ group }) => groupPath(group) },
      { head: t("common.by"), cell: ({ by, at }) => html`${data(by)}<small>${time(at)}</small>` },
      { head: t("labels.reason"), wide: true, cell: ({ reason }) => data(reason) },
      { head: t("exceptions.until"), cell: ({ until: end }) => (end === null ? t("exceptions.no_end_date") : time(end)) },
    ],
    exceptions,
  );
}
