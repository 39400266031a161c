import { roleLabel } from "../../../reporting/labels.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { storedText } from "../../../reporting/stored-text.ts";
import { unconfirmedLabel, type UnconfirmedCreate } from "../../../reporting/unconfirmed.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { blockedView } from "./blocked-people.ts";
import { sortBar } from "../sorting.ts";
import type { AccountToIdentify, Identities, ShownUnconfirmed } from "./shapes.ts";
import { identifyForms, linkForm, moveForm, retryForm } from "./forms.ts";
import { command, facts, groupPath, lines, emptyState, personLink, prose, time } from "../parts.ts";

/** Who is who, where nobody could tell so far. */
export function identitiesView({ unsettled: unconfirmed, accounts, sort, held, jobs }: Identities, request: ActorsRequest): Html {
  return html`${accounts.length > 0 && accountsToIdentify(accounts, request)}
    <h2>${t("Accounts we couldn’t confirm")}</h2>
    ${unconfirmed.length === 0 ? emptyState(t("Every new account is confirmed.")) : unconfirmed.map((create) => item(create, request))}
    ${
      held.length > 0 &&
      html`<h2>${t("Blocked people")}</h2>
        ${held.length > 1 && sortBar(sortNames(), { ...sort, url: request.url }, "")} ${held.map((person) => blockedView(person, request))}`
    }
    <h2>${t("Another key for the same person")}</h2>
    <p>
      ${t("When HR gives a person a new key, move the account to it. From then on the account follows the new key, and the old key has no account.")}
    </p>
    ${may(request.actor, "link") && jobs.length > 0 ? moveForm(jobs, request) : html`<p class="soft">${t("You need the role “{role}” to move an account.", { role: roleLabel("operator") })}</p>`}`;
}

/** Each account with the people whose it may be, one click each. */
function accountsToIdentify(accounts: readonly AccountToIdentify[], request: ActorsRequest): Html {
  return html`<h2>${t("New accounts without an owner")}</h2>
    <p>
      ${t("Look each account up in the learning service by its id, then choose the person whose account it is. Your choice is recorded under your name.")}
    </p>
    ${accounts.map(
      (account) =>
        html`<section class="box" aria-label="${t("Account {account}", { account: account.user_id })}">
          <h3><code>${data(account.user_id)}</code></h3>
          ${facts([[t("Groups"), lines(account.groups.map(groupPath))]])}
          ${may(request.actor, "link") ? identifyForms(account, request) : html`<p class="soft">${t("You need the role “{role}” to link accounts.", { role: roleLabel("operator") })}</p>`}
        </section>`,
    )}`;
}

const sortNames = () =>
  [
    ["name", t("Person")],
    ["key", t("Key")],
    ["reason", t("Reason")],
  ] as const;

function item(create: ShownUnconfirmed, request: ActorsRequest): Html {
  const { key, username, job, reason, at, groups, candidates, others, status, commands } = create;
  return html`<section class="box" aria-label="${t("New account of {key}", { key })}">
    <h3>${personLink({ job, key, name: null })}</h3>
    ${facts([
      [t("Status"), unconfirmedLabel(status)],
      [t("Reason"), prose(reason === null ? null : storedText(reason))],
      [t("Username"), data(username)],
      [t("Sent"), time(at)],
      [t("Groups"), lines(groups.map(groupPath))],
      [t("Matching accounts"), candidates.length === 0 ? t("None found") : lines(candidates.map(seen))],
      [t("Other new accounts"), others.length > 0 && lines(others.map(seen))],
      [t("On the command line"), lines([command(commands.link), command(commands.retry)])],
    ])}
    ${may(request.actor, "link") ? html`${linkForm(create, request)} ${retryForm(create, request)}` : html`<p class="soft">${t("You need the role “{role}” to link accounts.", { role: roleLabel("operator") })}</p>`}
  </section>`;
}

function seen({ user_id: user, groups }: UnconfirmedCreate["candidates"][number]): Html {
  const account = html`<code>${data(user)}</code>`;
  if (groups.length === 0) return account;
  return tHtml("{account}, in {groups}", { account, groups: groups.map((group, i) => html`${i > 0 && ", "}${groupPath(group)}`) });
}
