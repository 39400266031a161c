import { data, html, type Html } from "../../../reporting/html/html.ts";
import { t, tHtml } from "../../../reporting/locales/t.ts";
import { failuresIn } from "../../../reporting/run-counts.ts";
import { waitingText, type DeferredPeople } from "../../../reporting/waiting.ts";
import { may } from "../../../actions/access/rights.ts";
import { actionForm } from "../form.ts";
import type { FormContext, StoredRun } from "./run-data.ts";

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

function resume({ run }: StoredRun, { request, id }: FormContext): Html | null {
  const planned = run.status === "planned";
  return actionForm(request, "/runs/:id/resume", {
    given: { id },
    text: html`<p>${planned ? t("runs.nothing_sent_yet") : t("runs.run_continues_where")}</p>`,
    button: planned ? t("runs.apply_plan") : t("runs.resume_run"),
  });
}

function waits(waiting: DeferredPeople, { request, id }: FormContext): Html {
  return html`<p>${waitingText(waiting)} <a href="/identities">${t("shell.identities")}</a></p>
    ${actionForm(request, "/runs/:id/resume", { given: { id }, button: t("runs.resume_run") })}`;
}

function again({ job }: StoredRun, { request }: FormContext, why: string): Html | null {
  return actionForm(request, "/jobs/:name/run", {
    given: { name: job },
    text: html`<p>${why} ${t("runs.new_run_reads")}</p>`,
    button: html`<button><span>${tHtml("runs.start_new_run", { job: data(job) })}</span></button>`,
  });
}

function cancel({ request, id, refused }: FormContext): Html | null {
  return actionForm(request, "/runs/:id/cancel", {
    given: { id },
    text: html`<p>${t("runs.rest_not_sent")}</p>`,
    button: t("runs.cancel_run_3"),
    tone: "quiet",
    fold: t("runs.cancel_run_3"),
    refused,
  });
}

/** Draws the undo of a run whose removals were applied. It is no step that anyone should take, so it comes last. */
export function undoAction({ id, removed, run, progress }: StoredRun, { request, refused }: FormContext): Html | null {
  if (progress !== null || removed === 0) return null;
  return actionForm(request, "/runs/:id/revert", {
    given: { id },
    text: html`<p>
      ${t("runs.memberships_removed_added", { n: removed })} ${run.reverted_by !== null && t("runs.undone_before_memberships")}
    </p>`,
    button: t("runs.add_memberships_back"),
    tone: "quiet",
    fold: t("runs.undo_removals_run"),
    refused,
  });
}
