import type { FastifyRequest } from "fastify";
import type { Explanation } from "../../../domain/explanation.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { kindLabel, operationStatusLabel, removalStatusLabel } from "../../../reporting/labels.ts";
import { csrfField } from "../../access/csrf.ts";
import type { ShownRemoval } from "../review/removal-data.ts";
import { explanation } from "./explanation.ts";
import type { ShownPerson } from "./shown-person.ts";
import { facts, groupPath, jobLink, emptyState, prose, runLink, table, time } from "../parts.ts";

export interface PersonData {
  person: ShownPerson;
  /** `said: null`: it cannot be explained, and `why` says why. */
  explained: { said: Explanation | null; why: string | null };
  history: { run: string; kind: string; status: string; code: string | null; reason: string | null }[];
  removals: ShownRemoval[];
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
export function peopleView({ people, more }: { people: ShownPerson[]; more: boolean }, request: FastifyRequest): Html {
  if (people.length === 0) return html`${searchView(request)}${emptyState("No one matches this name, username, key or account.")}`;
  return html`${searchView(request)}${more && html`<p class="warn">These are the first 100. Enter more of the name to narrow the search.</p>`}
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

/** One person: what HR says, what the rules make of it, and everything that was ever done. */
export function personView({ person, explained, history, removals, exceptions }: PersonData): Html {
  return html`${facts([
      ["Key", data(person.key)],
      ["Username", data(person.username)],
      ["Account", person.user_id === null ? "None" : html`${data(person.user_id)}${person.active === false && " (deactivated)"}`],
      ["In the latest full export", states[person.state ?? ""] ?? "In none"],
      ["Job", jobLink(person.job)],
      ["Audit", html`<a href="/audit?person=${person.id}">Entries about this person</a>`],
    ])}
    ${
      explained.said === null
        ? html`<h2>What the rules give now</h2>
            <p class="warn">${prose(explained.why)}</p>`
        : explanation(explained.said)
    }
    <h2>Removals</h2>
    ${
      removals.length === 0
        ? emptyState("No removal was found for this person.")
        : table<ShownRemoval>(
            "Removals of memberships",
            [
              { head: "Removal", rowHeader: true, cell: ({ id }) => html`<a href="/review/removals/${id}">${id}</a>` },
              { head: "Group", cell: ({ group }) => groupPath(group.path) },
              { head: "Since", cell: ({ since }) => time(since) },
              { head: "Status", cell: ({ status }) => removalStatusLabel(status) },
              { head: "Decided by", cell: ({ decided_by: by }) => data(by) },
              { head: "Reason", wide: true, cell: ({ decision_reason: reason }) => data(reason) },
            ],
            removals,
          )
    }
    ${
      exceptions.length > 0 &&
      html`<h2>Exceptions</h2>
        ${table<PersonData["exceptions"][number]>(
          "Exceptions",
          [
            { head: "Group", rowHeader: true, cell: ({ group }) => groupPath(group) },
            { head: "By", cell: ({ by, at }) => html`${data(by)}<small>${time(at)}</small>` },
            { head: "Reason", wide: true, cell: ({ reason }) => data(reason) },
            { head: "Until", cell: ({ until }) => (until === null ? "No end date" : time(until)) },
          ],
          exceptions,
        )}`
    }
    <h2>History</h2>
    ${
      history.length === 0
        ? emptyState("No change was planned for this person.")
        : table<PersonData["history"][number]>(
            "Operations, newest first",
            [
              { head: "Run", rowHeader: true, cell: ({ run }) => runLink(run) },
              { head: "What", cell: ({ kind, status }) => kindLabel(kind, status) },
              { head: "Status", cell: ({ status }) => operationStatusLabel(status) },
              {
                head: "Why",
                wide: true,
                cell: ({ reason, code }) => html`${prose(reason)}${code !== null && html`<small><code>${code}</code></small>`}`,
              },
            ],
            history,
          )
    }`;
}
