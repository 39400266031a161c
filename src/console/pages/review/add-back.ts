import type { FastifyInstance, FastifyRequest } from "fastify";
import { html, type Html } from "../../../reporting/html/html.ts";
import { t } from "../../../reporting/locales/t.ts";
import { listUndoing } from "../../../store/review/decided.ts";
import { findRemoval } from "../../../store/review/removals.ts";
import { csrfField } from "../../access/csrf.ts";
import { field } from "../../access/form.ts";
import { notFound, unusable } from "../../answers.ts";
import { doneAt } from "../../flash.ts";
import type { ConsoleParts } from "../../parts.ts";
import { pageAction } from "../page-route.ts";
import { needed } from "../query.ts";
import { addBackButtons, addBackIn, keepOrAsk } from "./undo.ts";

/** Adds the action that adds back the membership of one applied removal. It continues in the background, as a run. */
export function addAddBack(app: FastifyInstance, { state, work }: ConsoleParts): void {
  pageAction(app, {
    url: "/review/add-back",
    right: "decide",
    act: async (request) => {
      const removal = await findRemoval(state.db, field(request, "removal"));
      if (removal === undefined) throw notFound(t("review.no_such_removal"));
      const reason = needed(request, "reason", t("review.adding_membership_back"));
      if (removal.status !== "applied" || removal.restored !== null || (await listUndoing(state.db, [removal.id])).size > 0)
        throw unusable(t("review.only_membership_applied"));
      const asking = addBackIn(request) === "ask";
      return { run: await work.addBack(removal.job, [removal.id], request.actor, reason, asking) };
    },
    next: ({ run }, request) =>
      doneAt(
        `/runs/${encodeURIComponent(run)}`,
        addBackIn(request) === "ask" ? "membership_added_back_asking" : "membership_added_back_kept",
      ),
  });
}

/** Draws the form that adds one person back to one group. */
export function addBackForm(request: FastifyRequest, removal: string, { name, group }: { name: string; group: string }): Html {
  return html`<form method="post" action="/review/add-back" class="card section">
    ${csrfField(request)}<input type="hidden" name="removal" value="${removal}" />
    <p>${t("review.name_added_group", { name, group })} ${keepOrAsk()}</p>
    <div class="field">
      <label for="add-back-reason">${t("labels.reason")}</label
      ><input id="add-back-reason" name="reason" required maxlength="4000" autocomplete="off" />
      <p class="error late">${t("runs.enter_reason_shown")}</p>
    </div>
    <p class="buttons">${addBackButtons()}</p>
  </form>`;
}
