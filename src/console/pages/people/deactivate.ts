import type { FastifyInstance } from "fastify";
import { data, html, type Html } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { findPersonById, personId } from "../../../store/people/people-pages.ts";
import { listUrgentDeactivations, type UrgentInForce } from "../../../store/people/urgent-deactivations.ts";
import type { Db } from "../../../store/schema/tables.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../access/rights.ts";
import type { ActorsRequest } from "../../access/route.ts";
import { notFound } from "../../answers.ts";
import { doneAt } from "../../flash.ts";
import type { ConsoleParts } from "../../parts.ts";
import { pageAction } from "../page-route.ts";
import { banner, more, personLink, pill, runLink, table, time } from "../parts.ts";
import { needed, param } from "../query.ts";
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

/** Adds the action that deactivates one account at once, and the one that undoes it. Both continue in the background, as a run. */
export function addAccountChanges(app: FastifyInstance, { state, work }: ConsoleParts): void {
  for (const deactivate of [true, false])
    pageAction(app, {
      url: `/people/:id/${deactivate ? "deactivate" : "reactivate"}`,
      right: "run",
      act: async (request) => {
        const id = param(request, "id");
        const named = /^[0-9a-f]{16}$/.test(id) ? await findPersonById(state.db, id) : undefined;
        if (named === undefined) throw notFound(t("There is nobody at this address."));
        const reason = needed(request, "reason", t("Changing an account needs a reason. Nothing was changed."));
        return { run: await work.changeAccount(named.job, { key: named.key, deactivate, by: request.actor, reason }) };
      },
      next: ({ run }) => doneAt(`/runs/${encodeURIComponent(run)}`, deactivate ? "account_deactivated" : "account_reactivated"),
    });
}

/** Draws the urgent deactivation of a person, with the form that undoes it; or the form that makes one. */
export function urgentCard(person: ShownPerson, urgent: ShownUrgent | null, request: ActorsRequest): Html | null {
  const mayChange = may(request.actor, "run");
  if (urgent === null)
    return mayChange && person.user_id !== null && person.active !== false ? more(t("Deactivate now"), form(person, true, request)) : null;
  return html`${banner(
    urgent.overdue || !urgent.closed ? "warn" : "info",
    urgent.overdue || !urgent.closed ? "alert" : "pause",
    html`<p>
        ${tHtml("{by} deactivated this account on {at}: {reason}", { by: data(urgent.by), at: time(urgent.at), reason: data(urgent.reason) })}
      </p>
      <p>
        ${
          !urgent.closed
            ? tHtml("The learning service has not confirmed it yet: {run}", { run: runLink(urgent.run) })
            : urgent.overdue
              ? t("HR’s file still has the person as active. Ask HR to correct it.")
              : t("It stays deactivated until HR’s file says that the person has left.")
        }
      </p>`,
  )}
  ${mayChange && more(t("Undo: reactivate the account"), form(person, false, request))}`;
}

function form(person: ShownPerson, deactivate: boolean, request: ActorsRequest): Html {
  const name = person.name ?? person.key;
  return html`<form method="post" action="/people/${person.id}/${deactivate ? "deactivate" : "reactivate"}" class="card section noprint">
    ${csrfField(request)}
    <p>
      ${
        deactivate
          ? t(
              "{name} can no longer sign in to the learning service. All memberships stay. No run reactivates the account until HR’s file says that the person has left.",
              { name },
            )
          : t("{name} can sign in to the learning service again. From the next run on, HR’s file decides.", { name })
      }
    </p>
    <div class="field">
      <label for="account-reason">${t("Reason")}</label
      ><input id="account-reason" name="reason" required maxlength="4000" autocomplete="off" />
      <p class="error late">${t("Enter a reason. It is shown in the audit trail.")}</p>
    </div>
    <p class="buttons"><button class="btn ${deactivate ? "danger" : ""}">${deactivate ? t("Deactivate now") : t("Reactivate")}</button></p>
  </form>`;
}

/** Lists the urgent deactivations in force. */
export function urgentTable(all: readonly ShownUrgent[]): Html | null {
  if (all.length === 0) return null;
  return table<ShownUrgent>(
    t("Deactivated by hand"),
    [
      { head: t("Person"), rowHeader: true, cell: personLink },
      {
        head: t("Status"),
        cell: ({ closed, overdue }) =>
          overdue
            ? pill(t("Overdue: active in HR’s file"), "warn", "alert")
            : closed
              ? pill(t("Waiting for HR’s file"))
              : pill(t("Not confirmed yet"), "warn"),
      },
      { head: t("By"), cell: ({ by, at }) => html`${data(by)}<small>${time(at)}</small>` },
      { head: t("Reason"), wide: true, cell: ({ reason }) => data(reason) },
    ],
    all,
  );
}

/** Says how many urgent deactivations are overdue. */
export function overdueDeactivations(n: number): Html | null {
  if (n === 0) return null;
  const text = t(
    "{n, plural, one {# account was deactivated by hand more than three days ago, and HR’s file still has the person as active.} other {# accounts were deactivated by hand more than three days ago, and HR’s file still has these people as active.}}",
    { n },
  );
  return banner("warn", "alert", html`<p><b>${text}</b> <a href="/people">${t("Show these people")}</a></p>`);
}
