import { roleLabel } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { factText } from "../../../reporting/fact-text.ts";
import { unconfirmedLabel, type UnconfirmedCreate } from "../../../reporting/unconfirmed.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { blockedView } from "./blocked-people.ts";
import { sortBar } from "../../../reporting/html/sorting.ts";
import type { AccountToIdentify, Identities, ShownUnconfirmed } from "./shapes.ts";
import { identifyForms, linkForm, moveForm, retryForm } from "./forms.ts";
import { command, facts, groupPath, lines, emptyState, personLink, prose, time } from "../parts.ts";

/** Who is who, where nobody could tell so far. */
export function identitiesView({ unsettled: unconfirmed, accounts, sort, held, jobs }: Identities, request: ActorsRequest): Html {
  return html`${accounts.length > 0 && accountsToIdentify(accounts, request)}
    <h2>${t("overview.accounts_we_couldnt")}</h2>
    ${unconfirmed.length === 0 ? emptyState(t("identities.every_new_account")) : unconfirmed.map((create) => item(create, request))}
    ${
      held.length > 0 &&
      html`<h2>${t("identities.blocked_people")}</h2>
        ${held.length > 1 && sortBar(sortNames(), { ...sort, url: request.url }, "")} ${held.map((person) => blockedView(person, request))}`
    }
    <h2>${t("identities.another_key_same")}</h2>
    <p>${t("identities.when_hr_gives")}</p>
    ${may(request.actor, "link") && jobs.length > 0 ? moveForm(jobs, request) : html`<p class="soft">${t("identities.you_need_role_role_move", { role: roleLabel("operator") })}</p>`}`;
}

/** Each account with the people whose it may be, one click each. */
function accountsToIdentify(accounts: readonly AccountToIdentify[], request: ActorsRequest): Html {
  return html`<h2>${t("identities.new_accounts_without")}</h2>
    <p>${t("identities.look_each_account")}</p>
    ${accounts.map(
      (account) =>
        html`<section class="box" aria-label="${t("identities.account_account", { account: account.user_id })}">
          <h3><code>${data(account.user_id)}</code></h3>
          ${facts([[t("identities.groups"), lines(account.groups.map(groupPath))]])}
          ${may(request.actor, "link") ? identifyForms(account, request) : html`<p class="soft">${t("identities.you_need_role_role_link", { role: roleLabel("operator") })}</p>`}
        </section>`,
    )}`;
}

const sortNames = () =>
  [
    ["name", t("labels.person")],
    ["key", t("workbook.key")],
    ["reason", t("labels.reason")],
  ] as const;

function item(create: ShownUnconfirmed, request: ActorsRequest): Html {
  const { key, username, job, fact: reason, at, groups, candidates, others, status, commands } = create;
  return html`<section class="box" aria-label="${t("identities.new_account_key", { key })}">
    <h3>${personLink({ job, key, name: null })}</h3>
    ${facts([
      [t("labels.status"), unconfirmedLabel(status)],
      [t("labels.reason"), prose(reason && factText(reason))],
      [t("labels.username"), data(username)],
      [t("identities.sent"), time(at)],
      [t("identities.groups"), lines(groups.map(groupPath))],
      [t("identities.matching_accounts"), candidates.length === 0 ? t("identities.none_found") : lines(candidates.map(seen))],
      [t("identities.other_new_accounts"), others.length > 0 && lines(others.map(seen))],
      [t("identities.command_line"), lines([command(commands.link), command(commands.retry)])],
    ])}
    ${may(request.actor, "link") ? html`${linkForm(create, request)} ${retryForm(create, request)}` : html`<p class="soft">${t("identities.you_need_role_role_link", { role: roleLabel("operator") })}</p>`}
  </section>`;
}

function seen({ user_id: user, groups }: UnconfirmedCreate["candidates"][number]): Html {
  const account = html`<code>${data(user)}</code>`;
  if (groups.length === 0) return account;
  return tHtml("identities.account_groups", { account, groups: groups.map((group, i) => html`${i > 0 && ", "}${groupPath(group)}`) });
}
