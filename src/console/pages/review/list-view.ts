import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { causeLabel, counted, number } from "../../../reporting/labels.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { CauseLine } from "./cause-book.ts";
import type { ShownRemoval } from "./removal-data.ts";
import { keyHelp } from "./decide-form.ts";
import { days, groupPath, jobLink, emptyState, pages, personLink, prose, select, table, pill, time } from "../parts.ts";
import { workbookForms } from "./workbook-view.ts";

export interface ReviewData {
  pending: number;
  approved: number;
  assigned_to_me: number;
  /** How many of what waits the filter lets through. */
  fitting: number;
  jobs: string[];
  filter: {
    job: string | null;
    group: string | null;
    kind: string | null;
    for: "me" | "nobody" | null;
    age: number | null;
    person: string | null;
  };
  causes: CauseLine[];
  page: number;
  limit: number;
  all: number;
}

/** Causes before cases: what waits, by why it does. */
export function reviewView(review: ReviewData, request: ActorsRequest, now: Date): Html {
  const { pending, approved, fitting, causes, all, filter } = review;
  const filtered = Object.values(filter).some((value) => value !== null);
  return html`<p>
      ${counted(pending, "membership waits", "memberships wait")} for a decision. Nothing is taken away before
      that.${filtered && html` The filter shows ${number(fitting)} of them, in ${counted(all, "cause")}.`}
      ${approved > 0 && html`<a href="/review/approved">${counted(approved, "removal is", "removals are")} approved and not carried out yet.</a>`}
    </p>
    <p id="said" role="status" class="soft"></p>
    ${filters(review)} ${search(request)} ${workbookForms(request, may(request.actor, "decide"))} ${keyHelp()}
    <h2>Causes</h2>
    ${
      causes.length === 0
        ? emptyState(filtered ? "Nothing that waits fits the filter." : "Nothing waits for a decision.")
        : html`<ul class="list">
            ${causes.map((cause) => causeItem(cause, now))}
          </ul>`
    }
    ${pages(request, review)}`;
}

function causeItem(cause: CauseLine, now: Date): Html {
  const { id, kind, sentence, text, people, fitting, since, gains, seconded, last_groups } = cause;
  return html`<li data-row>
    <h3><a href="/review/causes/${encodeURIComponent(id)}">${data(sentence)}</a></h3>
    <p>${pill(causeLabel(kind))} ${prose(text)}</p>
    <p class="soft">
      ${counted(people, "person", "people")}${fitting < people && html`, ${number(fitting)} of them in the filter`}, of
      ${jobLink(cause.job)}, pending
      ${days(since, now)}${gains.length > 1 && html`; they gain ${counted(gains.length, "group")}`}${seconded > 0 && html`; ${number(seconded)} approved by one reviewer, another one is needed`}
    </p>
    ${last_groups > 0 && html`<p class="warn">${counted(last_groups, "person", "people")} would be left without any group, which the learning service cannot express.</p>`}
  </li>`;
}

function filters({ filter, jobs }: ReviewData): Html {
  const kinds = ["renamed", "split", "moved", "changed_back", "leaver", "mapping_changed", "added_by_hand"];
  return html`<form method="get" action="/review" class="row" aria-label="Filter">
    ${select("job", "Job", [["", "all"], ...[...new Set([...jobs, ...(filter.job === null ? [] : [filter.job])])].map((job) => [job, job] as const)], filter.job)}
    <label>Group contains <input name="group" value="${filter.group ?? ""}" autocomplete="off" /></label>
    ${select("kind", "Cause", [["", "all"], ...kinds.map((kind) => [kind, causeLabel(kind)] as const)], filter.kind)}
    ${select(
      "for",
      "Handed over to",
      [
        ["", "anybody or nobody"],
        ["me", "me"],
        ["nobody", "nobody"],
      ],
      filter.for,
    )}
    ${select(
      "age",
      "Pending",
      [
        ["", "for any time"],
        ["1", "a day or longer"],
        ["7", "7 days or longer"],
        ["30", "30 days or longer"],
      ],
      filter.age === null ? null : String(filter.age),
    )}
    ${filter.person !== null && html`<input type="hidden" name="person" value="${filter.person}" />`}
    <button class="quiet">Filter</button>
    ${Object.values(filter).some((value) => value !== null) && html`<a href="/review">Show everything</a>`}
  </form>`;
}

function search(request: FastifyRequest): Html {
  return html`<form method="post" action="/review/search" class="row" role="search">
    ${csrfField(request)}
    <label
      >Find a person who waits (name, username or key)
      <input name="text" type="search" autocomplete="off" maxlength="200" required data-search="yes"
    /></label>
    <button class="quiet">Find</button>
  </form>`;
}

/** Whom a search has found; the addresses name nobody. */
export function searchResultsView(
  people: readonly { id: string; job: string; key: string; name: string; removals: number }[],
  request: FastifyRequest,
): Html {
  if (people.length === 0)
    return html`${emptyState("Nobody with something that waits has this in a name, username or key.")}${search(request)}`;
  return html`${search(request)}${table(
    counted(people.length, "person", "people"),
    [
      {
        head: "Person",
        rowHeader: true,
        cell: ({ id, name, key }) => html`<a href="/review?person=${id}">${data(name)}</a> <span class="soft">${data(key)}</span>`,
      },
      { head: "Job", cell: ({ job }) => data(job) },
      { head: "Waits", numeric: true, cell: ({ removals }) => removals },
    ],
    people,
  )}`;
}

/** What was approved and did not leave yet. */
export function approvedView(given: { removals: ShownRemoval[]; page: number; limit: number; all: number }, request: FastifyRequest): Html {
  if (given.all === 0) return emptyState("Everything that was approved has been carried out.");
  return html`<p>While nothing has been sent, an approval can be taken back on the removal’s own page.</p>
    ${table<ShownRemoval>(
      counted(given.all, "removal"),
      [
        { head: "Person", rowHeader: true, cell: ({ job, person }) => personLink({ job, ...person }) },
        { head: "Group", cell: ({ group }) => groupPath(group.path) },
        {
          head: "Approved by",
          cell: ({ decided_by: by, decided_at: at }) => html`${data(by)}${at !== null && html`<small>${time(at)}</small>`}`,
        },
        { head: "Reason", wide: true, cell: ({ decision_reason: reason }) => data(reason) },
        { head: "Not before", cell: ({ due_at: due }) => due !== null && time(due) },
        { head: "Removal", cell: ({ id }) => html`<a href="/review/removals/${id}">${id}</a>` },
      ],
      given.removals,
    )}${pages(request, given)}`;
}
