import type { FastifyRequest } from "fastify";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { counted, viaLabel } from "../../../reporting/labels.ts";
import type { AuditState } from "../../../review/audit.ts";
import { damageText } from "../../../state/journal/journal-damage.ts";
import type { AuditEntry } from "../../../store/audit/audit.ts";
import { groupPath, emptyState, pages, prose, runLink, select, table, time, withParam } from "../parts.ts";

export interface AuditData {
  entries: AuditEntry[];
  filter: {
    actor: string | null;
    action: string | null;
    about: string | null;
    person: string | null;
    from: string | null;
    to: string | null;
  };
  actions: string[];
  page: number;
  limit: number;
  more: boolean;
  /** `null`: not asked for. */
  chain: AuditState | null;
}

/** The trail, the latest first. */
export function auditView(given: AuditData, request: FastifyRequest): Html {
  const { entries, filter, actions, chain } = given;
  const [, search = ""] = request.url.split("?");
  return html`<p>Every decision and every removal that was sent, in a tamper-evident log.</p>
    ${chain === null ? html`<p><a class="button quiet" href="${withParam(request.url, "verify", "yes")}">Verify the chain</a></p>` : verdict(chain)}
    <form method="get" action="/audit" class="row" aria-label="Filter">
      <label>Person or token <input name="actor" value="${filter.actor ?? ""}" autocomplete="off" /></label>
      ${select("action", "Event", [["", "all"], ...actions.map((action) => [action, actionWord(action)] as const)], filter.action)}
      <label>Removal or run <input name="about" value="${filter.about ?? ""}" autocomplete="off" /></label>
      <label>From <input type="date" name="from" value="${filter.from ?? ""}" /></label>
      <label>Until <input type="date" name="to" value="${filter.to ?? ""}" /></label>
      ${filter.person !== null && html`<input type="hidden" name="person" value="${filter.person}" />`}
      <button class="quiet">Filter</button>
      ${Object.values(filter).some((value) => value !== null) && html`<a href="/audit">Clear</a>`}
    </form>
    ${entries.length === 0 ? emptyState("No entry matches the filter.") : list(entries)} ${pages(request, given)}
    <p>
      Download these entries: <a href="${withParam(`/audit/export?${search}`, "format", "csv")}">CSV</a>,
      <a href="${withParam(`/audit/export?${search}`, "format", "json")}">JSON</a>
    </p>`;
}

function verdict({ entries, broken, damage, head, journal }: AuditState): Html {
  if (damage !== null) {
    return html`<p class="problem" role="status">The journal is damaged: ${damageText(damage)}.</p>
      <p>
        No account is created until an administrator ends the hold with <code>rollcall restore --settled</code>. Keep a copy of the state.
      </p>
      ${broken !== null && html`<p class="problem">${prose(broken.what)}</p>`}`;
  }
  if (broken === null) {
    return html`<p class="done" role="status">
        The chain is intact: ${counted(entries, "entry", "entries")}, unchanged${journal ? " and equal to the journal" : ""}.
      </p>
      ${head !== null && html`<p class="soft">Last entry ${head.seq}, <code>${head.hash}</code>: keep this hash elsewhere to prove later that nothing changed.</p>`}`;
  }
  return html`<p class="problem" role="status">${prose(broken.what)}</p>
    <p>Inform the administrator of this computer, and keep a copy of the state. Nothing was changed.</p>`;
}

function list(entries: readonly AuditEntry[]): Html {
  return table<AuditEntry>(
    "Entries",
    [
      { head: "Entry", rowHeader: true, cell: ({ seq }) => seq },
      { head: "When", cell: ({ at }) => time(at) },
      { head: "By", cell: ({ actor, detail }) => html`${data(actor)}${via(detail)}` },
      { head: "Event", cell: ({ action }) => actionWord(action) },
      { head: "About", wide: true, cell: ({ detail }) => about(detail) },
    ],
    entries,
  );
}

function via(detail: unknown): HtmlValue {
  const way: unknown = Reflect.get(Object(detail), "via");
  return typeof way === "string" && html`<small>${viaLabel(way)}</small>`;
}

/** The parts of an entry that people look for first; the rest is folded. */
function about(detail: unknown): Html {
  const all = Object(detail) as Record<string, unknown>;
  const text = (name: string): string | null => (typeof all[name] === "string" ? all[name] : null);
  const [removal, run, group, reason] = [text("removal"), text("run"), text("group"), text("reason") ?? text("why") ?? text("text")];
  return html`${removal !== null && html`<a href="/review/removals/${removal}">${removal}</a> `}${run !== null && html`${runLink(run)} `}${group !== null && groupPath(group)}${reason !== null && html`<small>“${data(reason)}”</small>`}
    <details>
      <summary>Raw data</summary>
      <pre>${JSON.stringify(all, null, 2)}</pre>
    </details>`;
}

/** `removal_approved` reads as “removal approved”. */
function actionWord(action: string): string {
  return action.replaceAll("_", " ");
}
