import type { FastifyRequest } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { counted, moment, number, viaLabel } from "../../../reporting/labels.ts";
import { AUDIT_KINDS, KIND_LABELS } from "../../../reporting/history/audit-texts.ts";
import type { ShownAuditEvent } from "../../../reporting/history/audit-events.ts";
import type { AuditState, Verification } from "../../../review/audit.ts";
import type { AuditEntry } from "../../../store/audit/audit.ts";
import { csrfField } from "../../access/csrf.ts";
import { icon } from "../../icon.ts";
import type { DrawnPage } from "../page-route.ts";
import type { ShownPerson } from "../people/shown-person.ts";
import { banner, emptyState, filterSelect, more, pill, prose, table, time, withParam } from "../parts.ts";
import { eventSymbol, sentenceHtml } from "../sentence.ts";

export interface AuditData {
  entries: AuditEntry[];
  /** The same entries as events, one for each decision. */
  events: ShownAuditEvent[];
  filter: {
    actor: string | null;
    action: string | null;
    kind: string | null;
    about: string | null;
    person: string | null;
    group: string | null;
    from: string | null;
    to: string | null;
  };
  /** The person of the filter; `null`: none. */
  person: string | null;
  groups: string[];
  actions: string[];
  page: number;
  limit: number;
  more: boolean;
  /** The entry before which the next page of events begins; `null`: the last page. */
  older: number | null;
  verified: Verification | null;
  /** `null`: not asked for. */
  chain: AuditState | null;
}

/** The trail, the latest first. */
export function auditPage(given: AuditData, request: FastifyRequest): DrawnPage {
  const { events, filter, older, chain, verified } = given;
  const [, search = ""] = request.url.split("?");
  const download = (format: string): string => withParam(`/audit/export?${search}`, "format", format);
  return {
    title: "Audit trail",
    lead: "Every decision and every removal, in a tamper-evident log.",
    action: html`<div class="row noprint">
      ${badge(verified)}
      <form method="post" action="/audit/verify">
        ${csrfField(request)}<button class="btn">${verified === null ? "Check now" : "Check again"}</button>
      </form>
      <a class="btn" href="${download("csv")}">${icon("download")}CSV</a>
      <a class="btn" href="${download("json")}">${icon("download")}JSON</a>
    </div>`,
    content: html`${verified !== null && verified.problems.length > 0 && broken(verified)} ${personForm(given, request)} ${filters(given)}
    ${events.length === 0 ? emptyState("No entry matches the filter.") : days(events)}
    ${
      (older !== null || new URLSearchParams(search).has("before")) &&
      html`<nav class="pager" aria-label="Pages">
        <span>${counted(events.length, "event")}</span>
        <span class="row"
          ><a class="btn" href="${withoutParam(request.url, "before")}">Latest</a> ${
            older !== null && html`<a class="btn" rel="next" href="${withParam(request.url, "before", String(older))}">Older</a>`
          }</span
        >
      </nav>`
    }
    ${chain !== null && proof(chain)}
    ${
      chain === null &&
      filter.about === null &&
      html`<p class="section"><a href="${withParam(request.url, "verify", "yes")}">Prove later that nothing changed</a></p>`
    }`,
  };
}

function badge(verified: Verification | null): Html {
  if (verified === null) return pill("Not checked yet", "", "integrity");
  const { entries, at, problems } = verified;
  if (problems.length > 0) return pill(`Damaged, checked ${moment(at)}`, "bad", "alert");
  return pill(`Intact: ${counted(entries, "entry", "entries")}, checked ${moment(at)}`, "good", "integrity");
}

function broken({ problems }: Verification): Html {
  return banner(
    "bad",
    "alert",
    html`${problems.map((problem) => html`<p><b>${prose(problem)}</b></p>`)}
      <p>
        Inform the administrator of this computer, and keep a copy of the state. If the journal is damaged, no account is created until an
        administrator ends the hold with <code>rollcall restore --settled</code>.
      </p>`,
  );
}

/** The search is a form, because a name must not be in an address. */
function personForm({ filter, person }: AuditData, request: FastifyRequest): Html {
  if (filter.person !== null)
    return html`<p class="row">
      ${pill(html`Person: ${data(person)}`, "info")} <a class="btn" href="${withoutParam(request.url, "person")}">All people</a>
    </p>`;
  return html`<form class="filters" method="post" action="/audit/find" role="search" aria-label="Find a person in the trail">
    ${csrfField(request)}
    <div class="search">
      ${icon("search")}<label class="sr" for="f-person">Person</label
      ><input id="f-person" name="text" type="search" placeholder="Person" required maxlength="200" autocomplete="off" />
    </div>
    <button class="btn">Find</button>
  </form>`;
}

function filters({ filter, groups }: AuditData): Html {
  const all = [...new Set([...groups, ...(filter.group === null ? [] : [filter.group])])];
  return html`<form class="filters" method="get" action="/audit" aria-label="Filter the audit trail">
    <div class="search">
      ${icon("user")}<label class="sr" for="f-actor">Actor</label
      ><input id="f-actor" name="actor" type="search" placeholder="Actor" value="${filter.actor ?? ""}" autocomplete="off" />
    </div>
    ${filterSelect("kind", "Kind", [["", "Any kind"], ...AUDIT_KINDS.map((kind) => [kind, KIND_LABELS[kind]] as const)], filter.kind)}
    ${filterSelect("group", "Group", [["", "Any group"], ...all.map((group) => [group, group] as const)], filter.group)}
    <label class="sr" for="f-from">From</label><input id="f-from" type="date" name="from" value="${filter.from ?? ""}" />
    <label class="sr" for="f-to">Until</label><input id="f-to" type="date" name="to" value="${filter.to ?? ""}" />
    ${(["person", "action", "about"] as const).map((name) => filter[name] !== null && html`<input type="hidden" name="${name}" value="${filter[name]}" />`)}
    <button class="btn">Apply</button>
    ${Object.values(filter).some((value) => value !== null) && html`<a class="btn quiet" href="/audit">Clear</a>`}
  </form>`;
}

function days(events: readonly ShownAuditEvent[]): Html {
  const byDay = Map.groupBy(events, ({ at }) => moment(at).split(",")[0] ?? "");
  return html`${[...byDay].map(
    ([day, theirs]) =>
      html`<section class="section card" aria-label="${day}">
        <h2>${day}</h2>
        <ol class="timeline">
          ${theirs.map(eventItem)}
        </ol>
      </section>`,
  )}`;
}

function eventItem({ action, sentence, at, via, reason, seq, first, entries, raw }: ShownAuditEvent): Html {
  const [symbol, tone] = eventSymbol(action);
  const named = entries === 1 ? `Entry ${number(seq)}` : `Entries ${number(first)} to ${number(seq)}`;
  return html`<li>
    ${icon(symbol, tone)}
    <div class="row">
      <p class="grow">
        ${sentenceHtml(sentence)}${via !== null && action !== "signed_in" && html` <span class="soft small">${viaLabel(via)}</span>`}
      </p>
      ${time(at)}
    </div>
    ${reason !== null && html`<blockquote>“${data(reason)}”</blockquote>`}
    ${more(
      html`${named}<span class="sr">: raw data</span>`,
      html`${raw.map((entry) => html`<pre tabindex="0" aria-label="Raw data of entry ${entry.seq}">${JSON.stringify(entry, null, 2)}</pre>`)}${
        entries > raw.length &&
        html`<p class="soft">${counted(entries - raw.length, "more entry", "more entries")}: download CSV or JSON.</p>`
      }`,
    )}
  </li>`;
}

/** The hash to keep elsewhere. */
function proof({ head, journal, broken: damaged, damage }: AuditState): Html | null {
  if (head === null || damaged !== null || damage !== null) return null;
  return html`<section class="section card" role="status">
    <h2>Prove later that nothing changed</h2>
    <p>The chain is intact${journal && " and equal to the journal"}. Keep this hash elsewhere, for example in a ticket:</p>
    <pre tabindex="0" aria-label="Hash to keep">${head.seq}:${head.hash}</pre>
  </section>`;
}

/** The people whom a search has found, as links to their entries. */
export function foundPeople(people: readonly ShownPerson[]): Html {
  if (people.length === 0)
    return emptyState("No one matches this name, username, key or account.", html`<a class="btn" href="/audit">Audit trail</a>`);
  return table<ShownPerson>(
    "People",
    [
      { head: "Person", rowHeader: true, cell: ({ id, name, key }) => html`<a href="/audit?person=${id}">${data(name ?? key)}</a>` },
      { head: "Key", cell: ({ key }) => data(key) },
      { head: "Job", cell: ({ job }) => data(job) },
    ],
    people,
  );
}

function withoutParam(address: string, name: string): string {
  const url = new URL(address, "http://localhost");
  url.searchParams.delete(name);
  return `${url.pathname}${url.search}`;
}
