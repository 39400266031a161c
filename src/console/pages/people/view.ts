import type { FastifyRequest } from "fastify";
import type { Explanation } from "../../../domain/explanation.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { DrawnTimeline } from "../../../reporting/history/timeline.ts";
import { csrfField } from "../../access/csrf.ts";
import type { ShownRemoval } from "../review/removal-data.ts";
import { icon } from "../../icon.ts";
import type { DrawnPage } from "../page-route.ts";
import { explanation, next } from "./explanation.ts";
import { answerCard, timelineView } from "./timeline-view.ts";
import type { ShownPerson } from "./shown-person.ts";
import { facts, groupPath, jobLink, emptyState, more, prose, table, time } from "../parts.ts";

export interface PersonData {
  person: ShownPerson;
  /** `said: null`: it cannot be explained, and `why` says why. */
  explained: { said: Explanation | null; why: string | null };
  history: { run: string; kind: string; status: string; code: string | null; reason: string | null }[];
  removals: ShownRemoval[];
  timeline: DrawnTimeline;
  exceptions: { group: string; by: string; at: string; reason: string; until: string | null }[];
}

/** The form that finds people. */
export function searchView(request: FastifyRequest): Html {
  return html`<form method="post" action="/people/search" class="row" role="search" aria-label="People">
    ${csrfField(request)}
    <label>Name, username, key or account <input name="text" type="search" autocomplete="off" maxlength="200" required /></label>
    <button>Find</button>
  </form>`;
}

/** Whom a search has found. */
export function peopleView({ people, more: cut }: { people: ShownPerson[]; more: boolean }, request: FastifyRequest): Html {
  if (people.length === 0) return html`${searchView(request)}${emptyState("No one matches this name, username, key or account.")}`;
  return html`${searchView(request)}${cut && html`<p class="warn">These are the first 100. Enter more of the name to narrow the search.</p>`}
  ${table<ShownPerson>(
    "People",
    [
      { head: "Person", rowHeader: true, cell: ({ id, name, key }) => html`<a href="/people/${id}">${data(name ?? key)}</a>` },
      { head: "Key", cell: ({ key }) => data(key) },
      { head: "Username", cell: ({ username }) => data(username) },
      {
        head: "Account",
        cell: ({ user_id: user, active }) => (user === null ? "None" : `Linked${active === false ? ", deactivated" : ""}`),
      },
      { head: "In the latest full export", cell: ({ state }) => states[state ?? ""] ?? "In none" },
      { head: "Job", cell: ({ job }) => jobLink(job) },
    ],
    people,
  )}`;
}

const states: Readonly<Record<string, string>> = { present: "Yes", rejected: "Row rejected", absent: "No" };

/** One person: the answer to why a group was lost, the history, and what a run would do now. */
export function personPage(given: PersonData, chosen: string | null): DrawnPage {
  const { person, explained, timeline } = given;
  const name = person.name ?? person.key;
  const account = person.user_id === null ? "no account" : `account ${person.active === false ? "deactivated" : "active"}`;
  return {
    title: name,
    crumbs: [["/people", "People"]],
    lead: html`Employee key ${data(person.key)} · ${jobLink(person.job)} · ${account}`,
    action: html`<div class="row noprint">
      <button class="btn" type="button" data-print hidden>${icon("print")}Print</button>
      <a class="btn" href="/api/v1/people/${person.id}" download="rollcall-person-${person.id}.json">${icon("download")}JSON</a>
      <a class="btn" href="/audit?person=${person.id}">${icon("audit")}Audit entries</a>
    </div>`,
    content: html`${answerCard(name, timeline.lost, chosen)}
      <div class="split wide section">
        ${timelineView(timeline)}
        <div class="stack">
          ${explained.said === null ? notExplained(explained.why) : next(explained.said)} ${exceptionsTable(given)}
          ${more("Technical details", technical(person))}
        </div>
      </div>
      ${explained.said !== null && html`<section class="section noprint">${more("Row, mapped fields and groups", explanation(explained.said))}</section>`}`,
  };
}

function notExplained(why: string | null): Html {
  return html`<section class="card">
    <h2>What the rules give now</h2>
    <p class="warn">${prose(why)}</p>
  </section>`;
}

function technical(person: ShownPerson): Html {
  return facts([
    ["Username", data(person.username)],
    ["Account", person.user_id !== null && html`<code>${person.user_id}</code>`],
    ["In the latest full export", states[person.state ?? ""] ?? "In none"],
  ]);
}

function exceptionsTable({ exceptions }: PersonData): Html | null {
  if (exceptions.length === 0) return null;
  return table<PersonData["exceptions"][number]>(
    "Exceptions",
    [
      { head: "Group", rowHeader: true, cell: ({ group }) => groupPath(group) },
      { head: "By", cell: ({ by, at }) => html`${data(by)}<small>${time(at)}</small>` },
      { head: "Reason", wide: true, cell: ({ reason }) => data(reason) },
      { head: "Until", cell: ({ until }) => (until === null ? "No end date" : time(until)) },
    ],
    exceptions,
  );
}
