import type { FastifyRequest } from "fastify";
import type { Explanation } from "../../../domain/explanation.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { DrawnTimeline } from "../../../reporting/history/timeline.ts";
import type { PersonSort } from "../../../store/people/people-pages.ts";
import type { Sort } from "../../../store/sort.ts";
import { field } from "../../access/form.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { plainReason } from "../../../reporting/removals/why.ts";
import { storedText } from "../../../reporting/stored-text.ts";
import { csrfField } from "../../access/csrf.ts";
import type { ShownRemoval } from "../review/removal-data.ts";
import { icon } from "../../icon.ts";
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
  history: { run: string; kind: string; status: string; code: string | null; reason: string | null }[];
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
  return html`<form method="post" action="/people/search" class="row find-person" role="search" aria-label="${t("People")}">
    ${csrfField(request)}
    <label>${t("Name, username, key or account")} <input name="text" type="search" autocomplete="off" maxlength="200" required /></label>
    <button>${t("Find")}</button>
  </form>`;
}

/** Whom a search has found. */
export function peopleView(
  { people, more: cut, sort }: { people: ShownPerson[]; more: boolean; sort: Sort<PersonSort> | null },
  request: FastifyRequest,
): Html {
  if (people.length === 0) return html`${searchView(request)}${emptyState(t("No one matches this name, username, key or account."))}`;
  return html`${searchView(request)}${cut && html`<p class="warn">${t("These are the first {n}. Enter more of the name to narrow the search.", { n: people.length })}</p>`}
    <form id="sorted" method="post">${csrfField(request)}<input type="hidden" name="text" value="${field(request, "text")}" /></form>
    ${table<ShownPerson>(
      t("{n, plural, one {# person} other {# people}}", { n: people.length }),
      [
        {
          head: t("Person"),
          sort: "name",
          rowHeader: true,
          cell: ({ id, name, key }) => html`<a href="/people/${id}">${data(name ?? key)}</a>`,
        },
        { head: t("Key"), sort: "key", cell: ({ key }) => data(key) },
        { head: t("Username"), sort: "username", cell: ({ username }) => data(username) },
        {
          head: t("Account"),
          cell: ({ user_id: user, active }) =>
            user === null ? t("None|account") : active === false ? t("Linked, deactivated") : t("Linked"),
        },
        { head: t("In the latest full export"), cell: ({ state }) => stateText(state) },
        { head: t("Job"), sort: "job", cell: ({ job }) => jobLink(job) },
      ],
      people,
      { by: sort?.by ?? "", direction: sort?.direction ?? "asc", url: request.url, form: "sorted" },
    )}`;
}

function stateText(state: string | null): string {
  if (state === "present") return t("Yes");
  if (state === "rejected") return t("Row rejected");
  return state === "absent" ? t("No") : t("In none");
}

/** One person: the answer to why a group was lost, the history, and what a run would do now. */
export function personPage(given: PersonData, chosen: string | null, request: ActorsRequest): DrawnPage {
  const { person, explained, timeline } = given;
  const name = person.name ?? person.key;
  const plain = new Map(
    given.removals.map(({ id, evidence, group }) => [id, plainReason({ ...evidence, group: group.path, people: 1 })] as const),
  );
  const account = person.user_id === null ? t("no account") : person.active === false ? t("account deactivated") : t("account active");
  return {
    title: name,
    crumbs: [["/people", t("People")]],
    lead: html`${tHtml("Employee key {key}", { key: data(person.key) })} · ${jobLink(person.job)} · ${account}`,
    action: html`<div class="row noprint">
      <button class="btn" type="button" data-print data-js>${icon("print")}${t("Print")}</button>
      <a class="btn" href="/api/v1/people/${person.id}" download="rollcall-person-${person.id}.json">${icon("download")}JSON</a>
      <a class="btn" href="/audit?person=${person.id}">${icon("audit")}${t("Audit entries")}</a>
    </div>`,
    content: html`${urgentCard(person, given.urgent, request)}
      ${answerCard(name, timeline.lost, chosen, given.displays, plain, request, given.adding_back)}
      <div class="split wide section">
        ${timelineView(timeline, plain)}
        <div class="stack" data-part="now">
          ${explained.said === null ? notExplained(explained.why) : next(explained.said)} ${exceptionsTable(given)}
          ${more(t("Technical details"), technical(person))}
        </div>
      </div>
      ${explained.said !== null && html`<section class="section noprint">${more(t("Row and mapped fields"), explanation(explained.said))}</section>`}`,
  };
}

function notExplained(why: string | null): Html {
  return html`<section class="card">
    <h2>${t("What the rules give now")}</h2>
    <p class="warn">${why !== null && prose(storedText(why))}</p>
  </section>`;
}

function technical(person: ShownPerson): Html {
  return facts([
    [t("Username"), data(person.username)],
    [t("Account"), person.user_id !== null && html`<code>${person.user_id}</code>`],
    [t("In the latest full export"), stateText(person.state)],
  ]);
}

function exceptionsTable({ exceptions }: PersonData): Html | null {
  if (exceptions.length === 0) return null;
  return table<PersonData["exceptions"][number]>(
    t("Exceptions"),
    [
      { head: t("Group"), rowHeader: true, cell: ({ group }) => groupPath(group) },
      { head: t("By"), cell: ({ by, at }) => html`${data(by)}<small>${time(at)}</small>` },
      { head: t("Reason"), wide: true, cell: ({ reason }) => data(reason) },
      { head: t("Until"), cell: ({ until: end }) => (end === null ? t("No end date") : time(end)) },
    ],
    exceptions,
  );
}
