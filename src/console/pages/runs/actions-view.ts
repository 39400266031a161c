import { data, html, type Html } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { failuresIn } from "../../../reporting/run-counts.ts";
import { waitingText, type DeferredPeople } from "../../../reporting/waiting.ts";
import { csrfField } from "../../access/csrf.ts";
import { may } from "../../../actions/access/rights.ts";
import { command } from "../parts.ts";
import { cameBack, reasonField, runForm, textField, type FormContext } from "./action-forms.ts";
import type { StoredRun } from "./run-data.ts";

/** Draws the actions on a run, each with its effect. A run on hold has its own choices. */
export function runActions(given: StoredRun, context: FormContext): Html | null {
  const { run, progress, sha256 } = given;
  if (!may(context.request.actor, "run")) return null;
  const readable = run.kind !== "sync" || sha256 !== "";
  const failures = failuresIn(run.counts);
  const parts = [
    progress === null &&
      ["planned", "interrupted", "failed"].includes(run.status) &&
      readable &&
      run.kind === "sync" &&
      resume(given, context),
    progress === null && ["failed", "interrupted"].includes(run.status) && !readable && again(given, context, t("runs.could_not_read")),
    progress === null && run.status === "completed" && given.waiting !== null && waits(given.waiting, context),
    progress === null &&
      run.status === "completed" &&
      failures > 0 &&
      again(given, context, t("runs.operations_failed_could", { n: failures })),
    ["planned", "interrupted", "failed", "running", "reading"].includes(run.status) && cancel(context),
  ];
  return parts.every((part) => part === false)
    ? null
    : html`<h2>${t("operation.next_step")}</h2>
        ${parts}`;
}

function resume({ run }: StoredRun, context: FormContext): Html {
  const planned = run.status === "planned";
  return runForm(
    context,
    "resume",
    html`<p>${planned ? t("runs.nothing_sent_yet") : t("runs.run_continues_where")}</p>
      <button>${planned ? t("runs.apply_plan") : t("runs.resume_run")}</button>`,
    "act",
  );
}

function waits(waiting: DeferredPeople, context: FormContext): Html {
  return html`<p>${waitingText(waiting)} <a href="/identities">${t("shell.identities")}</a></p>
    ${runForm(context, "resume", html`<button>${t("runs.resume_run")}</button>`, "act")}`;
}

function again({ job }: StoredRun, { request }: FormContext, why: string): Html {
  return html`<form method="post" action="/jobs/${encodeURIComponent(job)}/run" class="act">
    ${csrfField(request)}
    <p>${why} ${t("runs.new_run_reads")}</p>
    <button><span>${tHtml("runs.start_new_run", { job: data(job) })}</span></button>
  </form>`;
}

function cancel(context: FormContext): Html {
  return html`<details ${cameBack(context, "cancel") && html` open`}>
    <summary>${t("runs.cancel_run_3")}</summary>
    ${runForm(
      context,
      "cancel",
      html`<p>${t("runs.rest_not_sent")}</p>
        ${reasonField(context, "cancel")}<button class="quiet">${t("runs.cancel_run_3")}</button>`,
      "act",
    )}
  </details>`;
}

/** Draws the undo of a run whose removals were applied. It is no step that anyone should take, so it comes last. */
export function undoAction({ id, removed, run, progress }: StoredRun, context: FormContext): Html | null {
  if (progress !== null || removed === 0 || !may(context.request.actor, "run")) return null;
  return html`<details ${cameBack(context, "revert") && html` open`}>
    <summary>${t("runs.undo_removals_run")}</summary>
    ${runForm(
      context,
      "revert",
      html`<p>${t("runs.memberships_removed_added", { n: removed })} ${run.reverted_by !== null && t("runs.undone_before_memberships")}</p>
        ${reasonField(context, "revert")}
        ${textField(context, "revert", {
          name: "confirm",
          label: tHtml("runs.enter_id_run_confirm", { id: command(id) }),
          missing: t("runs.enter_id_run"),
        })}
        <button class="quiet">${t("runs.add_memberships_back")}</button>`,
      "act",
    )}
  </details>`;
}
