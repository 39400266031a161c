import type { ShownAuditState, ShownVerification } from "../../../review/audit-state.ts";
import type { FastifyRequest } from "fastify";
import { findBeside } from "../find.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { viaLabel } from "../../../reporting/labels.ts";
import { date, dateTime, timeOfDay } from "../../../reporting/locales/formats.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { AUDIT_KINDS, KIND_LABELS } from "../../../reporting/history/audit-texts.ts";
import type { ShownAuditEvent } from "../../../reporting/history/audit-events.ts";
import type { AuditEntry } from "../../../store/audit/audit.ts";
import { csrfField } from "../../access/csrf.ts";
import { icon } from "../../../reporting/html/icon.ts";
import type { DrawnPage } from "../page-route.ts";
import type { ShownPerson } from "../people/shown-person.ts";
import { banner, emptyState, filterSelect, more, pill, prose, table, withParam } from "../parts.ts";
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
  verified: ShownVerification | null;
  /** `null`: not asked for. */
  chain: ShownAuditState | null;
}

/** The trail, the latest first. */
export function auditPage(given: AuditData, request: FastifyRequest): DrawnPage {
  const { events, filter, older, chain, verified } = given;
  const [, search = ""] = request.url.split("?");
  const download = (format: string): string => withParam(`/audit/export?${search}`, "format", format);
  return {
    title: t("shell.audit_trail"),
    lead: t("history.every_decision_every"),
    action: html`<div class="row noprint">
      ${badge(verified)}
      <form method="post" action="/audit/verify">
        ${csrfField(request)}<button class="btn">${verified === null ? t("history.check_now") : t("history.check_again")}</button>
      </form>
      <a class="btn" href="${download("csv")}">${icon("download")}CSV</a>
      <a class="btn" href="${download("json")}">${icon("download")}JSON</a>
    </div>`,
    content: html`${verified !== null && verified.problems.length > 0 && broken(verified)} ${personForm(given, request)} ${filters(given)}
    ${events.length === 0 ? emptyState(t("history.no_entry_matches")) : days(events)}
    ${
      (older !== null || new URLSearchParams(search).has("before")) &&
      html`<nav class="pager" aria-label="${t("shell.pages")}">
        <span>${t("history.events", { n: events.length })}</span>
        <span class="row"
          ><a class="btn" href="${withoutParam(request.url, "before")}">${t("history.latest")}</a> ${
            older !== null &&
            html`<a class="btn" rel="next" href="${withParam(request.url, "before", String(older))}">${t("history.older")}</a>`
          }</span
        >
      </nav>`
    }
    ${chain !== null && proof(chain)}
    ${
      chain === null &&
      filter.about === null &&
      html`<p class="section noprint"><a href="${withParam(request.url, "verify", "yes")}">${t("history.prove_later_nothing")}</a></p>`
    }`,
  };
}

function badge(verified: ShownVerification | null): Html {
  if (verified === null) return pill(t("history.not_checked_yet"), "", "integrity");
  const { entries, at, problems } = verified;
  if (problems.length > 0) return pill(t("history.damaged_checked", { at: dateTime(at) }), "bad", "alert");
  return pill(t("history.intact_entries_checked", { n: entries, at: dateTime(at) }), "good", "integrity");
}

function broken({ problem_facts: problems }: ShownVerification): Html {
  return banner(
    "bad",
    "alert",
    html`${problems.map((problem) => html`<p><b>${prose(factText(problem))}</b></p>`)}
      <p>${prose(t("history.inform_administrator_computer"))}</p>`,
  );
}

/** The search is a form, because a name must not be in an address. */
function personForm({ filter, person }: AuditData, request: FastifyRequest): Html {
  if (filter.person !== null)
    return html`<p class="row">
      ${pill(tHtml("history.person_name", { name: data(person) }), "info")}
      <a class="btn" href="${withoutParam(request.url, "person")}">${t("runs.all_people")}</a>
    </p>`;
  return findBeside(request, "/audit/find", { name: t("history.find_person_audit"), label: t("labels.person") });
}

function filters({ filter, groups }: AuditData): Html {
  const all = [...new Set([...groups, ...(filter.group === null ? [] : [filter.group])])];
  return html`<form class="filters" method="get" action="/audit" aria-label="${t("history.filter_audit_trail")}">
    <div class="search">
      ${icon("user")}<label class="sr" for="f-actor">${t("history.actor")}</label
      ><input
        id="f-actor"
        name="actor"
        type="search"
        placeholder="${t("history.actor")}"
        value="${filter.actor ?? ""}"
        autocomplete="off"
      />
    </div>
    ${filterSelect("kind", t("runs.kind"), [["", t("history.any_kind")], ...AUDIT_KINDS.map((kind) => [kind, t(KIND_LABELS[kind])] as const)], filter.kind)}
    ${filterSelect("group", t("labels.group"), [["", t("runs.any_group")], ...all.map((group) => [group, group] as const)], filter.group)}
    <label class="pick soft">${t("history.from_date")} <input type="date" name="from" value="${filter.from ?? ""}" /></label>
    <label class="pick soft">${t("exceptions.until")} <input type="date" name="to" value="${filter.to ?? ""}" /></label>
    ${(["person", "action", "about"] as const).map((name) => filter[name] !== null && html`<input type="hidden" name="${name}" value="${filter[name]}" />`)}
    <button class="btn">${t("runs.apply_filter")}</button>
    ${Object.values(filter).some((value) => value !== null) && html`<a class="btn quiet" href="/audit">${t("history.clear")}</a>`}
  </form>`;
}

function days(events: readonly ShownAuditEvent[]): Html {
  const byDay = Map.groupBy(events, ({ at }) => date(at));
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
  const named = entries === 1 ? t("history.entry", { n: seq }) : t("history.entries_first_last", { first, last: seq });
  return html`<li>
    ${icon(symbol, tone)}
    <div class="row">
      <p class="grow">
        ${sentenceHtml(sentence)}${via !== null && action !== "signed_in" && html` <span class="soft small">${viaLabel(via)}</span>`}
      </p>
      <time datetime="${at}" title="${dateTime(at)}">${timeOfDay(at)}</time>
    </div>
    ${reason !== null && html`<blockquote>${tHtml("history.text", { text: data(reason) })}</blockquote>`}
    ${more(
      html`${named}<span class="sr">, ${t("history.raw_data")}</span>`,
      html`${raw.map((entry) => html`<pre tabindex="0" aria-label="${t("history.raw_data_entry", { n: entry.seq })}">${JSON.stringify(entry, null, 2)}</pre>`)}${
        entries > raw.length && html`<p class="soft">${t("history.more_entries_download", { n: entries - raw.length })}</p>`
      }`,
    )}
  </li>`;
}

/** The hash to keep elsewhere. */
function proof({ head, journal, broken: damaged, damage }: ShownAuditState): Html | null {
  if (head === null || damaged !== null || damage !== null) return null;
  return html`<section class="section card" role="status">
    <h2>${t("history.prove_later_nothing")}</h2>
    <p>${journal ? t("history.chain_intact_equal") : t("history.chain_intact")} ${t("history.keep_hash_elsewhere")}</p>
    <pre tabindex="0" aria-label="${t("history.hash_keep")}">${head.seq}:${head.hash}</pre>
  </section>`;
}

/** The people whom a search has found, as links to their entries. */
export function foundPeople(people: readonly ShownPerson[]): Html {
  if (people.length === 0) return emptyState(t("history.no_one_matches"), html`<a class="btn" href="/audit">${t("shell.audit_trail")}</a>`);
  return table<ShownPerson>(
    t("shell.people"),
    [
      {
        head: t("labels.person"),
        rowHeader: true,
        cell: ({ id, name, key }) => html`<a href="/audit?person=${id}">${data(name ?? key)}</a>`,
      },
      { head: t("workbook.key"), cell: ({ key }) => data(key) },
      { head: t("labels.job"), cell: ({ job }) => data(job) },
    ],
    people,
  );
}

function withoutParam(address: string, name: string): string {
  const url = new URL(address, "http://localhost");
  url.searchParams.delete(name);
  return `${url.pathname}${url.search}`;
}
