import { data, html, type Html } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { personId } from "../../../store/people/people-pages.ts";
import { listUrgentDeactivations, type UrgentInForce } from "../../../store/people/urgent-deactivations.ts";
import type { Db } from "../../../store/schema/tables.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { banner, more, personLink, pill, runLink, table, time } from "../parts.ts";
import type { ShownPerson } from "./shown-person.ts";

/** An urgent deactivation in force, as pages and JSON show it. */
export interface ShownUrgent {
  person: string;
  job: string;
  key: string;
  name: string | null;
  by: string;
  at: string;
  reason: string;
  run: string;
  closed: boolean;
  overdue: boolean;
}

export async function shownUrgent(db: Db, now: Date, of: { account?: string; key?: string } = {}): Promise<ShownUrgent[]> {
  return (await listUrgentDeactivations(db, now, of)).map(asShown);
}

function asShown({ job, key, name, by, at, reason, run, closed, overdue }: UrgentInForce): ShownUrgent {
  return { person: personId(job, key), job, key, name, by, at: at.toISOString(), reason, run, closed, overdue };
}

/** Draws the urgent deactivation of a person, with the form that undoes it; or the form that makes one. */
export function urgentCard(person: ShownPerson, urgent: ShownUrgent | null, request: ActorsRequest): Html | null {
  const mayChange = may(request.actor, "run");
  if (urgent === null)
    return mayChange && person.user_id !== null && person.active !== false
      ? more(t("history.deactivate_now"), form(person, true, request))
      : null;
  return html`${banner(
    urgent.overdue || !urgent.closed ? "warn" : "info",
    urgent.overdue || !urgent.closed ? "alert" : "pause",
    html`<p>${tHtml("history.deactivated_account_reason", { by: data(urgent.by), at: time(urgent.at), reason: data(urgent.reason) })}</p>
      <p>
        ${
          !urgent.closed
            ? tHtml("history.learning_service_not_confirmed", { run: runLink(urgent.run) })
            : urgent.overdue
              ? t("history.hr_file_still")
              : t("history.stays_deactivated_until")
        }
      </p>`,
  )}
  ${mayChange && more(t("history.undo_reactivate_account"), form(person, false, request))}`;
}

function form(person: ShownPerson, deactivate: boolean, request: ActorsRequest): Html {
  const name = person.name ?? person.key;
  return html`<form method="post" action="/people/${person.id}/${deactivate ? "deactivate" : "reactivate"}" class="card section noprint">
    ${csrfField(request)}
    <p>${deactivate ? t("history.name_can_no", { name }) : t("history.name_can_sign", { name })}</p>
    <div class="field">
      <label for="account-reason">${t("labels.reason")}</label
      ><input id="account-reason" name="reason" required maxlength="4000" autocomplete="off" />
      <p class="error late">${t("runs.enter_reason_shown")}</p>
    </div>
    <p class="buttons">
      <button class="btn ${deactivate ? "danger" : ""}">${deactivate ? t("history.deactivate_now") : t("history.reactivate")}</button>
    </p>
  </form>`;
}

/** Lists the urgent deactivations in force. */
export function urgentTable(all: readonly ShownUrgent[]): Html | null {
  if (all.length === 0) return null;
  return table<ShownUrgent>(
    t("history.deactivated_hand"),
    [
      { head: t("labels.person"), rowHeader: true, cell: personLink },
      {
        head: t("labels.status"),
        cell: ({ closed, overdue }) =>
          overdue
            ? pill(t("history.overdue_active_hr"), "warn", "alert")
            : closed
              ? pill(t("history.waiting_hr_file"))
              : pill(t("history.not_confirmed_yet"), "warn"),
      },
      { head: t("common.by"), cell: ({ by, at }) => html`${data(by)}<small>${time(at)}</small>` },
      { head: t("labels.reason"), wide: true, cell: ({ reason }) => data(reason) },
    ],
    all,
  );
}

/** Says how many urgent deactivations are overdue. */
export function overdueDeactivations(n: number): Html | null {
  if (n === 0) return null;
  const text = t("history.accounts_deactivated_hand", { n });
  return banner("warn", "alert", html`<p><b>${text}</b> <a href="/people">${t("history.show_people")}</a></p>`);
}
