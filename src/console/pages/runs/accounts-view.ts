import type { SIGNS } from "../../../identities/propose-pairs.ts";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import type { PlainMessage } from "../../../reporting/locales/messages.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { UnlinkedAccount } from "../../../store/identities/account-list.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { command, groupPath, lines, runLink, table } from "../parts.ts";

export interface AccountsData {
  run: string;
  job: string;
  account: string;
  accounts: UnlinkedAccount[];
  all: number;
  /** The template of the job's report; `null`: none. */
  report: string | null;
  /** Links that can still be undone. */
  links: { key: string; person_id: string; user_id: string; by: string | null }[];
}

export interface ProposalsData {
  run: string;
  pairs: { key: string; name: string; user_id: string; by: (typeof SIGNS)[number]; groups: string[] }[];
  /** Further pairs, which the next reading shows. */
  more: number;
  ambiguous: number;
}

/** A text of its own, because the format of templates drops the indentation. */
const REPORT_SETTING = `service:
  identities:
    report: { template: "…", key: employee_id, user_id: user_id }`;

const SIGN_TEXTS: Readonly<Record<(typeof SIGNS)[number], PlainMessage>> = {
  key: "Same key",
  login: "Same username or address",
  name: "Same name only",
};

const groupsCell = ({ groups }: { groups: string[] }): HtmlValue => lines(groups.map((path) => groupPath(path)));

/** Draws the accounts without a link, and how to link them. */
export function accountsView(given: AccountsData, request: ActorsRequest): Html {
  const { run, accounts, all, links } = given;
  return html`<p>
      ${t("{n, plural, one {# account of the learning service belongs} other {# accounts of the learning service belong}} to nobody that Rollcall knows. Groups alone do not tell whose they are: use a list with names and account ids.", { n: all })}
      ${tHtml("When all are linked, release {run}: it is planned again.", { run: runLink(run) })}
    </p>
    ${may(request.actor, "link") ? readForms(given, request) : null}
    ${
      accounts.length > 0 &&
      table<UnlinkedAccount>(
        t("{n, plural, one {# account} other {# accounts}} without a person", { n: all }),
        [
          { head: t("Account"), rowHeader: true, cell: ({ user_id: id }) => html`<code>${id}</code>` },
          { head: t("Groups"), wide: true, cell: groupsCell },
        ],
        accounts,
      )
    }
    ${links.length > 0 && linksTable(given, request)}`;
}

function readForms({ run, job, report }: AccountsData, request: ActorsRequest): Html {
  const action = `/runs/${encodeURIComponent(run)}/accounts/read`;
  return html`<div class="split section">
    <section class="card stack">
      <h2>${t("From a report of the learning service")}</h2>
      ${
        report === null
          ? html`<p>
                ${t("The job names no report. Create a report template in the learning service with the employee key and the user_id of each user, and name it in the job file:")}
              </p>
              <pre><code>${data(REPORT_SETTING)}</code></pre>
              <p class="soft small">
                ${tHtml("On the command line: {command}", { command: command(`rollcall identities import ${job}`) })}
              </p>`
          : html`<p>${tHtml("The job names the report “{name}”.", { name: data(report) })}</p>
              <form method="post" action="${action}" enctype="multipart/form-data">
                ${csrfField(request)}<button class="btn primary">${t("Read the report")}</button>
              </form>`
      }
    </section>
    <section class="card">
      <h2>${t("From a list")}</h2>
      <p>${t("A CSV file or workbook with one row per account: its user_id, and the employee key, username, address or name.")}</p>
      <form method="post" action="${action}" enctype="multipart/form-data" class="stack">
        ${csrfField(request)}<label>${t("List of accounts")} <input type="file" name="file" accept=".csv,.xlsx" required /></label>
        <button class="btn">${t("Read the list")}</button>
      </form>
    </section>
  </div>`;
}

function linksTable({ run, links }: AccountsData, request: ActorsRequest): Html {
  return table<AccountsData["links"][number]>(
    t("Linked, and nothing sent yet"),
    [
      { head: t("Key"), rowHeader: true, cell: ({ key, person_id: id }) => html`<a href="/people/${id}">${data(key)}</a>` },
      { head: t("Account"), cell: ({ user_id: id }) => html`<code>${id}</code>` },
      { head: t("By"), cell: ({ by }) => data(by) },
      {
        head: t("Undo"),
        cell: ({ key }) =>
          may(request.actor, "link") &&
          html`<form method="post" action="/runs/${encodeURIComponent(run)}/accounts/unlink">
            ${csrfField(request)}<input type="hidden" name="key" value="${key}" /><button class="btn small">${t("Undo")}</button>
          </form>`,
      },
    ],
    links,
  );
}

/** Draws the pairs that a list proposes. Those by name alone are not selected. */
export function proposalsView({ run, pairs, more, ambiguous }: ProposalsData, request: ActorsRequest): Html {
  const left = html`${ambiguous > 0 && html`<p class="warn">${t("{n, plural, one {# person fits} other {# people fit}} several rows, or share one. They are left out.", { n: ambiguous })}</p>`}
  ${more > 0 && html`<p class="soft">${t("{n, plural, one {# more pair} other {# more pairs}}: read the list again after these.", { n: more })}</p>`}`;
  if (pairs.length === 0)
    return html`<p>${t("The list names nobody without an account. Nothing was linked.")}</p>
      ${left}`;
  return html`<form method="post" action="/runs/${encodeURIComponent(run)}/accounts/link" class="stack">
    ${csrfField(request)}
    <p>${t("Compare each pair. Your name is stored with each link, and you can undo a link until something is sent to the account.")}</p>
    ${left}
    ${table<ProposalsData["pairs"][number]>(
      t("{n, plural, one {# pair} other {# pairs}}", { n: pairs.length }),
      [
        {
          head: t("Person"),
          rowHeader: true,
          cell: ({ key, name, user_id: id, by }) =>
            html`<label><input type="checkbox" name="pair" value="${id} ${key}" ${by !== "name" && html` checked`} /> ${data(name)}</label>
              <span class="soft">${data(key)}</span>`,
        },
        { head: t("Why"), cell: ({ by }) => t(SIGN_TEXTS[by]) },
        { head: t("Account"), cell: ({ user_id: id }) => html`<code>${id}</code>` },
        { head: t("Groups"), wide: true, cell: groupsCell },
      ],
      pairs,
    )}
    <div class="field">
      <label for="link-reason">${t("Reason")}</label
      ><input
        id="link-reason"
        name="reason"
        required
        maxlength="4000"
        autocomplete="off"
        placeholder="${t("For example: the service’s user list of today")}"
      />
      <p class="error late">${t("Enter a reason. It is shown in the audit trail.")}</p>
    </div>
    <p class="buttons"><button class="btn primary">${t("Link the selected pairs")}</button></p>
  </form>`;
}
