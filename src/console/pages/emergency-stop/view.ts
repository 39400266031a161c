import { t, tHtml } from "../../../reporting/locales/t.ts";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import type { EmergencyStop } from "../../../store/schedule/emergency-stop.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../access/rights.ts";
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
    banner("bad", "pause", html`<p>${inForce(stop)} <a href="/status">${t("Lift it on the page Connection")}</a></p>`),
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
  return html`<h2>${t("Emergency stop")}</h2>
    ${running.map(({ account }) => stopForm(account, request))}`;
}

function inForce({ account, since, by, reason }: EmergencyStop): Html {
  return tHtml("Emergency stop of {account} since {at}, by {name}: {reason}. Nothing is sent.", {
    account: data(account),
    at: time(since),
    name: data(by),
    reason: data(reason),
  });
}

function stopForm(account: string, request: ActorsRequest): Html {
  return html`<details>
    <summary><span>${tHtml("Stop everything for {account}", { account: data(account) })}</span></summary>
    <form method="post" action="/emergency-stop" class="act">
      ${csrfField(request)}<input type="hidden" name="account" value="${account}" />
      <p>
        ${t("No process sends another request that changes anything, and no run starts, until someone lifts the stop. Requests already sent are not recalled.")}
      </p>
      <label>${t("Reason")} <textarea name="reason" required maxlength="4000"></textarea></label><button>${t("Emergency stop")}</button>
    </form>
  </details>`;
}

function liftForm(stop: EmergencyStop, request: ActorsRequest): Html {
  return html`${banner("bad", "pause", html`<p>${inForce(stop)}</p>`)}
    <form method="post" action="/emergency-stop/lift" class="act">
      ${csrfField(request)}<input type="hidden" name="account" value="${stop.account}" />
      <p>${t("Runs can start again. Resume an interrupted run on its own page.")}</p>
      <label>${t("Reason")} <textarea name="reason" required maxlength="4000"></textarea></label
      ><button>${t("Lift the emergency stop")}</button>
    </form>`;
}
