import { t, tHtml } from "../../../reporting/locales/t.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { EmergencyStop } from "../../../store/schedule/emergency-stop.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../../actions/access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { banner, time } from "../parts.ts";

/** A service account, and its emergency stop if one is in force. */
export interface StoppableAccount {
  account: string;
  stop: EmergencyStop | null;
}

/** Draws the emergency stops in force, for the top of a page. */
export function stopNotices(stops: readonly EmergencyStop[]): Html {
  return html`${stops.map((stop) =>
    banner("bad", "pause", html`<p>${inForce(stop)} <a href="/status">${t("operation.lift_page_connection")}</a></p>`),
  )}`;
}

/** Draws the emergency stops in force with the forms that lift them, for the top of the page. */
export function stopsInForce(accounts: readonly StoppableAccount[], request: ActorsRequest): Html {
  const stopped = accounts.flatMap(({ stop }) => (stop === null ? [] : [stop]));
  return may(request.actor, "run") ? html`${stopped.map((stop) => liftForm(stop, request))}` : stopNotices(stopped);
}

/** Draws the forms that stop everything for an account, for the end of the page. */
export function stopForms(accounts: readonly StoppableAccount[], request: ActorsRequest): Html | null {
  const running = accounts.filter(({ stop }) => stop === null);
  if (running.length === 0 || !may(request.actor, "run")) return null;
  return html`<h2>${t("operation.emergency_stop")}</h2>
    ${running.map(({ account }) => stopForm(account, request))}`;
}

function inForce({ account, since, by, reason }: EmergencyStop): Html {
  return tHtml("operation.emergency_stop_account", {
    account: data(account),
    at: time(since),
    name: data(by),
    reason: data(reason),
  });
}

function stopForm(account: string, request: ActorsRequest): Html {
  return html`<details>
    <summary><span>${tHtml("operation.stop_everything_account", { account: data(account) })}</span></summary>
    <form method="post" action="/emergency-stop" class="act">
      ${csrfField(request)}<input type="hidden" name="account" value="${account}" />
      <p>${t("operation.no_process_sends")}</p>
      <label>${t("labels.reason")} <textarea name="reason" required maxlength="4000"></textarea></label
      ><button>${t("operation.emergency_stop")}</button>
    </form>
  </details>`;
}

function liftForm(stop: EmergencyStop, request: ActorsRequest): Html {
  return html`${banner("bad", "pause", html`<p>${inForce(stop)}</p>`)}
    <form method="post" action="/emergency-stop/lift" class="act">
      ${csrfField(request)}<input type="hidden" name="account" value="${stop.account}" />
      <p>${t("operation.runs_can_start")}</p>
      <label>${t("labels.reason")} <textarea name="reason" required maxlength="4000"></textarea></label
      ><button>${t("operation.lift_emergency_stop")}</button>
    </form>`;
}
