import { data, html, type Html, type HtmlValue } from "../html/html.ts";
import type { ReportData } from "./data.ts";
import { waitingText } from "../waiting.ts";
import { unconfirmedLabel, type SeenAccount, type UnconfirmedCreate } from "../unconfirmed.ts";
import { capitalised, shellWord } from "../labels.ts";
import { t, tHtml } from "../locales/t.ts";
import { command, folded, groupPath, lines, factProse, table, time } from "../html/parts.ts";

/** Draws the unconfirmed creates, with the accounts seen in their groups and the commands that settle them. */
export function unconfirmedCreates({ unsettled: creates }: ReportData): Html | null {
  if (creates.length === 0) return null;
  const caption = t("report.new_accounts", { n: creates.length });
  const body = table<UnconfirmedCreate>(
    caption,
    [
      { head: t("report.hr_key"), cell: ({ key }) => data(key), rowHeader: true },
      { head: t("labels.username"), cell: ({ username }) => data(username) },
      { head: t("identities.sent"), cell: ({ at }) => time(at) },
      { head: t("report.what_known"), wide: true, cell: ({ status }) => capitalised(`${unconfirmedLabel(status)}.`) },
      { head: t("report.requested_groups"), cell: ({ groups }) => lines(groups.map(groupPath)) },
      { head: t("report.new_accounts_exactly"), wide: true, cell: ({ candidates }) => lines(candidates.map(account)) },
      { head: t("identities.other_new_accounts"), wide: true, cell: ({ others }) => lines(others.map(account)) },
      { head: t("report.why_unconfirmed"), wide: true, cell: ({ fact }) => factProse(fact) },
      { head: t("report.what_next"), wide: true, cell: ({ commands }) => next(commands) },
    ],
    creates,
  );
  return html`<h3>${t("overview.accounts_we_couldnt")}</h3>
    <p>${t("report.all_unconfirmed_accounts")}</p>
    ${folded(caption, creates.length, body)}`;
}

function account({ user_id: user, groups }: SeenAccount): HtmlValue {
  return html`<code>${user}</code><small>${groups.length === 0 ? t("report.no_longer_any") : groups.join(", ")}</small>`;
}

function next({ link, retry }: UnconfirmedCreate["commands"]): Html {
  return tHtml("report.look_person_service_if_account_link_if_none", {
    link: command(link),
    retry: command(retry),
  });
}

/** Says once how many people wait for accounts to be identified, and what to do. */
export function waitingPeople({ waiting, result: { job, run } }: ReportData): Html | null {
  if (waiting === null) return null;
  return html`<h3>${t("report.people_who_wait")}</h3>
    <p>${waitingText(waiting)}</p>
    <p>
      ${tHtml("report.say_whose_account", {
        list: command(`rollcall identities list ${shellWord(job)} --unsettled`),
        resume: command(`rollcall runs resume ${run}`),
      })}
    </p>`;
}

/** Warns on a job's first run about unlinked accounts: their owners could get a second one. */
export function unknownAccounts({ unknownAccounts: accounts, lastGoodRows, result: { job } }: ReportData): Html | null {
  if (accounts === 0 || lastGoodRows !== null) return null;
  return html`<h3>${t("report.accounts_without_link")}</h3>
    <p>
      ${tHtml("report.accounts_groups_service", {
        n: accounts,
        command: command(`rollcall identities import ${shellWord(job)} FILE --key COLUMN --user-id COLUMN`),
      })}
    </p>`;
}
