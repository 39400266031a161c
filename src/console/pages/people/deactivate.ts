import { data, html, type Html } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import type { Deactivated } from "../../../reporting/sheets/deactivated.ts";
import { personId } from "../../../store/people/people-pages.ts";
import { listUrgentDeactivations, type UrgentInForce } from "../../../store/people/urgent-deactivations.ts";
import type { Db } from "../../../store/schema/tables.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { actionForm } from "../form.ts";
import { banner, more, runLink, time } from "../parts.ts";
import type { ShownPerson } from "./shown-person.ts";

/** An urgent deactivation in force, with its person and run. */
export interface ShownUrgent extends Deactivated {
  person: string;
  run: string;
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

function form({ id, name, key }: ShownPerson, deactivate: boolean, request: ActorsRequest): Html | null {
  return actionForm(request, deactivate ? "/people/:id/deactivate" : "/people/:id/reactivate", {
    given: { id },
    text: html`<p>${t(deactivate ? "history.name_can_no" : "history.name_can_sign", { name: name ?? key })}</p>`,
    button: t(deactivate ? "history.deactivate_now" : "history.reactivate"),
    tone: deactivate ? "danger" : "btn",
    kind: "card noprint",
  });
}
