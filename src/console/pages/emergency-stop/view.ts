import { t, tHtml } from "../../../reporting/locales/t.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { EmergencyStop } from "../../../store/schedule/emergency-stop.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { actionForm } from "../form.ts";
import { sheetHtml } from "../../../reporting/sheet/html.ts";
import { stopNotice, stopNotices } from "../../../reporting/sheets/notices.ts";
import { PAGE } from "../parts.ts";

/** A service account, and its emergency stop if one is in force. */
export interface StoppableAccount {
  account: string;
  stop: EmergencyStop | null;
}

/** Draws the emergency stops in force with the forms that lift them, for the top of the page. */
export function stopsInForce(accounts: readonly StoppableAccount[], request: ActorsRequest): Html {
  const stopped = accounts.flatMap(({ stop }) => (stop === null ? [] : [stop]));
  return may(request.actor, "run") ? html`${stopped.map((stop) => liftForm(stop, request))}` : sheetHtml(stopNotices(stopped), PAGE);
}

/** Draws the forms that stop everything for an account, for the end of the page. */
export function stopForms(accounts: readonly StoppableAccount[], request: ActorsRequest): Html | null {
  const running = accounts.filter(({ stop }) => stop === null);
  if (running.length === 0 || !may(request.actor, "run")) return null;
  return html`<h2>${t("operation.emergency_stop")}</h2>
    ${running.map(({ account }) => stopForm(account, request))}`;
}

function stopForm(account: string, request: ActorsRequest): Html | null {
  return actionForm(request, "/emergency-stop", {
    given: { account },
    text: html`<p>${t("operation.no_process_sends")}</p>`,
    button: t("operation.emergency_stop"),
    tone: "danger",
    fold: html`<span>${tHtml("operation.stop_everything_account", { account: data(account) })}</span>`,
  });
}

function liftForm(stop: EmergencyStop, request: ActorsRequest): Html {
  return html`${sheetHtml([stopNotice(stop)], PAGE)}
  ${actionForm(request, "/emergency-stop/lift", {
    given: { account: stop.account },
    text: html`<p>${t("operation.runs_can_start")}</p>`,
    button: t("operation.lift_emergency_stop"),
  })}`;
}
