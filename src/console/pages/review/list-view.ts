import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { causeLabel, counted, number } from "../../../reporting/labels.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import type { ReviewProgress } from "../../../store/review/review-progress.ts";
import type { CauseLine } from "./cause-book.ts";
import type { ShownRemoval } from "./removal-data.ts";
import { icon } from "../../icon.ts";
import type { DrawnPage } from "../page-route.ts";
import { causeAdviceLine, impactLine } from "./advice-view.ts";
import { decideSheet, keyHelp, reasonList } from "./decide-form.ts";
import { days, emptyState, filterSelect, groupPath, jobLink, more, pages, personLink, pill, table, time } from "../parts.ts";
import { workbookForms } from "./workbook-view.ts";

export interface ReviewData {
  /** How many of the removals that the current runs found are decided. */
  progress: ReviewProgress;
  /** The latest reasons of the signed-in reviewer. */
  recent_reasons: string[];
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
  const { pending, approved, fitting, causes, all, filter, progress } = review;
  const filtered = Object.values(filter).some((value) => value !== null);
  const deciding = may(request.actor, "decide");
  return {
    title: "Pending removals",
    lead: html`HR’s data no longer gives these memberships. No one loses access until someone
    decides.${filtered && html` The filter shows ${number(fitting)} of ${number(pending)}, in ${counted(all, "cause")}.`}`,
    action: html`<div class="meter">
      ${
        progress.all > 0 &&
        html`<label for="progress"
            ><b>${number(progress.decided)} of ${number(progress.all)} decided</b>
            <span class="soft">· ${number(pending)} left</span></label
          ><progress id="progress" max="${progress.all}" value="${progress.decided}"></progress>`
      }${approved > 0 && html` <a href="/review/approved">${number(approved)} approved, not applied yet</a>`}
    </div>`,
    content: html`<p id="status" role="status" class="sr"></p>
      ${filters(review)}
      <h2 class="sr">Causes</h2>
      ${
        causes.length === 0
          ? emptyState(filtered ? "No pending removal matches the filter." : "Nothing needs a decision.")
          : html`<ul class="stack">
                ${causes.map((cause) => causeCard(cause, request, deciding, now))}
              </ul>
              ${reasonList(review.recent_reasons)}`
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
  const { remove: ready, reasons } = cause.recommendation;
  const remove = removeSheet(cause, request, from);
  const keep = decideSheet({
    request,
    id: `rejected-${id}`,
    verdict: "rejected",
    label: people === 1 ? "Keep" : `Keep all ${number(people)}`,
    about: question,
    question: `Keep ${who} in ${from}?`,
    explanation: "Rollcall asks again when HR’s data changes, or on the date you choose.",
    subject: html`<input type="hidden" name="causes" value="${id}@${cause.evidence}" />`,
    recommended: ready === 0 && reasons.every(({ advice }) => advice === "keep"),
  });
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
          ${gainsLine(gains, people)} ${impactLine(cause, now)}
          ${last_groups > 0 && html`<li class="warn">${icon("alert")} ${counted(last_groups, "person has", "people have")} no other group, which the learning service cannot express</li>`}
          ${seconded > 0 && html`<li class="warn">${icon("user")} ${number(seconded)} approved by one reviewer; another reviewer is needed</li>`}
        </ul>
        ${causeAdviceLine(cause)}
      </div>
      <div class="acts">
        ${deciding && html`${remove !== null && remove.button}${keep.button}`}<a class="btn quiet" href="${path}"
          >Look closer<span class="sr">: ${question}</span></a
        >
      </div>
      ${deciding && html`${remove !== null && remove.sheet}${keep.sheet}`}
    </article>
  </li>`;
}

/** Removes exactly the recommended people, whom the form names with their evidence; `null`: no one, or too many to name. */
function removeSheet(cause: CauseLine, request: ActorsRequest, from: string): ReturnType<typeof decideSheet> | null {
  const { id, people, recommended } = cause;
  if (recommended === null || recommended.length === 0) return null;
  const n = recommended.length;
  const rest = people - n;
  return decideSheet({
    request,
    id: `approved-${id}`,
    verdict: "approved",
    label: people === 1 ? "Remove" : rest === 0 ? `Remove ${number(n)}` : `Remove ${number(n)} of ${number(people)}`,
    about: cause.question,
    question: `Remove ${counted(n, "person", "people")} from ${from}?`,
    explanation: `${rest > 0 ? `The other ${counted(rest, "person stays", "people stay")} until someone decides. ` : ""}You can undo this until it is applied.`,
    subject: html`<input type="hidden" name="removals" value="${recommended.join(",")}" /><input
        type="hidden"
        name="recommended"
        value="all"
      />`,
    recommended: true,
  });
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
