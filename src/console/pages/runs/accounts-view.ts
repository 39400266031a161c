import type { SIGNS } from "../../../identities/propose-pairs.ts";
import { data, html, type Html, type HtmlValue } from "../../../reporting/html/html.ts";
import { t, tHtml, type Message } from "../../../reporting/locales/t.ts";
import type { UnlinkedAccount } from "../../../store/identities/account-list.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { actionForm } from "../form.ts";
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

const SIGN_TEXTS: Readonly<Record<(typeof SIGNS)[number], Message>> = {
  key: "runs.same_key",
  login: "runs.same_username_address",
  name: "runs.same_name_only",
};

const groupsCell = ({ groups }: { groups: string[] }): HtmlValue => lines(groups.map((path) => groupPath(path)));

/** Draws the accounts without a link, and how to link them. */
export function accountsView(given: AccountsData, request: ActorsRequest): Html {
  const { run, accounts, all, links } = given;
  return html`<p>${t("runs.accounts_learning_service", { n: all })} ${tHtml("runs.when_all_linked", { run: runLink(run) })}</p>
    ${may(request.actor, "link") ? readForms(given, request) : null}
    ${
      accounts.length > 0 &&
      table<UnlinkedAccount>(
        t("runs.accounts_without_person_2", { n: all }),
        [
          { head: t("operation.account"), rowHeader: true, cell: ({ user_id: id }) => html`<code>${id}</code>` },
          { head: t("identities.groups"), wide: true, cell: groupsCell },
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
      <h2>${t("runs.report_learning_service")}</h2>
      ${
        report === null
          ? html`<p>${t("runs.job_names_no")}</p>
              <pre><code>${data(REPORT_SETTING)}</code></pre>
              <p class="soft small">${tHtml("mail.command_line_command", { command: command(`rollcall identities import ${job}`) })}</p>`
          : html`<p>${tHtml("runs.job_names_report", { name: data(report) })}</p>
              <form method="post" action="${action}" enctype="multipart/form-data">
                ${csrfField(request)}<button class="btn primary">${t("runs.read_report")}</button>
              </form>`
      }
    </section>
    <section class="card">
      <h2>${t("runs.list")}</h2>
      <p>${t("runs.csv_file_workbook")}</p>
      <form method="post" action="${action}" enctype="multipart/form-data" class="stack">
        ${csrfField(request)}<label>${t("runs.list_accounts")} <input type="file" name="file" accept=".csv,.xlsx" required /></label>
        <button class="btn">${t("runs.read_list")}</button>
      </form>
    </section>
  </div>`;
}

function linksTable({ run, links }: AccountsData, request: ActorsRequest): Html {
  return table<AccountsData["links"][number]>(
    t("runs.linked_nothing_sent"),
    [
      { head: t("workbook.key"), rowHeader: true, cell: ({ key, person_id: id }) => html`<a href="/people/${id}">${data(key)}</a>` },
      { head: t("operation.account"), cell: ({ user_id: id }) => html`<code>${id}</code>` },
      { head: t("common.by"), cell: ({ by }) => data(by) },
      {
        head: t("review.undo"),
        cell: ({ key }) =>
          actionForm(request, "/runs/:id/accounts/unlink", {
            given: { id: run, key },
            button: html`<button class="btn small">${t("review.undo")}</button>`,
            kind: "",
          }),
      },
    ],
    links,
  );
}

/** Draws the pairs that a list proposes. Those by name alone are not selected. */
export function proposalsView({ run, pairs, more, ambiguous }: ProposalsData, request: ActorsRequest): Html {
  const left = html`${ambiguous > 0 && html`<p class="warn">${t("runs.people_fit_several", { n: ambiguous })}</p>`}
  ${more > 0 && html`<p class="soft">${t("runs.more_pairs_read", { n: more })}</p>`}`;
  if (pairs.length === 0)
    return html`<p>${t("runs.list_names_nobody")}</p>
      ${left}`;
  const compared = table<ProposalsData["pairs"][number]>(
    t("report.pairs", { n: pairs.length }),
    [
      {
        head: t("labels.person"),
        rowHeader: true,
        cell: ({ key, name, user_id: id, by }) =>
          html`<label><input type="checkbox" name="pair" value="${id} ${key}" ${by !== "name" && html` checked`} /> ${data(name)}</label>
            <span class="soft">${data(key)}</span>`,
      },
      { head: t("setup.why"), cell: ({ by }) => t(SIGN_TEXTS[by]) },
      { head: t("operation.account"), cell: ({ user_id: id }) => html`<code>${id}</code>` },
      { head: t("identities.groups"), wide: true, cell: groupsCell },
    ],
    pairs,
  );
  return html`${actionForm(request, "/runs/:id/accounts/link", {
    given: { id: run },
    text: html`<p>${t("runs.compare_each_pair")}</p>
      ${left}`,
    fields: { pair: compared, reason: { example: t("runs.example_service_user") } },
    button: html`<p class="buttons"><button class="btn primary">${t("runs.link_selected_pairs")}</button></p>`,
    kind: "stack",
  })}`;
}
