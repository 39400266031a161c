import { data, html, type Html, type HtmlValue } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import { waitingText } from "../waiting.ts";
import { unconfirmedLabel, type SeenAccount, type UnconfirmedCreate } from "../unconfirmed.ts";
import { capitalised, shellWord } from "../labels.ts";
import { t, tHtml } from "../locales/t.ts";
import { command, folded, groupPath, lines, storedProse, table, time } from "../html/parts.ts";

/** Draws the unconfirmed creates, with the accounts seen in their groups and the commands that settle them. */
export function unconfirmedCreates({ unsettled: creates }: ReportData): Html | null {
  if (creates.length === 0) return null;
  const caption = t("{n, plural, one {# new account} other {# new accounts}}", { n: creates.length });
  const body = table<UnconfirmedCreate>(
    caption,
    [
      { head: t("HR key"), cell: ({ key }) => data(key), rowHeader: true },
      { head: t("Username"), cell: ({ username }) => data(username) },
      { head: t("Sent"), cell: ({ at }) => time(at) },
      { head: t("What is known"), wide: true, cell: ({ status }) => capitalised(`${unconfirmedLabel(status)}.`) },
      { head: t("Requested groups"), cell: ({ groups }) => lines(groups.map(groupPath)) },
      { head: t("New accounts in exactly these groups"), wide: true, cell: ({ candidates }) => lines(candidates.map(account)) },
      { head: t("Other new accounts"), wide: true, cell: ({ others }) => lines(others.map(account)) },
      { head: t("Why it is unconfirmed"), wide: true, cell: ({ reason }) => storedProse(reason) },
      { head: t("What to do next"), wide: true, cell: ({ commands }) => next(commands) },
    ],
    creates,
  );
  return html`<h3>${t("Accounts we couldn’t confirm")}</h3>
    <p>
      ${t(
        "These are all unconfirmed accounts of this service account, from this run and earlier ones. Rollcall does not create them again until you resolve them.",
      )}
    </p>
    ${folded(caption, creates.length, body)}`;
}

function account({ user_id: user, groups }: SeenAccount): HtmlValue {
  return html`<code>${user}</code><small>${groups.length === 0 ? t("no longer in any group") : groups.join(", ")}</small>`;
}

function next({ link, retry }: UnconfirmedCreate["commands"]): Html {
  return tHtml("Look for the person in the service. If there is an account: {link}. If there is none: {retry}", {
    link: command(link),
    retry: command(retry),
  });
}

/** Says once how many people wait for accounts to be identified, and what to do. */
export function waitingPeople({ waiting, result: { job, run } }: ReportData): Html | null {
  if (waiting === null) return null;
  return html`<h3>${t("People who wait")}</h3>
    <p>${waitingText(waiting)}</p>
    <p>
      ${tHtml(
        "Say whose account each one is, on the page “Identities” or with {list}. Then {resume} sends the rest. The next run does so too.",
        {
          list: command(`rollcall identities list ${shellWord(job)} --unsettled`),
          resume: command(`rollcall runs resume ${run}`),
        },
      )}
    </p>`;
}

/** Warns on a job's first run about unlinked accounts: their owners could get a second one. */
export function unknownAccounts({ unknownAccounts: accounts, lastGoodRows, result: { job } }: ReportData): Html | null {
  if (accounts === 0 || lastGoodRows !== null) return null;
  return html`<h3>${t("Accounts without a link")}</h3>
    <p>
      ${tHtml(
        "{n, plural, one {# account in groups of the service is} other {# accounts in groups of the service are}} not linked to anyone. Some may belong to people in this file, who would otherwise get a second account. Import the existing accounts: {command}",
        { n: accounts, command: command(`rollcall identities import ${shellWord(job)} FILE --key COLUMN --user-id COLUMN`) },
      )}
    </p>`;
}
