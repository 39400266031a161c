import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { causeLabel, counted, number } from "../../../reporting/labels.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { CauseLine } from "./cause-book.ts";
import type { ShownRemoval } from "./removal-data.ts";
import { icon } from "../../icon.ts";
import type { DrawnPage } from "../page-route.ts";
import { decideSheet, keyHelp } from "./decide-form.ts";
import { days, emptyState, filterSelect, groupPath, jobLink, more, pages, personLink, pill, table, time } from "../parts.ts";
import { workbookForms } from "./workbook-view.ts";

export interface ReviewData {
  pending: number;
  approved: number;
  assigned_to_me: number;
  /** Pending removals that match the filter. */
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

/** Draws the pending removals by cause, one question each. */
export function reviewPage(review: ReviewData, request: ActorsRequest, now: Date): DrawnPage {
  const { pending, approved, fitting, causes, all, filter } = review;
  const filtered = Object.values(filter).some((value) => value !== null);
  const deciding = may(request.actor, "decide");
  return {
    title: "Pending removals",
    lead: html`HR’s data no longer gives these memberships. No one loses access until someone
    decides.${filtered && html` The filter shows ${number(fitting)} of ${number(pending)}, in ${counted(all, "cause")}.`}`,
    action: html`<p class="meter">
      <b>${number(pending)} left</b>${approved > 0 && html` <a href="/review/approved">${number(approved)} approved, not applied yet</a>`}
    </p>`,
    content: html`<p id="status" role="status" class="sr"></p>
      ${filters(review)}
      <h2 class="sr">Causes</h2>
      ${
        causes.length === 0
          ? emptyState(filtered ? "No pending removal matches the filter." : "Nothing needs a decision.")
          : html`<ul class="stack">
              ${causes.map((cause) => causeCard(cause, request, deciding, now))}
            </ul>`
      }
      ${pages(request, review)}
      <section class="section card stack">
        ${more("Find a person with a pending removal", search(request))}
        ${more("Decide in a spreadsheet", workbookForms(request, deciding))} ${keyHelp()}
      </section>`,
  };
}

function causeCard(cause: CauseLine, request: ActorsRequest, deciding: boolean, now: Date): Html {
  const { id, kind, question, people, fitting, since, gains, seconded, last_groups } = cause;
  const path = `/review/causes/${encodeURIComponent(id)}`;
  const from = cause.group.split("/").at(-1) ?? cause.group;
  const who = counted(people, "person", "people");
  const subject = html`<input type="hidden" name="causes" value="${id}@${cause.evidence}" />`;
  const sheet = (verdict: "approved" | "rejected", label: string, explanation: string): ReturnType<typeof decideSheet> =>
    decideSheet({
      request,
      id: `${verdict}-${id}`,
      verdict,
      label,
      about: question,
      question: `${verdict === "approved" ? "Remove" : "Keep"} ${who} ${verdict === "approved" ? "from" : "in"} ${from}?`,
      explanation,
      subject,
    });
  const remove = sheet("approved", `Remove ${people === 1 ? "" : number(people)}`.trim(), "You can undo this until it is applied.");
  const keep = sheet(
    "rejected",
    people === 1 ? "Keep" : `Keep ${number(people)}`,
    "Rollcall asks again when HR’s data changes, or on the date you choose.",
  );
  return html`<li data-row>
    <article class="card cause" aria-labelledby="q-${id}">
      <div class="row">
        ${pill(causeLabel(kind))}<span class="soft small"
          >${since.slice(0, 10) === now.toISOString().slice(0, 10) ? "since today" : html`for ${days(since, now)}`} ·
          ${jobLink(cause.job)}</span
        >
      </div>
      <div class="stack">
        <h2 id="q-${id}"><a href="${path}">${data(question)}</a></h2>
        <ul class="facts">
          <li>${icon("people")} <b>${who}</b>${fitting < people && html`, ${number(fitting)} in the filter`}</li>
          ${gainsLine(gains, people)}
          ${last_groups > 0 && html`<li class="warn">${icon("alert")} ${counted(last_groups, "person has", "people have")} no other group, which the learning service cannot express</li>`}
          ${seconded > 0 && html`<li class="warn">${icon("user")} ${number(seconded)} approved by one reviewer; another reviewer is needed</li>`}
        </ul>
      </div>
      <div class="acts">
        ${deciding && html`${remove.button}${keep.button}`}<a class="btn quiet" href="${path}"
          >Look closer<span class="sr">: ${question}</span></a
        >
      </div>
      ${deciding && html`${remove.sheet}${keep.sheet}`}
    </article>
  </li>`;
}

function gainsLine(gains: CauseLine["gains"], people: number): Html {
  const [first, ...others] = gains;
  if (first === undefined) return html`<li>${icon("minus")} No other group instead</li>`;
  return html`<li>
    ${icon("arrow")} ${people === 1 ? "gains" : "gain"}
    <b>${groupPath(first.group)}</b>${others.length > 0 && html` and ${counted(others.length, "other group")}`} instead
  </li>`;
}

function filters({ filter, jobs }: ReviewData): Html {
  const kinds = ["renamed", "split", "moved", "changed_back", "leaver", "mapping_changed", "added_by_hand"];
  const allJobs = [...new Set([...jobs, ...(filter.job === null ? [] : [filter.job])])];
  return html`<form class="filters" method="get" action="/review" aria-label="Filter pending removals">
    <div class="search">
      ${icon("search")}<label class="sr" for="f-group">Find a group</label
      ><input id="f-group" name="group" type="search" placeholder="Find a group" value="${filter.group ?? ""}" autocomplete="off" />
    </div>
    ${filterSelect("kind", "Kind of cause", [["", "Any cause"], ...kinds.map((kind) => [kind, causeLabel(kind)] as const)], filter.kind)}
    ${filterSelect("for", "Assigned to", FOR_LABELS, filter.for)}
    ${filterSelect("age", "Pending for", AGE_LABELS, filter.age === null ? null : String(filter.age))}
    ${allJobs.length > 1 && filterSelect("job", "Job", [["", "All jobs"], ...allJobs.map((job) => [job, job] as const)], filter.job)}
    ${filter.person !== null && html`<input type="hidden" name="person" value="${filter.person}" />`}
    <button class="btn">Apply</button>
    ${Object.values(filter).some((value) => value !== null) && html`<a class="btn quiet" href="/review">Clear</a>`}
  </form>`;
}

const FOR_LABELS = [
  ["", "Anyone"],
  ["me", "Assigned to me"],
  ["nobody", "Nobody"],
] as const;
const AGE_LABELS = [
  ["", "Any time"],
  ["1", "1 day or longer"],
  ["7", "7 days or longer"],
  ["30", "30 days or longer"],
] as const;

function search(request: FastifyRequest): Html {
  return html`<form method="post" action="/review/search" class="row">
    ${csrfField(request)}
    <label>Name, username or key <input name="text" type="search" autocomplete="off" maxlength="200" required /></label>
    <button class="btn">Find</button>
  </form>`;
}

/** Draws the people whom a search found. */
export function searchResultsView(
  people: readonly { id: string; job: string; key: string; name: string; removals: number }[],
  request: FastifyRequest,
): Html {
  if (people.length === 0)
    return html`${emptyState("No one with a pending removal has this in a name, username or key.")}${search(request)}`;
  return html`${search(request)}${table(
    counted(people.length, "person", "people"),
    [
      {
        head: "Person",
        rowHeader: true,
        cell: ({ id, name, key }) => html`<a href="/review?person=${id}">${data(name)}</a> <span class="soft">${data(key)}</span>`,
      },
      { head: "Job", cell: ({ job }) => data(job) },
      { head: "Pending removals", numeric: true, cell: ({ removals }) => removals },
    ],
    people,
  )}`;
}

/** Draws approved removals that are not applied yet. */
export function approvedView(given: { removals: ShownRemoval[]; page: number; limit: number; all: number }, request: FastifyRequest): Html {
  if (given.all === 0) return emptyState("Everything approved is applied.");
  return html`<p>You can undo an approval on the removal’s page until it is sent.</p>
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
